"""Table 6 of Pinter et al.: the methods on queries of several segments and of one."""

from caesura.papers.book.base import BookEntry
from caesura.papers.book.pinter_rows import methods_entry

ENTRY = BookEntry(
    name="pinter-6-segments",
    chapter="pinter-2016",
    title="Table 6: queries of several segments and of one",
    compute=methods_entry(("multi-segment", "single-segment"), ("distant", "projection")),
    source="question-intent",
    tolerance="distant is ahead of projection",
    why="The treebank is another one, annotated for this project, and the parser and its training data are ours.",
    order=4,
)
