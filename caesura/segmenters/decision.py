"""Whether to phrase at all: in doubt, no phrase.

A right phrase gains something, a wrong one costs something. If p is the chance that a phrase is right (that a person would have
made this segment), phrasing pays on average exactly if p gain > (1 - p) cost, that is from p = cost / (gain + cost) on. This is
the one threshold, `min_confidence`: .5 where a wrong phrase costs what a right one gains, .75 where it costs three times as much.

Of all phrases that are likely enough, those are taken that do not overlap and gain most in sum. Above .5 no two of them can
overlap, as a person makes only one of two overlapping segments. A query in which no phrase is likely enough is not phrased.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from caesura.foundation import InputError
from caesura.segmenters.decoding import CandidateSegment, best
from caesura.shapes import Flat, Span

#: Gains are compared in units of this, as whole numbers: a tie is a tie.
_UNIT = 2**32


@dataclass(frozen=True, slots=True)
class PhraseDecision:
    """Which words stay together, and the mean gain if a right phrase gains 1; 0 where nothing is phrased."""

    flat: Flat
    phrases: tuple[Span, ...]
    gain: float

    @property
    def phrased(self) -> bool:
        return bool(self.phrases)


def decide(size: int, chances: Mapping[Span, float], min_confidence: float) -> PhraseDecision:
    """The phrases of a query of `size` words worth asking for, by the chance of each span to be a segment."""
    check_confidence(min_confidence)
    likely = {span: chance for span, chance in chances.items() if span[1] - span[0] > 1 and chance > 0 and chance >= min_confidence}
    phrases = tuple(sorted(likely))
    if any(one[1] > other[0] for one, other in pairwise(phrases)):
        phrases = _gaining_most(size, likely, min_confidence)
    gain = 0.0
    for span in phrases:  # not `sum`, which rounds differently from Python 3.12 on
        gain += gain_of(likely[span], min_confidence)
    return PhraseDecision(Flat.keeping(size, phrases), phrases, gain)


def _gaining_most(size: int, likely: Mapping[Span, float], min_confidence: float) -> tuple[Span, ...]:
    """Of phrases that overlap, those that gain most together."""
    # A phrase that gains just nothing is kept: the rule for ties prefers the longer segment.
    candidates = (
        CandidateSegment(start, end, round((chance - min_confidence) * _UNIT), "")
        for (start, end), chance in sorted(likely.items())
    )
    return tuple(span for span in best(size, candidates).spans if span[1] - span[0] > 1)


def gain_of(chance: float, min_confidence: float) -> float:
    """The mean gain of a phrase: 1 if it is right, less by the cost that the threshold stands for if it is wrong."""
    return 0.0 if min_confidence == 1 else (chance - min_confidence) / (1 - min_confidence)


def check_confidence(min_confidence: float) -> None:
    if not 0 <= min_confidence <= 1:
        raise InputError(f"min_confidence is {min_confidence}", cure="it lies between 0 and 1")
