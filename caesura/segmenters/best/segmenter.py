"""The segmenter of `best`: scores of many queries at once, and all that follows from probabilities."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from caesura.lexicon import LexiconLike
from caesura.segmenters.best.encoder import Encoder
from caesura.segmenters.best.model import BestModel
from caesura.segmenters.best.shipped import shipped_encoder
from caesura.segmenters.kernel.available import cannot_run
from caesura.segmenters.learned.compiled import feature_kernel
from caesura.segmenters.learned.feature_rows import described_rows, words_around
from caesura.segmenters.learned.network import SCALE, settled
from caesura.segmenters.learned.probabilistic import ProbabilisticSegmenter
from caesura.segmenters.segmentation import Segmentation
from caesura.shapes import Words, query_words, split_words
from caesura.tagging import Tagger, Tags, default_tagger

if TYPE_CHECKING:
    from caesura.segmenters.kernel._learned import LearnedKernel

#: Queries that are looked at together.
_TOGETHER = 1024


class BestSegmenter(ProbabilisticSegmenter):
    """By a transformer and the features of `learned`; `kernel` computes these where it can run."""

    def __init__(
        self,
        lexicon: LexiconLike,
        tagger: Tagger,
        model: BestModel,
        encoder: Encoder,
        kernel: Callable[[], LearnedKernel | None],
    ) -> None:
        super().__init__("best", model.odds_ratio)
        self.model = model
        self._lexicon, self._tagger, self._encoder = lexicon, tagger, encoder
        self._make_feature_kernel = kernel

    @cached_property
    def _feature_kernel(self) -> LearnedKernel | None:
        return self._make_feature_kernel()

    def scores(self, words: Words, tags: Tags | None = None) -> list[int]:  # noqa: ARG002 - tags are the tagger's own
        return self.scores_many([words])[0]

    def scores_many(self, queries: Sequence[Words], tags: Sequence[Tags | None] | None = None) -> list[list[int]]:  # noqa: ARG002
        return [row for at in range(0, len(queries), _TOGETHER) for row in self._scored(queries[at : at + _TOGETHER])]

    def _scored(self, queries: Sequence[Words]) -> list[list[int]]:
        long = [words for words in queries if len(words) > 1]
        if not long:
            return [[] for _ in queries]
        rows, breaks = described_rows(long, self._lexicon, self._tagger, None, self._feature_kernel)
        states = self._encoder.states_with_end(long)
        log_odds = self.model.log_odds(rows, states, words_around([len(words) for words in long]))
        values = iter((log_odds.clip(-60, 60) * SCALE).round().astype(int).tolist())
        found = iter([settled([next(values) for _ in words[1:]], sure) for words, sure in zip(long, breaks, strict=True)])
        return [next(found) if len(words) > 1 else [] for words in queries]

    def segment_many(self, texts: Sequence[str], tags: Sequence[Tags | None] | None = None) -> list[Segmentation]:  # noqa: ARG002
        queries = [query_words(text) for text in texts]
        return [
            self._segmented(text, words, scores, tuple(int(score > 0) for score in scores))
            for text, words, scores in zip(texts, queries, self.scores_many(queries), strict=True)
        ]

    def masks(self, texts: Sequence[str], threads: int | None = None) -> array[int]:  # noqa: ARG002 - one core
        return array("Q", map(_mask, self.scores_many([split_words(text) for text in texts])))


def best_segmenter(lexicon: LexiconLike, model: BestModel, *, compiled: bool | None = None) -> BestSegmenter:
    """With the shipped encoder; `compiled` forces the kernel for the features (True) or the plain path (False)."""
    tagger = default_tagger()

    def kernel() -> LearnedKernel | None:
        return None if compiled is False else feature_kernel(lexicon, tagger, with_background=False)

    if compiled and kernel() is None:
        raise cannot_run()
    return BestSegmenter(lexicon, tagger, model, shipped_encoder(), kernel)


def _mask(scores: Sequence[int]) -> int:
    return sum(1 << place for place, score in enumerate(scores) if score > 0)
