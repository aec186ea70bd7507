"""A query is generated concept by concept; the concepts' probabilities are learned from counts by expectation maximisation.

P(segmentation) is the product of P(s) over its segments, a unigram model of concepts. For each query the model is estimated on
the part of the corpus that its words cover: the runs of query words there, each counted where it is not part of a longer run of
the query (c(x) less what its neighbours in the query extend). Expectation maximisation finds the P(s) under which these runs are
likeliest, and a prior makes each concept of several words cost `alpha` of its expected count, so that the lexicon of concepts is
short (minimum description length). Titles get `gamma` times their own count on top, as evidence from Wikipedia.

Tan and Peng estimate on web documents and drop concepts one by one; here counts come from the lexicon (runs of up to five words),
the prior is the usual one for sparse mixtures, P(s) ~ max(0, expected - alpha), and a run that comes twice in a query is two
runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import floor, inf, log

from caesura.foundation import InputError
from caesura.lexicon import LexiconLike
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.registry import Method, Parameter, Segmenter, Setup
from caesura.segmenters.separators import between_separators
from caesura.segmenters.span_counts import UNIT, span_counts
from caesura.segmenters.weighted import Weigh, WeightedSegmenter
from caesura.shapes import Span, Words
from caesura.tagging import Tags

ROUNDS = 10
ALPHA = 1.0
GAMMA = 100.0


def maximal_counts(counts: Mapping[Span, int], size: int) -> dict[Span, float]:
    """How often each run stands in the corpus without being part of a longer run of the query: by inclusion and exclusion."""

    def count(start: int, end: int) -> int:
        return counts.get((start, end), 0) if start >= 0 and end <= size else 0

    return {
        (start, end): float(max(0, own - count(start - 1, end) - count(start, end + 1) + count(start - 1, end + 1)))
        for (start, end), own in counts.items()
    }


def expected_counts(runs: Mapping[Span, float], chances: Mapping[Span, float]) -> tuple[dict[Span, float], float]:
    """How often each concept is expected in these runs under the model, and the runs' log likelihood."""
    expected = dict.fromkeys(chances, 0.0)
    likelihood = 0.0
    for (first, last), times in runs.items():
        if not times:
            continue
        size = last - first
        ahead = [1.0] + [0.0] * size  # the sum over all ways to cut the words up to here
        behind = [0.0] * size + [1.0]
        inside = [(a, b, chances.get((first + a, first + b), 0.0)) for a in range(size) for b in range(a + 1, size + 1)]
        for a, b, chance in inside:
            ahead[b] += ahead[a] * chance
        for a, b, chance in reversed(inside):
            behind[a] += chance * behind[b]
        if not ahead[size]:
            continue
        likelihood += times * log(ahead[size])
        for a, b, chance in inside:
            if chance:
                expected[first + a, first + b] += times * ahead[a] * chance * behind[b] / ahead[size]
    return expected, likelihood


def concept_chances(
    counts: Mapping[Span, int],
    titles: Mapping[Span, int],
    size: int,
    total: int,
    *,
    alpha: float,
    gamma: float,
    rounds: int = ROUNDS,
) -> dict[Span, float]:
    """P(s) of every run of a query, fitted to the runs; what is dropped has 0. `titles` are those runs that are titles."""
    runs = maximal_counts(counts, size)
    # A word that was never counted can still be a concept of its own.
    chances = {span: max(count, 1 if span[1] - span[0] == 1 else 0) / max(total, 1) for span, count in counts.items()}
    for _ in range(rounds):
        expected, _likelihood = expected_counts(runs, chances)
        for (start, end), number in expected.items():
            several = end - start > 1
            with_title = number + (gamma * titles.get((start, end), 0) if several else 0.0)
            kept = max(0.0, with_title - alpha) if several else max(with_title, 1.0)
            chances[start, end] = kept / max(total, 1)
    return chances


def weighing(lexicon: LexiconLike, alpha: float, gamma: float) -> Weigh:
    def weigh(words: Words, _tags: Tags | None) -> list[CandidateSegment]:
        counts = span_counts(lexicon, words)
        counted = {span: count for span, count in counts.items() if count and span[1] - span[0] > 1}
        titles = {(start, end): count for (start, end), count in counted.items() if lexicon.is_title(words[start:end])}
        chances = concept_chances(counts, titles, len(words), lexicon.total, alpha=alpha, gamma=gamma)
        logs = {span: log(chance) if chance > 0 else -inf for span, chance in chances.items()}
        candidates = []
        for start, end in counts:
            if end - start < 2:
                continue
            apart = sum(logs[place, place + 1] for place in range(start, end))
            gain = logs[start, end] - apart
            allowed = gain > -inf
            weight = floor(gain * UNIT) if allowed else 0
            basis = f"log P {logs[start, end]:.3f}, apart {apart:.3f}" if allowed else "no concept"
            candidates.append(CandidateSegment(start, end, weight, basis, counts[start, end], allowed))
        return candidates

    return weigh


def make(setup: Setup) -> Segmenter:
    lexicon = setup.need_lexicon()
    try:
        alpha, gamma = float(setup.parameters["alpha"]), float(setup.parameters["gamma"])
    except (TypeError, ValueError):
        raise InputError("alpha and gamma are not numbers", cure="give numbers of 0 or more") from None
    if not 0 <= alpha < inf or not 0 <= gamma < inf:
        raise InputError(f"alpha {alpha} and gamma {gamma}", cure="give numbers of 0 or more")
    weigh = between_separators(weighing(lexicon, alpha, gamma), lexicon, setup.rules)
    return WeightedSegmenter("generative", weigh, scale=UNIT)


METHOD = Method(
    "generative",
    "concepts with probabilities fitted to the query's n-grams by expectation maximisation, and titles",
    "Tan, Peng: Unsupervised Query Segmentation Using Generative Language Models and Wikipedia. WWW 2008",
    make,
    (
        Parameter("alpha", ALPHA, "what a concept of several words costs, in expected occurrences"),
        Parameter("gamma", GAMMA, "how often a title's own count is added to it"),
    ),
)
