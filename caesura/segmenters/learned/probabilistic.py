"""A segmenter that knows how likely a break is at each place, and what follows for segments and whole segmentations."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from caesura.foundation import InputError
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.learned.distribution import Chain, logistic
from caesura.segmenters.learned.network import CERTAIN, SCALE
from caesura.segmenters.segmentation import Segmentation
from caesura.segmenters.weighted import WeightedSegmenter
from caesura.shapes import Flat, Words, query_words, split_words
from caesura.tagging import Tags


class ProbabilisticSegmenter(WeightedSegmenter):
    """A segment weighs the sum of the log odds against a break inside it, so the heaviest segmentation breaks exactly where
    a break is more likely than not. `nbest` is ordered by the probability of the whole, which knows that neighbouring breaks
    depend on each other; its first need not be what `segment` gives, which is right at as many places as possible.
    """

    def __init__(self, name: str, odds_ratio: float) -> None:
        super().__init__(name, self._weighed, scale=SCALE)
        self._odds_ratio = odds_ratio

    @abstractmethod
    def scores(self, words: Words, tags: Tags | None = None) -> list[int]:
        """Log odds of a break at each place, in units of 1/SCALE."""

    def scores_many(self, queries: Sequence[Words], tags: Sequence[Tags | None] | None = None) -> list[list[int]]:
        """As `scores`, for each query."""
        return [self.scores(words, given) for words, given in zip(queries, tags or [None] * len(queries), strict=True)]

    def break_probabilities(self, words: Sequence[str], tags: Tags | None = None) -> list[float]:
        """The share of people who would break at each place."""
        return [logistic(score / SCALE) for score in self.scores(tuple(words), tags)]

    def chain(self, words: Sequence[str], tags: Tags | None = None) -> Chain:
        """The distribution over all segmentations."""
        return self._chain(self.scores(tuple(words), tags))

    def segment_probability(self, words: Sequence[str], start: int, end: int) -> float:
        """The probability that the words `start` to `end` (exclusive) are a segment."""
        if not 0 <= start < end <= len(words):
            raise InputError(f"no segment from word {start} to {end}", cure=f"the query has {len(words)} words")
        return self.chain(words).segment(start, end)

    def n_best(self, words: Sequence[str], wanted: int) -> list[tuple[float, Flat]]:
        """The most probable segmentations with their probabilities."""
        return [(chance, Flat(breaks)) for chance, breaks in self.chain(words).best(wanted)]

    def segment(self, text: str, tags: Tags | None = None) -> Segmentation:
        words = query_words(text)
        scores = self.scores(words, tags)
        return self._segmented(text, words, scores, tuple(int(score > 0) for score in scores))

    def nbest(self, text: str, wanted: int, tags: Tags | None = None) -> list[Segmentation]:
        if wanted < 1:
            raise InputError(f"{wanted} best segmentations", cure="ask for one or more")
        words = query_words(text)
        scores = self.scores(words, tags)
        if wanted == 1:
            return [self._segmented(text, words, scores, tuple(int(score > 0) for score in scores))]
        best = self._chain(scores).best(wanted)
        # What has no chance at all (a segment across a separator) is not possible.
        return [self._segmented(text, words, scores, breaks) for chance, breaks in best if chance]

    def plain_mask(self, text: str) -> int:
        words = split_words(text)
        return sum(1 << place for place, score in enumerate(self.scores(words)) if score > 0) if words else 0

    def _chain(self, scores: Sequence[int]) -> Chain:
        return Chain([logistic(score / SCALE) for score in scores], self._odds_ratio)

    def _segmented(self, text: str, words: Words, scores: Sequence[int], breaks: tuple[int, ...]) -> Segmentation:
        chain, flat = self._chain(scores), Flat(breaks)
        spans = flat.spans
        weights = [-sum(scores[start : end - 1]) / SCALE for start, end in spans]
        return Segmentation(
            words,
            flat,
            -sum(score for score, broken in zip(scores, breaks, strict=True) if not broken) / SCALE,
            tuple(weights),
            self.name,
            text,
            tuple([chain.segment(start, end) for start, end in spans]),
            chain.probability(breaks),
            chain.entropy,
        )

    def _weighed(self, words: Words, tags: Tags | None) -> list[CandidateSegment]:
        scores = self.scores(words, tags)
        candidates = []
        for start in range(len(words) - 1):
            weight = 0
            for end in range(start + 2, len(words) + 1):
                if scores[end - 2] == CERTAIN:
                    candidates.append(CandidateSegment(start, end, 0, "across a separator or unknown words", allowed=False))
                    break
                weight -= scores[end - 2]
                together = 1.0 - logistic(scores[end - 2] / SCALE)
                basis = f"{together:.0%} keep these together" if end == start + 2 else "sum over its places"
                candidates.append(CandidateSegment(start, end, weight, basis))
        return candidates
