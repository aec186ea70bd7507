"""How well a tree fits flat votes before it is cut: which of the annotators' segments it holds as nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from caesura.corpus import Entry
from caesura.evaluation.query_votes import flat_votes
from caesura.shapes import Flat, Nested


def held_segments(entry: Entry, nested: Nested) -> Fraction:
    """The share of the annotators' segments that are nodes of the tree.

    Single words are in every tree, and so is the whole query: only segments in between count. Where no annotator made one,
    there was nothing to miss: 1.
    """
    spans = frozenset(nested.spans)
    held = made = 0
    for vote in flat_votes(entry):
        if isinstance(vote.shape, Flat):
            between = [span for span in vote.shape.spans if 1 < span[1] - span[0] < nested.size]
            held += vote.count * sum(span in spans for span in between)
            made += vote.count * len(between)
    return Fraction(held, made) if made else Fraction(1)


def compatible_annotators(entry: Entry, nested: Nested) -> Fraction:
    """The share of the annotators none of whose segments crosses a node of the tree."""
    votes = flat_votes(entry)
    fitting = sum(vote.count for vote in votes if isinstance(vote.shape, Flat) and nested.is_compatible(vote.shape))
    return Fraction(fitting, votes.total)


def tree_fit(entries: Sequence[Entry], trees: Mapping[str, Nested]) -> dict[str, float]:
    """Both, as means over the queries of three or more words: shorter ones have no rule."""
    longer = [entry for entry in entries if len(entry.query.words) > 2]
    if not longer:
        return {"segments_held": 1.0, "compatible": 1.0}
    return {
        name: float(sum((of(entry, trees[entry.query.id]) for entry in longer), Fraction(0)) / len(longer))
        for name, of in (("segments_held", held_segments), ("compatible", compatible_annotators))
    }
