"""The PMI threshold that does best on a corpus, found exactly.

A query's segmentation changes only where the threshold passes the PMI of one of its pairs. So each query is scored once between any
two of its values, and one sweep over all values of the corpus gives the sum at every threshold there is: no grid, no step width.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from caesura.corpus import Corpus, Entry
from caesura.foundation import InputError, each_fold, in_turn, unknown
from caesura.lexicon import LexiconLike
from caesura.segmenters.methods.pmi import neighbour_pmi
from caesura.shapes import Flat

#: What a segmentation of one query is worth.
Value = Callable[[Entry, Flat], Fraction]


@dataclass(frozen=True, slots=True)
class TunedThreshold:
    """The best threshold, what it is worth on the mean, and between which two thresholds nothing changes."""

    threshold: float
    value: Fraction
    lowest: float
    highest: float


def tune_pmi(entries: Sequence[Entry], lexicon: LexiconLike, value: Value) -> TunedThreshold:
    """Of equally good thresholds the highest: in doubt without."""
    if not entries:
        raise InputError("there are no queries to tune on", cure="use a corpus with annotations")
    base, changes = Fraction(0), dict[float, Fraction]()
    for entry in entries:
        pmi = neighbour_pmi(lexicon, entry.query.words)
        # With the threshold above every value all pairs break; from each value down, its pair is joined.
        before = value(entry, Flat.apart(len(entry.query.words)))
        base += before
        for threshold in sorted({known for known in pmi if known is not None}, reverse=True):
            here = value(entry, flat_at(pmi, threshold))
            changes[threshold] = changes.get(threshold, Fraction(0)) + here - before
            before = here
    places = sorted(changes, reverse=True)
    best_sum, best_at, total = base, -1, base
    for at, place in enumerate(places):
        total += changes[place]
        if total > best_sum:
            best_sum, best_at = total, at
    highest = places[best_at] if best_at >= 0 else inf
    lowest = places[best_at + 1] if best_at + 1 < len(places) else -inf
    return TunedThreshold(_between(lowest, highest), best_sum / len(entries), lowest, highest)


def flat_at(pmi: Sequence[float | None], threshold: float) -> Flat:
    """The breaks at a threshold."""
    return Flat(tuple(int(known is None or known < threshold) for known in pmi))


def tune_in_folds(entries: Sequence[Entry], lexicon: LexiconLike, value: Value, folds: int) -> Fraction:
    """What tuning is worth on queries it has not seen: each fold (every k-th query) at the threshold found on all others."""
    total = Fraction(0)
    for others, own in each_fold(in_turn(len(entries), folds), folds):
        threshold = tune_pmi([entries[at] for at in others], lexicon, value).threshold
        for entry in (entries[at] for at in own):
            total += value(entry, flat_at(neighbour_pmi(lexicon, entry.query.words), threshold))
    return total / len(entries)


def measured(measure: str, level: str) -> Value:
    """A query's worth under one of the evaluation's measures."""
    from caesura.evaluation import measure as named
    from caesura.evaluation import score_exactly

    one = named(measure)

    def value(entry: Entry, flat: Flat) -> Fraction:
        score = score_exactly(Corpus("tuning", (entry,)), {entry.query.id: flat}, one)[0]
        if level not in score.levels:
            raise unknown(f"level of the measure {measure}", level, score.levels)
        return score.value(level)

    return value


def _between(lowest: float, highest: float) -> float:
    """A threshold with a short name between the two: a value itself sits on the edge, and rounding would pass it."""
    if highest == inf:
        return lowest + 1 if lowest > -inf else 0.0
    if lowest == -inf:
        return highest
    for digits in range(1, 17):
        middle = round((lowest + highest) / 2, digits)
        if lowest < middle <= highest:
            return middle
    return highest
