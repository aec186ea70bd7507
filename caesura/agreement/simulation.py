"""Annotators made up to see what alpha and S do: each follows one habit, or none.

Every query has a true tree. *Unbiased* annotators see its structure and slip now and then; lovers of *two halves* or *balanced
trees* look at nothing but the number of words; *spammers* choose at random; *experts* know the tree and, asked for a flat
segmentation, cut it at the level of detail they like.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from caesura.agreement.items import Kind
from caesura.corpus import Corpus, Entry, Query, Votes
from caesura.shapes import Flat, Nested, random_flat, random_nested

#: How often an annotator who means well does something else at one boundary (flat) or altogether (nested).
_SLIPS = 0.15
#: How often someone who loves halves misses the middle by one word.
_OFF_CENTRE = 0.3


@dataclass(frozen=True)
class Annotator:
    """`annotate` gets the true tree, a level of detail between 0 and 1 that stays the annotator's own, and a source of chance."""

    name: str
    kind: Kind
    annotate: Callable[[Nested, float, random.Random], Flat | Nested]


def _unbiased_flat(tree: Nested, detail: float, drawing: random.Random) -> Flat:  # noqa: ARG001
    truth = tree.cut(1 + tree.height // 2)
    return Flat(tuple(drawing.randrange(2) if drawing.random() < _SLIPS else value for value in truth.breaks))


def _two_halves(tree: Nested, detail: float, drawing: random.Random) -> Flat:  # noqa: ARG001
    middle = drawing.choice((tree.size // 2, (tree.size + 1) // 2))
    if drawing.random() < _OFF_CENTRE:
        middle += drawing.choice((-1, 1))
    middle = min(max(middle, 1), tree.size - 1)
    return Flat.from_lengths((middle, tree.size - middle))


def _spammer_flat(tree: Nested, detail: float, drawing: random.Random) -> Flat:  # noqa: ARG001
    return random_flat(tree.size, drawing)


def _expert_flat(tree: Nested, detail: float, drawing: random.Random) -> Flat:  # noqa: ARG001
    return tree.cut(round(detail * tree.height))


def _unbiased_tree(tree: Nested, detail: float, drawing: random.Random) -> Nested:  # noqa: ARG001
    return random_nested(tree.size, drawing) if drawing.random() < _SLIPS else tree


def _balanced(tree: Nested, detail: float, drawing: random.Random) -> Nested:  # noqa: ARG001
    return Nested(_balanced_heights(tree.size, drawing))


def _spammer_tree(tree: Nested, detail: float, drawing: random.Random) -> Nested:  # noqa: ARG001
    return random_nested(tree.size, drawing)


def _expert_tree(tree: Nested, detail: float, drawing: random.Random) -> Nested:  # noqa: ARG001
    return tree


ANNOTATORS = (
    Annotator("unbiased", Kind.FLAT, _unbiased_flat),
    Annotator("two halves", Kind.FLAT, _two_halves),
    Annotator("spammer", Kind.FLAT, _spammer_flat),
    Annotator("expert", Kind.FLAT, _expert_flat),
    Annotator("unbiased", Kind.NESTED, _unbiased_tree),
    Annotator("balanced trees", Kind.NESTED, _balanced),
    Annotator("spammer", Kind.NESTED, _spammer_tree),
    Annotator("expert", Kind.NESTED, _expert_tree),
)


def simulated_corpus(
    annotator: Annotator, *, queries: int = 300, annotators: int = 10, lengths: tuple[int, ...] = (5, 6, 7, 8), seed: int = 1
) -> Corpus:
    """A corpus by this many annotators of one kind. The same seed gives the same queries and true trees to every kind."""
    truth = random.Random(f"truth {seed}")
    drawing = random.Random(f"{annotator.name} {annotator.kind} {seed}")
    details = [drawing.random() for _ in range(annotators)]
    entries = []
    for number in range(queries):
        tree = random_nested(truth.choice(lengths), truth)
        annotations = [(annotator.annotate(tree, detail, drawing), f"a{who}", ()) for who, detail in enumerate(details)]
        text = " ".join(f"w{place}" for place in range(1, tree.size + 1))
        entries.append(Entry(Query(f"q{number}", text), Votes.count(annotations)))
    return Corpus(f"simulated {annotator.name}", tuple(entries))


def _balanced_heights(words: int, drawing: random.Random) -> tuple[int, ...]:
    if words == 1:
        return ()
    left_words = drawing.choice((words // 2, (words + 1) // 2))
    left, right = _balanced_heights(left_words, drawing), _balanced_heights(words - left_words, drawing)
    return (*left, 1 + max(max(left, default=-1), max(right, default=-1)), *right)
