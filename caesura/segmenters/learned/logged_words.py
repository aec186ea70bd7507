"""Vectors for the words of a log, from the states that a transformer gives them there.

The shipped vectors know frequent words of general text; a log has brands, models and misspellings beside them, and uses common
words in its own way. A word's vector is the mean of its states over the log, in the directions along which words differ most. The
network that learns from the log sees these vectors beside the shipped ones, and they stand in its file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from caesura.segmenters.learned.feature_rows import FeatureRows, words_around
from caesura.segmenters.learned.features import logged_vectors
from caesura.segmenters.learned.network import VECTOR_INPUTS
from caesura.segmenters.learned.training import Matrix, Member
from caesura.segmenters.learned.vectors import APART, DIMENSIONS, STEPS, WordVectors, packed, short_hash, unpacked
from caesura.shapes import Words, fold

Vectors = npt.NDArray[np.int8]

#: Of a frequent word no more occurrences than these decide which directions matter.
_MOST_COUNTED = 20

#: Directions in which words differ less than this, as a share of what they differ in the first, are left out.
_LEAST = 1e-3

#: Longer words are not worth their room: they are addresses.
_LONGEST = 40


class LoggedWords(NamedTuple):
    """The words' vectors; and the vectors around each place of the queries they come from, each without what that query itself says
    of the word: a query that the network will be asked about is not part of the log either."""

    table: WordVectors
    vectors: Vectors


def words_of_log(queries: Sequence[Words], states: Matrix) -> LoggedWords:
    """`states` have a row for each word of each query, one query after the other."""
    numbers: dict[str, int] = {}
    owners = np.array([numbers.setdefault(fold(word), len(numbers)) for words in queries for word in words], np.int64)
    counts = np.bincount(owners)[:, None].astype(np.float32)
    seen = _along_leading_directions(states, owners, counts)
    sums = _sums(seen, owners, len(counts))
    others = _stored((sums[owners] - seen) / np.maximum(counts[owners] - 1, 1))
    others[counts[owners, 0] == 1] = 0
    around = words_around([len(words) for words in queries])
    outside = np.zeros((1, DIMENSIONS), np.int8)
    return LoggedWords(
        _table(list(numbers), _stored(sums / counts)), np.vstack([others, outside])[around].reshape(-1, VECTOR_INPUTS)
    )


def looked_up(queries: Sequence[Words], table: WordVectors) -> Vectors:
    """The vectors around each place, as the table has them."""
    return np.array([row for words in queries for row in logged_vectors(words, table)], np.int8).reshape(-1, VECTOR_INPUTS)


def with_logged_words(rows: FeatureRows, vectors: Vectors) -> FeatureRows:
    """The rows with these vectors behind the shipped ones."""
    return FeatureRows(rows.numbers, rows.tags, np.hstack([rows.vectors, vectors]), rows.given)


def seeing_logged_words(member: Member, numbers: int) -> Member:
    """A network that sees such vectors behind the shipped ones, and has no use for them yet; `numbers` stand before all vectors."""
    first = numbers + VECTOR_INPUTS
    unused = np.zeros((VECTOR_INPUTS, member.weights.shape[1]), np.float32)
    weights = np.vstack([member.weights[:first], unused, member.weights[first:]])
    return Member(weights, member.biases, member.outputs, member.bias, member.second)


def _along_leading_directions(states: Matrix, owners: npt.NDArray[np.int64], counts: Matrix) -> Matrix:
    """The states along as many directions as a vector has room for, so that words have a deviation of one along each. A direction
    has no sign of its own: its largest part is made positive."""
    means = _sums(states, owners, len(counts)) / counts
    weights = np.minimum(counts, _MOST_COUNTED)
    mean = (means * weights).sum(axis=0) / weights.sum()
    shown = (means - mean) * np.sqrt(weights)
    _, turn = np.linalg.eigh((shown.T @ shown).astype(np.float64))
    turn = turn[:, ::-1][:, :DIMENSIONS]
    turn = (turn * np.sign(turn[np.abs(turn).argmax(axis=0), np.arange(turn.shape[1])])).astype(np.float32)
    spread = ((means - mean) @ turn).std(axis=0)
    # A direction along which words do not differ would be nothing but rounding, made large.
    scales = np.where(spread > _LEAST * spread.max(), 1 / np.maximum(spread, 1e-30), 0).astype(np.float32)
    found = np.zeros((len(states), DIMENSIONS), np.float32)
    found[:, : turn.shape[1]] = (states - mean) @ turn * scales
    return found


def _sums(rows: Matrix, owners: npt.NDArray[np.int64], count: int) -> Matrix:
    """The rows of each word added up."""
    order = np.argsort(owners, kind="stable")
    starts = np.searchsorted(owners[order], np.arange(count))
    return np.asarray(np.add.reduceat(rows[order], starts, axis=0), np.float32)


def _stored(vectors: npt.NDArray[np.floating[Any]]) -> Vectors:
    """In steps, as a file keeps them."""
    most = 127 // APART
    steps: Vectors = (np.clip(np.rint(vectors * (STEPS / APART)), -most, most) * APART).astype(np.int8)
    return steps


def _table(words: Sequence[str], vectors: Vectors) -> WordVectors:
    kept = np.array([at for at, word in enumerate(words) if len(word) <= _LONGEST], np.int64)
    hashes, first = np.unique(np.array([short_hash(words[at]) for at in kept], np.uint32), return_index=True)
    raw = packed({}, hashes.astype("<u4").tobytes(), bytes(len(hashes)), vectors[kept[first]].tobytes())
    return unpacked(raw, "words of a log")
