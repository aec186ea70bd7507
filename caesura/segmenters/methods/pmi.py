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
from caesura.segmenters.decoding import Candidate
from caesura.segmenters.fast import kernel_maker
from caesura.segmenters.registry import Method, Parameter, Segmenter, Setup
from caesura.segmenters.weighted import Weigh, WeightedSegmenter
from caesura.shapes import Words
from caesura.tagging import Tags

UNIT = 2**32

#: The threshold of the public PMI outputs is log10 .8948 (anything from .89474 to .89491 gives the same 3,865 outputs).
DEFAULT_THRESHOLD = 2.0603


def pair_pmi(lexicon: LexiconLike, words: Words, counts: list[int], start: int) -> float | None:
    """PMI of words `start` and `start + 1`, None where the pair or a word was never counted."""
    expected = counts[start] * counts[start + 1]
    if not expected or not lexicon.total:
        return None
    together = lexicon.count(words[start : start + 2])
    return log(together * lexicon.total / expected) if together else None


def neighbour_pmi(lexicon: LexiconLike, words: Words) -> list[float | None]:
    """PMI at each boundary."""
    counts = [lexicon.count((word,)) for word in words]
    return [pair_pmi(lexicon, words, counts, start) for start in range(len(words) - 1)]


def weighing(lexicon: LexiconLike, threshold: float) -> Weigh:
    def weigh(words: Words, _tags: Tags | None) -> list[Candidate]:
        values = neighbour_pmi(lexicon, words)
        found = []
        for start in range(len(words) - 1):
            weight = 0
            for end in range(start + 2, len(words) + 1):
                value = values[end - 2]
                if value is None:
                    if end == start + 2:
                        found.append(Candidate(start, end, 0, "never counted", allowed=False))
                    break
                weight += floor((value - threshold) * UNIT)
                basis = f"PMI {value:.3f}, threshold {threshold:.3f}" if end == start + 2 else "sum over its pairs"
                found.append(Candidate(start, end, weight, basis))
        return found

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
        raise InputError(f"the threshold {threshold} is out of range", cure="natural logarithms from -1000 to 1000 make sense")
    return WeightedSegmenter(
        "pmi", weighing(lexicon, threshold), scale=UNIT, kernel=kernel_maker("pmi", setup, threshold=threshold)
    )


METHOD = Method(
    "pmi",
    "neighbours stay together where their pointwise mutual information reaches a threshold",
    "Jones, Rey, Madani, Greiner: Generating Query Substitutions. WWW 2006",
    make,
    (Parameter("threshold", DEFAULT_THRESHOLD, "natural logarithm; `caesura tune` finds it on a corpus"),),
)
