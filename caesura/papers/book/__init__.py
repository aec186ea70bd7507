"""One book of all papers: each a chapter, each table and figure a file of `entries/`, registered by being there."""
