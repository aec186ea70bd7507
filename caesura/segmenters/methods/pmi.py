"""Pointwise mutual information: neighbours stay together from a threshold on.

PMI = ln(c(xy) N / (c(x) c(y))), N the lexicon's total. Two words are kept together if and only if it is at least the
threshold; a pair or word that was never counted breaks. As a sum of segment weights: every joined pair weighs PMI minus
threshold, so the heaviest segmentation joins exactly the pairs that reach it, and the n best are ordered by how much
PMI they give away. Weights are counted in units of 2^-32, rounded down: sums are exact, and no sign is lost.
"""

from __future__ import annotations

from math import floor, log

from caesura.foundation import InputError
from caesura.lexicon import LexiconLike
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.kernel.available import classic_kernel
from caesura.segmenters.registry import Method, Parameter, Rules, Segmenter, Setup
from caesura.segmenters.separators import between_separators, find_separators
from caesura.segmenters.weighted import Weigh, WeightedSegmenter
from caesura.shapes import Words
from caesura.tagging import Tags

UNIT = 2**32

#: The threshold of the public PMI outputs is log10 .8948 (anything from .89474 to .89491 gives the same 3,865 outputs).
DEFAULT_THRESHOLD = 2.0603


def pair_pmi(together: int, one: int, other: int, total: int) -> float | None:
    """PMI of two words by their counts, None where the pair or a word was never counted."""
    return log(together * total / (one * other)) if together and one and other and total else None


def neighbour_pmi(lexicon: LexiconLike, words: Words, rules: Rules = "printed") -> list[float | None]:
    """PMI at each boundary; None where there is none, or a separator makes a break."""
    as_typed = rules == "published"
    apart = find_separators(words, lexicon, rules).uncovered(0, len(words))
    counts = [lexicon.lookup((word,), as_typed=as_typed)[0] for word in words]
    pairs = [lexicon.lookup(words[start : start + 2], as_typed=as_typed)[0] for start in range(len(words) - 1)]
    return [
        None if apart >> place & 1 else pair_pmi(pair, counts[place], counts[place + 1], lexicon.total)
        for place, pair in enumerate(pairs)
    ]


def weighing(lexicon: LexiconLike, threshold: float, rules: Rules) -> Weigh:
    def weigh(words: Words, _tags: Tags | None) -> list[CandidateSegment]:
        values = neighbour_pmi(lexicon, words, rules)
        candidates = []
        for start in range(len(words) - 1):
            weight = 0
            for end in range(start + 2, len(words) + 1):
                value = values[end - 2]
                if value is None:
                    if end == start + 2:
                        candidates.append(CandidateSegment(start, end, 0, "never counted", allowed=False))
                    break
                weight += floor((value - threshold) * UNIT)
                basis = f"PMI {value:.3f}, threshold {threshold:.3f}" if end == start + 2 else "sum over its pairs"
                candidates.append(CandidateSegment(start, end, weight, basis))
        return candidates

    return weigh


def make(setup: Setup) -> Segmenter:
    lexicon = setup.need_lexicon()
    try:
        threshold = float(setup.parameters["threshold"])
    except (TypeError, ValueError):
        raise InputError(
            f"the threshold {setup.parameters['threshold']!r} is not a number", cure="for example threshold=2.06"
        ) from None
    if threshold != threshold or abs(threshold) > 1000:
        raise InputError(f"the threshold {threshold} is out of range", cure="use a natural logarithm between -1000 and 1000")
    weigh = between_separators(weighing(lexicon, threshold, setup.rules), lexicon, setup.rules)
    return WeightedSegmenter("pmi", weigh, scale=UNIT, kernel=classic_kernel("pmi", setup, threshold=threshold))


METHOD = Method(
    "pmi",
    "neighbours stay together where their pointwise mutual information reaches a threshold",
    "Jones, Rey, Madani, Greiner: Generating Query Substitutions. WWW 2006",
    make,
    (Parameter("threshold", DEFAULT_THRESHOLD, "natural logarithm; `caesura tune` finds it on a corpus"),),
)
