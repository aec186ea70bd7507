"""How strongly the words of a span hold together, by a small language model over the lexicon's counts.

ln P(span) is ln(count / N) where the span was counted. Where it was not, it is put together from the spans one word shorter as
P(all but the last) P(all but the first) / P(those in between), times .4 (the back-off factor of Brants et al. 2007). A word
that was never counted has half a count.

Pointwise mutual information of two neighbouring spans is then ln P(both) - ln P(one) - ln P(other), for spans of any
length (segment PMI, Huang et al. 2010). It comes as a whole number of 2^-32: sums are exact, and what is equal but for the
last bits of a logarithm is a tie.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from caesura.foundation import InputError
from caesura.lexicon import LONGEST_COUNTED, LexiconLike
from caesura.shapes import Span, Words

UNIT = 2**32

_BACK_OFF = log(0.4)


@dataclass(frozen=True)
class Cohesion:
    """The logarithms of the probabilities of all spans of a query."""

    logarithms: dict[Span, float]

    @classmethod
    def of(cls, lexicon: LexiconLike, words: Words) -> Cohesion:
        total = lexicon.total
        if total <= 0:
            raise InputError("the lexicon has no counts of words", cure="trees need them: build it with --counts of single words")
        counted = min(lexicon.longest, LONGEST_COUNTED)
        known: dict[Span, float] = {}
        for length in range(1, len(words) + 1):
            for start in range(len(words) - length + 1):
                end = start + length
                count = lexicon.count(words[start:end]) if length <= counted else 0
                if count:
                    known[start, end] = log(count / total)
                elif length == 1:
                    known[start, end] = log(0.5 / total)
                else:
                    between = known[start + 1, end - 1] if length > 2 else 0.0
                    known[start, end] = known[start, end - 1] + known[start + 1, end] - between + _BACK_OFF
        return cls(known)

    def pmi(self, start: int, middle: int, end: int) -> int:
        """Between the two halves of a span."""
        known = self.logarithms
        return round((known[start, end] - known[start, middle] - known[middle, end]) * UNIT)

    def neighbours(self, boundary: int) -> int:
        """Between the two words beside a boundary."""
        return self.pmi(boundary, boundary + 1, boundary + 2)

    def weakest(self, start: int, end: int) -> int:
        """The lowest PMI among all ways to take a span apart in two."""
        return min(self.pmi(start, middle, end) for middle in range(start + 1, end))
