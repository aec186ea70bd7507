"""How good phrases are against the crowd: what was phrased, how often that was right, and how much of what should be phrased was.

A phrase is a segment of two or more words. It is right if it is a segment of the crowd's segmentation (the majority at each
boundary, a tie breaks: the reference of the measure `corpus`). Its support is the share of annotators who made exactly this
segment. Figures are over all phrases of all queries, since a phrase, not a query, is what is asked for or not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from caesura.corpus import Corpus, Entry
from caesura.evaluation.measures.corpus import majority
from caesura.evaluation.query_votes import flat_votes
from caesura.shapes import Flat, Span


@dataclass(frozen=True, slots=True)
class PhraseFigures:
    """`phrased` counts queries with at least one phrase, `all_right` those of them where every phrase is right."""

    queries: int
    phrased: int
    all_right: int
    phrases: int
    right: int
    wanted: int
    support: Fraction

    @property
    def coverage(self) -> Fraction:
        """The share of queries that are phrased at all."""
        return Fraction(self.phrased, self.queries)

    @property
    def precision(self) -> Fraction | None:
        """The share of phrases that are right; None where there are none."""
        return Fraction(self.right, self.phrases) if self.phrases else None

    @property
    def recall(self) -> Fraction | None:
        """The share of the crowd's phrases that were found; None where it has none."""
        return Fraction(self.right, self.wanted) if self.wanted else None

    def as_row(self) -> dict[str, object]:
        return {
            "queries": self.queries,
            "phrased": self.phrased,
            "coverage": float(self.coverage),
            "phrases": self.phrases,
            "precision": _number(self.precision),
            "recall": _number(self.recall),
            "support": _number(self.support / self.phrases if self.phrases else None),
            "all_right": _number(Fraction(self.all_right, self.phrased) if self.phrased else None),
        }


def phrases_of(flat: Flat) -> frozenset[Span]:
    """The segments of two or more words."""
    return frozenset(span for span in flat.spans if span[1] - span[0] > 1)


def support_of(entry: Entry, span: Span) -> Fraction:
    """The share of annotators who made this segment."""
    votes = flat_votes(entry)
    return Fraction(sum(v.count for v in votes if isinstance(v.shape, Flat) and span in v.shape.spans), votes.total)


def phrase_figures(corpus: Corpus, predictions: Mapping[str, Flat]) -> PhraseFigures:
    """Over the queries of two or more words: one word has nothing to phrase."""
    queries = phrased = all_right = phrases = right = wanted = 0
    support = Fraction(0)
    for entry in corpus:
        if len(entry.query.words) < 2:
            continue
        predicted, expected = phrases_of(predictions[entry.query.id]), phrases_of(majority(flat_votes(entry)))
        queries += 1
        phrased += bool(predicted)
        all_right += bool(predicted) and predicted <= expected
        phrases += len(predicted)
        right += len(predicted & expected)
        wanted += len(expected)
        support += sum((support_of(entry, span) for span in predicted), Fraction(0))
    return PhraseFigures(queries, phrased, all_right, phrases, right, wanted, support)


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
