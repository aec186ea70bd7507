"""Synthetic queries with gold forests: shortened questions whose trees are known.

The questions and their trees come from a treebank of full sentences. Shortening drops words and may move a part. What was
moved, and what a dropped preposition, conjunction or form of BE or HAVE stood before, is a segment of its own (the cues say
where); within a segment the tree is the question's, with the dropped words collapsed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from caesura.foundation import PathLike
from caesura.shapes import MAX_WORDS, Flat
from caesura.syntax.closed_class import QUESTION_WORDS
from caesura.syntax.cues.filters import LONGEST_TITLE
from caesura.syntax.cues.segmentation import segment_aligned
from caesura.syntax.cues.shortening import draw_shortening
from caesura.syntax.parsing.parse import Parse, join_parses
from caesura.syntax.projection.project import project
from caesura.syntax.treebank.as_queries import TreeExample, read_trees
from caesura.syntax.treebank.reading import TreebankQuery


def gold_forest(question: TreeExample, kept: Sequence[int]) -> Parse:
    """The forest of the query that has the question's words `kept`, in that order."""
    segmented = segment_aligned(tuple(question.words[at] for at in kept), tuple(kept), question.words)
    whole = Parse(question.tags, question.heads, question.labels)
    parts = []
    for start, end in _runs(kept):
        part = project(question.words, whole, kept[start:end])
        breaks = [*part.forest.segments.breaks]
        cues = segmented.flat.breaks[start : end - 1]
        parts.append(_one_tree_each(part, Flat(tuple(one | other for one, other in zip(breaks, cues, strict=True)))))
    return join_parses(parts)


def _one_tree_each(parse: Parse, segments: Flat) -> Parse:
    """The parse cut at the segments' ends. A segment left in pieces is one tree again, under the word that was highest."""
    heads, labels = list(parse.heads), list(parse.labels)
    depths = parse.forest.depths
    for start, end in segments.spans:
        roots = [word for word in range(start, end) if not start < heads[word] <= end]
        top = min(roots, key=lambda word: (depths[word], word))
        for word in roots:
            heads[word] = 0 if word == top else top + 1
            if labels:
                labels[word] = "root" if word == top else labels[word] if labels[word] != "root" else "dep"
    return Parse(parse.tags, tuple(heads), tuple(labels), parse.confidence)


def _runs(kept: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Stretches in rising order: a moved part begins and ends one."""
    start = 0
    for at in range(1, len(kept) + 1):
        if at == len(kept) or kept[at] < kept[at - 1]:
            yield start, at
            start = at


def synthetic_queries(questions: Iterable[TreeExample], *, seed: int = 1) -> list[TreebankQuery]:
    """At most one query for each question, by a shortening drawn with its share."""
    draw = random.Random(seed)
    queries: list[TreebankQuery] = []
    for question in questions:
        shortening = draw_shortening(draw)
        kept = shortening.words_kept(question.words, question.tags)
        if kept is None or not 2 <= len(kept) <= MAX_WORDS:
            continue
        words = tuple(question.words[at] for at in kept)
        forest = gold_forest(question, kept).forest
        queries.append(TreebankQuery(str(len(queries) + 1), words, forest, {"shortening": shortening.name}))
    return queries


def treebank_questions(path: PathLike) -> list[TreeExample]:
    """The sentences of a treebank that begin with a question word and are no longer than a title may be."""
    return [tree for tree in read_trees(str(path)) if 2 < len(tree.words) <= LONGEST_TITLE and tree.words[0] in QUESTION_WORDS]
