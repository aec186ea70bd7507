"""Which directions of the word vectors matter for breaks, learned from a query log without a single annotation.

Formulas (pmi, naive, wikipedia, titles) segment the log, with the default lexicon and with counts of the log itself. A small
network must guess their breaks from nothing but the vectors of the four words around a place, and has to squeeze each vector
through a few directions first. Those directions are kept: they say what of a word's meaning tells where phrases begin and end. No
vote of any annotator plays a part, so nothing that is measured on votes can have leaked into them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

import numpy as np
import numpy.typing as npt

from caesura.lexicon import LexiconLike, Source, build_lexicon, default_lexicon, open_lexicon
from caesura.segmenters import WeightedSegmenter, segmenter
from caesura.segmenters.learned.descent import Descent
from caesura.segmenters.learned.features import AROUND
from caesura.segmenters.learned.training import logistic_of
from caesura.shapes import fold

Table = npt.NDArray[np.float32]

#: Longer lines of a log are seldom queries.
_LONGEST = 10
_HIDDEN = 96
_EPOCHS = 4
_BATCH = 256
_RATE = 2e-3
_DECAY = 0.01
_DROPOUT = 0.2


def queries_of(log: Path) -> list[str]:
    """The different queries of two and more words; the query is the last column of each line."""
    lines = log.read_text(encoding="utf-8").splitlines()
    return sorted({text for line in lines if 2 <= len((text := " ".join(line.split("\t")[-1].split())).split()) <= _LONGEST})


def guessed_breaks(queries: Sequence[str]) -> Table:
    """For each place of each query what the formulas do there, one column each."""
    with tempfile.TemporaryDirectory() as folder:
        listed, counted = Path(folder) / "queries.txt", Path(folder) / "log.lexicon"
        listed.write_text("".join(f"{query}\n" for query in queries), encoding="utf-8")
        build_lexicon(counted, [Source("log", listed)])
        grounds: list[tuple[LexiconLike, tuple[str, ...]]] = [
            (default_lexicon(), ("pmi", "naive", "wikipedia", "titles")),
            (open_lexicon(counted), ("pmi", "naive", "wikipedia")),
        ]
        sizes = [len(query.split()) - 1 for query in queries]
        owners, places = np.repeat(np.arange(len(sizes)), sizes), np.concatenate([np.arange(size) for size in sizes])
        columns = []
        for lexicon, methods in grounds:
            for method in methods:
                chosen = cast("WeightedSegmenter", segmenter(method, lexicon=lexicon))
                columns.append((np.array(chosen.masks(queries), np.int64)[owners] >> places) & 1)
    return np.array(columns, np.float32).T


def words_around(queries: Sequence[str], number: Mapping[str, int]) -> npt.NDArray[np.int64]:
    """For each place the numbers of the words around it; -1 where there is none or it is unknown."""
    rows = []
    for query in queries:
        words = [number.get(fold(word), -1) for word in query.split()]
        rows += [[words[p + at] if 0 <= p + at < len(words) else -1 for at in AROUND] for p in range(len(words) - 1)]
    return np.array(rows, np.int64)


def directions(vectors: Table, around: npt.NDArray[np.int64], breaks: Table, count: int, seed: int = 1) -> Table:
    """So many columns that vectors are to be multiplied with. They begin as the leading principal components."""
    draw = np.random.default_rng(seed)
    width, positions = vectors.shape[1], around.shape[1]
    shown = np.vstack([vectors, np.zeros((1, width), np.float32)])
    spread, components = np.linalg.eigh(vectors.T @ vectors)
    values: list[Table] = [
        components[:, np.argsort(-spread)[:count]].astype(np.float32),
        (draw.standard_normal((positions * count, _HIDDEN)) * np.sqrt(2 / (positions * count))).astype(np.float32),
        np.zeros(_HIDDEN, np.float32),
        (draw.standard_normal((_HIDDEN, breaks.shape[1])) * 0.1).astype(np.float32),
        np.zeros(breaks.shape[1], np.float32),
    ]
    squeeze, inner, inner_bias, outer, outer_bias = values
    batches = len(around) // _BATCH
    descent = Descent(values, [_DECAY] * len(values), _RATE, _EPOCHS * batches)
    for _epoch in range(_EPOCHS):
        order = draw.permutation(len(around))
        for start in range(0, batches * _BATCH, _BATCH):
            chosen = order[start : start + _BATCH]
            words = shown[around[chosen]].reshape(-1, width)
            squeezed = (words @ squeeze).reshape(len(chosen), -1)
            kept = (draw.random((len(chosen), _HIDDEN), dtype=np.float32) >= _DROPOUT) / np.float32(1 - _DROPOUT)
            hidden = np.maximum(squeezed @ inner + inner_bias, 0) * kept
            error = (logistic_of(hidden @ outer + outer_bias) - breaks[chosen]) / np.float32(len(chosen))
            back = (error @ outer.T) * (hidden > 0) * kept
            further = (back @ inner.T).reshape(-1, count)
            descent.step([words.T @ further, squeezed.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0)])
    return squeeze
