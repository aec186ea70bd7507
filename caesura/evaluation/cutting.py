"""Cutting trees into flat segmentations, at the level that does best on a corpus of flat votes.

A tree can be cut in three kinds. *By height*: break at every node of this height or more. *By depth*: break at every node that lies
less than this far under the root. *By threshold*: break at the root unless its score is at least this; what is broken off is looked
at in the same by. A query's segmentation changes only where the level passes one of its own values, so one sweep over all
values of a corpus finds the best level exactly.

In folds, each part of the corpus is cut at the level that does best on all the others: nothing is chosen on the queries it is
measured on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import inf, isfinite

from caesura.corpus import Entry
from caesura.evaluation.measures import measure
from caesura.evaluation.query_votes import QueryVotes
from caesura.evaluation.reference_rule import ReferenceRule
from caesura.foundation import InputError, in_turn, unknown
from caesura.shapes import Flat, Nested, nodes

#: What a segmentation of one query is worth.
Worth = Callable[[Entry, Flat], Fraction]


class CutBy(StrEnum):
    """What a level counts."""

    THRESHOLD = "threshold"
    HEIGHT = "height"
    DEPTH = "depth"


@dataclass(frozen=True)
class ScoredTree:
    """A tree, and a score for each boundary where its method has one."""

    nested: Nested
    scores: tuple[float, ...] = ()


@dataclass(frozen=True)
class TreeCut:
    """Where trees are cut: `height=1`, `depth=2`, `threshold=2.5`."""

    by: CutBy
    level: float

    @classmethod
    def parse(cls, text: str) -> TreeCut:
        name, _, level = text.partition("=")
        try:
            cut = cls(CutBy(name), float(level))
        except ValueError:
            cut = None
        if cut is None or not isfinite(cut.level):
            raise InputError(f"'{text}' is not a level to cut at", cure="write best, height=1, depth=2 or threshold=2.5")
        return cut

    def __str__(self) -> str:
        return f"{self.by.value}={self.level:.6g}"

    def flat(self, tree: ScoredTree) -> Flat:
        """The segments that are left when the tree is cut."""
        values = values_of(tree, self.by)
        match self.by:
            case CutBy.HEIGHT:
                return Flat(tuple(int(value >= self.level) for value in values))
            case CutBy.DEPTH:
                return Flat(tuple(int(value < self.level) for value in values))
            case CutBy.THRESHOLD:
                return Flat(tuple(int(value < self.level) for value in _highest_above(tree.nested, values)))


def values_of(tree: ScoredTree, by: CutBy) -> Sequence[float]:
    """Height, depth or score of the node at each boundary."""
    if by is CutBy.HEIGHT:
        return tree.nested.heights
    if by is CutBy.DEPTH:
        return _depths(tree.nested)
    if not tree.scores and tree.nested.heights:
        raise InputError("trees without scores cannot be cut by threshold", cure="cut them by height or depth")
    return tree.scores


def _depths(nested: Nested) -> list[int]:
    """How far each boundary's node lies under the root."""
    depths = [0] * len(nested.heights)
    open_nodes: list[tuple[int, int]] = []
    for start, at, end in sorted(nodes(nested.heights), key=lambda node: (node[0], -node[2])):
        while open_nodes and not (open_nodes[-1][0] <= start and end <= open_nodes[-1][1]):
            open_nodes.pop()
        depths[at] = len(open_nodes)
        open_nodes.append((start, end))
    return depths


def _highest_above(nested: Nested, scores: Sequence[float]) -> list[float]:
    """The highest score from each node up to the root: it holds together if it, or anything it is part of, does."""
    highest = list(scores)
    for start, at, end in reversed(nodes(nested.heights)):  # parents before their children
        for inside in range(start, end - 1):
            highest[inside] = max(highest[inside], highest[at])
    return highest


def worth_under(name: str, level: str) -> Worth:
    """A query's worth under one of the evaluation's measures."""
    scored = measure(name)
    if level not in scored.levels:
        raise unknown(f"level of the measure {name}", level, scored.levels)
    return lambda entry, flat: scored.exact(QueryVotes.of(entry), flat, ReferenceRule.CLOSEST).value(level)


@dataclass(frozen=True)
class _Steps:
    """What one query is worth when levels fall from above: first uncut by any, then from each of its own values down."""

    above: Fraction
    from_value: Mapping[float, Fraction]


def _steps(entry: Entry, tree: ScoredTree, by: CutBy, worth: Worth) -> _Steps:
    known: dict[Flat, Fraction] = {}

    def at(level: float) -> Fraction:
        flat = TreeCut(by, level).flat(tree)
        if flat not in known:
            known[flat] = worth(entry, flat)
        return known[flat]

    return _Steps(at(inf), {value: at(value) for value in sorted(set(values_of(tree, by)), reverse=True)})


def _best_level(all_steps: Sequence[_Steps]) -> tuple[Fraction, float]:
    """The highest sum and the level that gives it, the highest level among equals."""
    total = sum((steps.above for steps in all_steps), Fraction(0))
    changes: dict[float, Fraction] = {}
    for steps in all_steps:
        before = steps.above
        for value, here in steps.from_value.items():
            changes[value] = changes.get(value, Fraction(0)) + here - before
            before = here
    # Above every value: one more than the highest, so that the level has a name.
    best, best_level = total, max(changes, default=0.0) + 1
    for value in sorted(changes, reverse=True):
        total += changes[value]
        if total > best:
            best, best_level = total, value
    return best, best_level


@dataclass(frozen=True)
class CutCorpus:
    """Trees cut in folds: the segmentation of each query, and the level of each fold. `overall` is the best on all queries."""

    flats: Mapping[str, Flat]
    cuts: tuple[TreeCut, ...]
    overall: TreeCut


def cut_at(entries: Sequence[Entry], trees: Mapping[str, ScoredTree], cut: TreeCut) -> CutCorpus:
    """All queries at one given level."""
    return CutCorpus({entry.query.id: cut.flat(trees[entry.query.id]) for entry in entries}, (cut,), cut)


def cut_in_folds(entries: Sequence[Entry], trees: Mapping[str, ScoredTree], worth: Worth, folds: int) -> CutCorpus:
    """Each fold (every k-th query) at the level that does best on all others."""
    numbers = in_turn(len(entries), folds)
    scored = all(tree.scores or not tree.nested.heights for tree in trees.values())
    kinds = [by for by in CutBy if scored or by is not CutBy.THRESHOLD]
    steps = {by: [_steps(entry, trees[entry.query.id], by, worth) for entry in entries] for by in kinds}

    def best(left_out: int | None) -> TreeCut:
        others = [at for at, number in enumerate(numbers) if number != left_out]
        levels = {by: _best_level([steps[by][at] for at in others]) for by in kinds}
        by = max(kinds, key=lambda by: levels[by][0])  # the first of equals, in the order of `CutBy`
        return TreeCut(by, levels[by][1])

    cuts = tuple(best(fold) for fold in range(folds))
    flats = {entry.query.id: cuts[number].flat(trees[entry.query.id]) for number, entry in zip(numbers, entries, strict=True)}
    return CutCorpus(flats, cuts, best(None))
