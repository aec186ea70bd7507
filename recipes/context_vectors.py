"""The part of the word vectors that a transformer teaches, with the states of a log's words computed once and kept."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from caesura.corpus import read_corpus
from caesura.segmenters.learned.vectors import DIMENSIONS
from caesura.shapes import fold
from recipes.context_directions import ISOLATED_LAYER, context_directions
from recipes.log_queries import kept_back, web_queries, word_states, words_around
from recipes.teacher import Matrix
from recipes.transformer import Transformer


def context_part(given: argparse.Namespace, full: Matrix, formula: Matrix, words: Sequence[str]) -> Matrix:
    torch.set_num_threads(1)  # sums in the same order every time
    transformer = Transformer(given.packages)
    judged = [entry.query.text for entry in read_corpus(given.corpus)]
    queries = web_queries(given.log, kept_back(judged, given.spellings))
    states = word_states(queries, transformer, given.cache, "log")
    number = {word: at for at, word in enumerate(words)}
    numbers = np.array([number.get(fold(word), len(words)) for query in queries for word in query.split()] + [len(words)])
    around = words_around(queries, outside=len(numbers) - 1)
    alone = _isolated(words, transformer, given.cache)
    return context_directions(full, alone, formula, numbers, around, states, DIMENSIONS - formula.shape[1])


def _isolated(words: Sequence[str], transformer: Transformer, cache: Path) -> npt.NDArray[np.float16]:
    """The state of each word by itself, kept in the cache."""
    file = cache / f"words-{len(words)}-layer{ISOLATED_LAYER}.npy"
    if not file.exists():
        np.save(file, np.concatenate(transformer.words(words, ISOLATED_LAYER)))
    alone: npt.NDArray[np.float16] = np.load(file)
    return alone
