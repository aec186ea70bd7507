"""The learned segmenter: breaks where most people would, by a small network, compiled where it can be."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from caesura.foundation import InputError
from caesura.lexicon import LexiconLike, default_lexicon
from caesura.segmenters.learned.compiled import compiled_network, feature_kernel
from caesura.segmenters.learned.features import Places, logged_vectors, places
from caesura.segmenters.learned.kernel_places import kernel_places
from caesura.segmenters.learned.log_features import log_features
from caesura.segmenters.learned.model import LearnedModel
from caesura.segmenters.learned.probabilistic import ProbabilisticSegmenter
from caesura.segmenters.learned.vectors import default_vectors
from caesura.shapes import Words, fold, lookup_forms, separator_places
from caesura.tagging import Tagger, Tags

if TYPE_CHECKING:
    from caesura.segmenters.kernel._learned import LearnedKernel
    from caesura.segmenters.kernel._scored import ChoosingKernel, Phrases


class LearnedSegmenter(ProbabilisticSegmenter):
    """By a trained network over the features of a place."""

    def __init__(
        self,
        lexicon: LexiconLike,
        tagger: Tagger,
        model: LearnedModel,
        *,
        kernel: Callable[[Callable[[str], int]], LearnedKernel] | None = None,
        compiled: bool = True,
    ) -> None:
        super().__init__("learned", model.odds_ratio)
        self._make_learned_kernel = kernel
        self.model = model
        self._lexicon = lexicon
        self._tagger = tagger
        self._compiled = compiled
        self._network = compiled_network(model.network) if compiled else model.network
        self._background = default_lexicon() if model.network.uses_background else None
        self._log_features = log_features(lexicon) if model.network.uses_log else None
        if model.network.uses_log and self._log_features is None:
            raise InputError(
                "the model looks at statistics of a query log, and the lexicon has none",
                cure="name the lexicon it was trained with: --lexicon",
            )

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
        return self.model.network.scores(self._plain_places(words, given))

    def _places(self, words: Words, given: Tags | None) -> Places:
        """All features: by the kernel where it can, with what a log says beyond counts behind them."""
        described = None if self._feature_kernel is None or given is not None else kernel_places(self._feature_kernel, words)
        if described is None or self._log_features is None:
            return self._plain_places(words, given)
        by_log = self._log_features.rows([fold(word) for word in words])
        described.numbers = [[*row, *more] for row, more in zip(described.numbers, by_log, strict=True)]
        if self.model.logged_words is not None:
            logged = logged_vectors(words, self.model.logged_words)
            described.vectors = [[*row, *more] for row, more in zip(described.vectors, logged, strict=True)]
        return described

    def _plain_places(self, words: Words, given: Tags | None) -> Places:
        return places(
            words,
            self._lexicon,
            self._tagger(words),
            given,
            default_vectors(),
            self._background,
            self._log_features,
            self.model.logged_words,
        )

    @property
    def compiled(self) -> bool:
        return self._make_learned_kernel is not None

    @cached_property
    def _feature_kernel(self) -> LearnedKernel | None:
        """For models that look at a log's statistics, which no kernel can score."""
        if self._log_features is None or not self._compiled:
            return None
        return feature_kernel(self._lexicon, self._tagger, self._background is not None)

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
