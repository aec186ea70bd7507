"""Table 4.6 of the thesis: five algorithms under every measure, on the training set."""

from caesura.papers.book.base import BookEntry
from caesura.papers.book.thesis_rows import thesis_entry

ENTRY = BookEntry(
    name="beyer-4-measures",
    chapter="beyer-2011",
    title="Table 4.6: algorithms under all measures",
    compute=thesis_entry(("4.6",), drawn="category-normalized query"),
    source="webis",
    tolerance="within .006",
    why="The public outputs are a later run of the algorithms than the printed one, and this copy may lack queries.",
    order=3,
)
