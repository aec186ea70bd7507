"""The learned segmenter: breaks where most people would, with probabilities for breaks, segments and whole segmentations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from caesura.foundation import InputError
from caesura.lexicon import LexiconLike, default_lexicon
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.learned.compiled import compiled_network
from caesura.segmenters.learned.distribution import Chain, logistic
from caesura.segmenters.learned.features import Places, places
from caesura.segmenters.learned.model import LearnedModel
from caesura.segmenters.learned.network import CERTAIN, SCALE
from caesura.segmenters.learned.vectors import default_vectors
from caesura.segmenters.segmentation import Segmentation
from caesura.segmenters.weighted import WeightedSegmenter
from caesura.shapes import Flat, Words, fold, lookup_forms, query_words, separator_places, split_words
from caesura.tagging import Tagger, Tags

if TYPE_CHECKING:
    from caesura.segmenters.kernel._learned import LearnedKernel
    from caesura.segmenters.kernel._scored import ChoosingKernel, Phrases


class LearnedSegmenter(WeightedSegmenter):
    """A segment weighs the sum of the log odds against a break inside it, so the heaviest segmentation breaks exactly where
    a break is more likely than not. `nbest` is ordered by the probability of the whole, which knows that neighbouring breaks
    depend on each other; its first need not be what `segment` gives, which is right at as many places as possible.
    """

    def __init__(
        self,
        lexicon: LexiconLike,
        tagger: Tagger,
        model: LearnedModel,
        *,
        kernel: Callable[[Callable[[str], int]], LearnedKernel] | None = None,
        compiled: bool = True,
    ) -> None:
        super().__init__("learned", self._weighed, scale=SCALE)
        self._make_learned_kernel = kernel
        self.model = model
        self._lexicon = lexicon
        self._tagger = tagger
        self._network = compiled_network(model.network) if compiled else model.network
        self._background = default_lexicon() if model.network.uses_background else None

    def scores(self, words: Words, tags: Tags | None = None) -> list[int]:
        """Log odds of a break at each place, in units of 1/SCALE. `tags` are used where the model was trained with such."""
        if len(words) < 2:
            return []
        given = tags if self.model.network.uses_given_tags else None
        kernel = self._kernel if given is None else None
        found = None if kernel is None else kernel.scores(" ".join(words)) or self._scores_of(kernel, words)
        return self._network.scores(self._places(words, given)) if found is None else found

    def _scores_of(self, kernel: LearnedKernel, words: Words) -> list[int] | None:
        """By the kernel, where only Python can fold and tag the words."""
        return kernel.scores_of([lookup_forms(fold(word)) for word in words], separator_places(words), self._tagger(words))

    def plain_scores(self, words: Words, given: Tags | None = None) -> list[int]:
        """As `scores`, by the plain path."""
        return self.model.network.scores(self._places(words, given))

    def _places(self, words: Words, given: Tags | None) -> Places:
        return places(words, self._lexicon, self._tagger(words), given, default_vectors(), self._background)

    @property
    def compiled(self) -> bool:
        return self._make_learned_kernel is not None

    @cached_property
    def _kernel(self) -> LearnedKernel | None:
        return None if self._make_learned_kernel is None else self._make_learned_kernel(self.plain_mask)

    def choosing_kernel(self, plain: Callable[[str], int], minimum: float, phrases: Phrases | None = None) -> ChoosingKernel | None:
        """The kernel that keeps phrases, and what is at least `minimum` likely (0: what the scores say); None where none runs."""
        if self._kernel is None:
            return None
        from caesura.segmenters.kernel._scored import ChoosingKernel

        return ChoosingKernel(self._kernel, phrases, minimum, plain)

    @cached_property
    def json_kernel(self) -> ChoosingKernel | None:
        """Writes what `segment` gives as JSON."""
        return self.choosing_kernel(self.plain_mask, 0.0)

    def break_probabilities(self, words: Sequence[str], tags: Tags | None = None) -> list[float]:
        """The share of people who would break at each place."""
        return [logistic(score / SCALE) for score in self.scores(tuple(words), tags)]

    def chain(self, words: Sequence[str], tags: Tags | None = None) -> Chain:
        """The distribution over all segmentations."""
        return Chain(self.break_probabilities(words, tags), self.model.odds_ratio)

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
        found = self._chain(scores).best(wanted)
        # What has no chance at all (a segment across a separator) is not possible.
        return [self._segmented(text, words, scores, breaks) for chance, breaks in found if chance]

    def plain_mask(self, text: str) -> int:
        words = split_words(text)
        return sum(1 << place for place, score in enumerate(self.scores(words)) if score > 0) if words else 0

    def _chain(self, scores: Sequence[int]) -> Chain:
        return Chain([logistic(score / SCALE) for score in scores], self.model.odds_ratio)

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
        )

    def _weighed(self, words: Words, tags: Tags | None) -> list[CandidateSegment]:
        scores = self.scores(words, tags)
        found = []
        for start in range(len(words) - 1):
            weight = 0
            for end in range(start + 2, len(words) + 1):
                if scores[end - 2] == CERTAIN:
                    found.append(CandidateSegment(start, end, 0, "across a separator or unknown words", allowed=False))
                    break
                weight -= scores[end - 2]
                together = 1.0 - logistic(scores[end - 2] / SCALE)
                basis = f"{together:.0%} keep these together" if end == start + 2 else "sum over its places"
                found.append(CandidateSegment(start, end, weight, basis))
        return found
