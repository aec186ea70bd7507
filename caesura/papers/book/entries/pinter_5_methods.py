"""Table 5 of Pinter et al.: the methods on all queries and on hard ones."""

from caesura.papers.book.base import BookEntry
from caesura.papers.book.pinter_rows import methods_entry

ENTRY = BookEntry(
    name="pinter-5-methods",
    chapter="pinter-2016",
    title="Table 5: segments and heads by every method",
    compute=methods_entry(("all", "content-words", "low-confidence"), ("distant", "parser-only")),
    source="question-intent",
    tolerance="distant is ahead of the parser alone",
    why="The treebank is another one, annotated for this project, and the parser and its training data are ours.",
    order=3,
)
