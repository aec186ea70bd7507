"""Tools for treebanks of queries: reading, checking, scoring, and how complex queries are."""
