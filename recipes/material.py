"""What teacher and student learn from: queries with their features, log statistics and word states, one row per place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from caesura.corpus import Corpus, Entry
from caesura.lexicon import default_lexicon
from caesura.segmenters.learned.feature_rows import FeatureRows, feature_rows
from caesura.segmenters.learned.training import inputs_of
from caesura.tagging import default_tagger
from recipes.log_queries import plain, word_states, words_around
from recipes.log_statistics import LogStatistics
from recipes.teacher import Matrix
from recipes.transformer import WIDTH, Transformer

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Scales:
    """Mean and spread of each number, taken once from all that a model learns from."""

    means: Vector
    scales: Vector
    log_means: Vector
    log_spreads: Vector


@dataclass(frozen=True)
class Material:
    """Queries of two and more words. `shares` are shares of votes, none for logged queries; `states` end with a row of zeros."""

    texts: tuple[str, ...]
    sizes: tuple[int, ...]
    rows: FeatureRows
    log_rows: Matrix
    states: npt.NDArray[np.float16]
    around: npt.NDArray[np.int64]
    shares: Matrix

    @cached_property
    def owners(self) -> npt.NDArray[np.int64]:
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    def without(self, forms: set[str]) -> Material:
        """Without the queries whose plain form is one of these."""
        return self._kept(np.array([plain(text) not in forms for text in self.texts]))

    def first(self, count: int) -> Material:
        """So many queries, or all there are."""
        return self._kept(np.arange(len(self.texts)) < count)

    def joined(self, other: Material) -> Material:
        """These queries and then the others, without shares."""
        outside = len(self.states) + len(other.states) - 2
        own = np.where(self.around == len(self.states) - 1, outside, self.around)
        return Material(
            self.texts + other.texts,
            self.sizes + other.sizes,
            self.rows.joined(other.rows),
            np.concatenate([self.log_rows, other.log_rows]),
            np.vstack([self.states[:-1], other.states]),
            np.concatenate([own, other.around + len(self.states) - 1]),
            self.shares[:0],
        )

    def _kept(self, kept: npt.NDArray[np.bool_]) -> Material:
        rows = np.flatnonzero(kept[self.owners])
        return Material(
            tuple(text for text, stays in zip(self.texts, kept, strict=True) if stays),
            tuple(size for size, stays in zip(self.sizes, kept, strict=True) if stays),
            self.rows.picked(rows),
            self.log_rows[rows],
            self.states,
            self.around[rows],
            self.shares[rows] if len(self.shares) else self.shares,
        )

    def inputs(self, scales: Scales) -> Matrix:
        """As the shipped network sees the places."""
        return inputs_of(self.rows, scales.means, scales.scales)

    def dense(self, scales: Scales) -> torch.Tensor:
        """As the teacher sees them, word states apart."""
        statistics = np.clip((self.log_rows - scales.log_means) / scales.log_spreads, -8, 8).astype(np.float32)
        return torch.as_tensor(np.hstack([self.inputs(scales), statistics]))


def material(
    queries: Sequence[Sequence[str]],
    shares: Sequence[Sequence[float]],
    log: LogStatistics,
    transformer: Transformer,
    cache: Path,
    name: str,
) -> Material:
    texts = [" ".join(words) for words in queries]
    states = word_states(texts, transformer, cache, name)
    return Material(
        tuple(texts),
        tuple(len(words) - 1 for words in queries),
        feature_rows([tuple(words) for words in queries], default_lexicon(), default_tagger(), None),
        np.array([row for words in queries for row in log.rows(words)], np.float32),
        np.vstack([states, np.zeros((1, WIDTH), np.float16)]),
        words_around(texts, outside=len(states)),
        np.array([share for listed in shares for share in listed], np.float32),
    )


def entries_of(corpus: Corpus) -> list[Entry]:
    return [entry for entry in corpus if len(entry.query.words) > 1]


def voted_material(entries: Sequence[Entry], log: LogStatistics, transformer: Transformer, cache: Path, name: str) -> Material:
    shares = [[count / entry.votes.total for count in entry.votes.break_counts] for entry in entries]
    return material([entry.query.words for entry in entries], shares, log, transformer, cache, name)
