"""The reference path: plain Python, one query at a time, in fractions. Slow and plain to see; the fast path must equal it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from caesura.corpus import Corpus
from caesura.evaluation.levels import QueryScore
from caesura.evaluation.measures.base import Measure
from caesura.evaluation.query_votes import QueryVotes
from caesura.evaluation.reference_rule import ReferenceRule
from caesura.evaluation.statistics import Average, with_segment_f
from caesura.shapes import Flat


def score_exactly(
    corpus: Corpus, predictions: Mapping[str, Flat], measure: Measure, rule: ReferenceRule = ReferenceRule.CLOSEST
) -> tuple[QueryScore, ...]:
    """One score per query, in the order of the corpus."""
    return tuple(measure.exact(QueryVotes.of(entry), predictions[entry.query.id], rule) for entry in corpus)


def average_exactly(
    scores: Sequence[QueryScore], levels: Sequence[str], average: Average = Average.MACRO
) -> Mapping[str, Fraction]:
    """Averages by level, segment F included where there are segments."""
    if average is Average.MACRO:
        return with_segment_f({level: sum((s.value(level) for s in scores), Fraction(0)) / len(scores) for level in levels})
    result: dict[str, Fraction] = {}
    for level in levels:
        most = sum(score.levels[level][1] for score in scores)
        earned = sum((score.factor * score.levels[level][0] for score in scores), Fraction(0))
        result[level] = earned / most if most else Fraction(1)
    return with_segment_f(result)
