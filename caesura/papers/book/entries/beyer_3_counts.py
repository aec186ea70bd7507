"""Tables 3.1 to 3.5 of the thesis: lengths of queries and segments, safe and nominal queries."""

from caesura.papers.book.base import BookEntry
from caesura.papers.book.thesis_rows import thesis_entry

ENTRY = BookEntry(
    name="beyer-3-counts",
    chapter="beyer-2011",
    title="Tables 3.1 to 3.5: what the corpus holds, as shares",
    compute=thesis_entry(("3.1", "3.2", "3.3", "3.4", "3.5")),
    source="webis",
    tolerance="within .006",
    why="The thesis counts all 53,437 queries, of which the public package has 4,848 and this copy fewer.",
    order=1,
)
