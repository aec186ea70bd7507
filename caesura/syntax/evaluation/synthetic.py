"""Queries made from questions whose trees are known: their gold forests follow by construction.

The questions and their trees come from a treebank of full sentences. A query is made by one of the ways of shortening: words are
dropped, a part may be moved. What was moved, and what a dropped preposition, conjunction or form of BE or HAVE stood before, is a
segment of its own (the cues say where); within a segment the tree is the question's, with the dropped words collapsed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from caesura.foundation import PathLike
from caesura.shapes import MAX_WORDS, Flat
from caesura.syntax.closed_class import QUESTION_WORDS
from caesura.syntax.cues import segmented_at
from caesura.syntax.parsing.parse import Parse, cut, joined
from caesura.syntax.projection.project import project
from caesura.syntax.shortening import WAYS
from caesura.syntax.training_set import LONGEST_TITLE
from caesura.syntax.treebank.as_queries import TreeExample, read_trees
from caesura.syntax.treebank.reading import TreebankQuery


def known_forest(question: TreeExample, chosen: Sequence[int]) -> Parse:
    """The forest of the query that has the question's words `chosen`, in that order."""
    segmented = segmented_at(tuple(question.words[at] for at in chosen), tuple(chosen), question.words)
    whole = Parse(question.tags, question.heads, question.labels)
    parts = []
    for start, end in _runs(chosen):
        part = project(question.words, whole, chosen[start:end])
        breaks = [*part.forest.segments.breaks]
        cues = segmented.flat.breaks[start : end - 1]
        parts.append(cut(part, Flat(tuple(one | other for one, other in zip(breaks, cues, strict=True)))))
    return joined(parts)


def _runs(chosen: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Stretches in rising order: a moved part begins and ends one."""
    start = 0
    for at in range(1, len(chosen) + 1):
        if at == len(chosen) or chosen[at] < chosen[at - 1]:
            yield start, at
            start = at


def synthetic_queries(questions: Iterable[TreeExample], *, seed: int = 1) -> list[TreebankQuery]:
    """One query at most for each question, by a way drawn with its share."""
    draw = random.Random(seed)
    found: list[TreebankQuery] = []
    for question in questions:
        way = draw.choices(WAYS, [way.share for way in WAYS])[0]
        chosen = way.choose(question.words, question.tags)
        if chosen is None or not 2 <= len(chosen) <= MAX_WORDS:
            continue
        words = tuple(question.words[at] for at in chosen)
        found.append(TreebankQuery(str(len(found) + 1), words, known_forest(question, chosen).forest, {"way": way.name}))
    return found


def treebank_questions(path: PathLike) -> Iterator[TreeExample]:
    """The sentences of a treebank that begin with a question word and are no longer than a title may be."""
    for tree in read_trees(str(path)):
        if 2 < len(tree.words) <= LONGEST_TITLE and tree.words[0] in QUESTION_WORDS:
            yield tree
