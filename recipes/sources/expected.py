"""Log probabilities turned into expected counts: how often a text of N words would hold each n-gram.

A model gives P(w1) P(w2|w1) P(w3|w1 w2); times N, that is the expected count. Several models are averaged as probabilities.
An n-gram that only one model lists has a probability in the others too, by their back-off weights; a model that does not know
one of its words gives it 0. Sentence starts and ends are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from recipes.sources.ngrams import Counted, key_of, words_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from recipes.sources.sphinx import TrigramModel

    Ids = NDArray[np.int64]
    Floats = NDArray[np.float64]


class _Scores:
    """One model's probabilities, asked for by the common word numbers."""

    def __init__(self, model: TrigramModel, number: Mapping[str, int]) -> None:
        place = np.array([number.get(word, -1) for word in model.words], np.int64)
        known = place >= 0
        self._single = np.zeros(len(number))
        self._single[place[known]] = model.probability[known]
        self._single_backoff = np.ones(len(number))
        self._single_backoff[place[known]] = model.backoff[known]
        self.pairs, (self._pair, self._pair_backoff) = _sorted(place, model.pairs, model.pair_probability, model.pair_backoff)
        self.triples, (self._triple,) = _sorted(place, model.triples, model.triple_probability)

    def of_singles(self, keys: Ids) -> Floats:
        return self._single[keys]

    def of_pairs(self, keys: Ids) -> Floats:
        first, second = words_of(keys, 2).T
        together: Floats = self._single[first] * self._pair_given(first, second, keys)
        return together

    def of_triples(self, keys: Ids) -> Floats:
        first, second, third = words_of(keys, 3).T
        start, end = key_of(np.stack([first, second], axis=1)), key_of(np.stack([second, third], axis=1))
        backoff = _found(self.pairs, start, self._pair_backoff, 1.0) * self._pair_given(second, third, end)
        return self.of_pairs(start) * _found(self.triples, keys, self._triple, backoff)

    def _pair_given(self, first: Ids, second: Ids, keys: Ids) -> Floats:
        return _found(self.pairs, keys, self._pair, self._single_backoff[first] * self._single[second])


def expected_counts(models: Sequence[TrigramModel], number: Mapping[str, int], total: int) -> dict[int, Counted]:
    """For every n-gram a model lists whose words are all in `number`: its expected count in a text of `total` words."""
    scores = [_Scores(model, number) for model in models]
    listed = {
        1: np.arange(len(number), dtype=np.int64),
        2: np.unique(np.concatenate([score.pairs for score in scores])),
        3: np.unique(np.concatenate([score.triples for score in scores])),
    }
    counts = {}
    for size, keys in listed.items():
        asked = {1: _Scores.of_singles, 2: _Scores.of_pairs, 3: _Scores.of_triples}[size]
        mean = sum(asked(score, keys) for score in scores) / len(scores)
        counts[size] = Counted(keys, np.asarray(mean) * total)
    return counts


def _sorted(place: Ids, rows: Ids, *columns: Floats) -> tuple[Ids, list[Floats]]:
    """Keys of the rows whose words are all known, sorted, and the columns that go with them."""
    mapped = place[rows]
    known = (mapped >= 0).all(axis=1)
    keys = key_of(mapped[known])
    order = np.argsort(keys)
    return keys[order], [column[known][order] for column in columns]


def _found(keys: Ids, asked: Ids, values: Floats, otherwise: Floats | float) -> Floats:
    if not len(keys):
        return np.broadcast_to(np.asarray(otherwise, np.float64), asked.shape)
    place = np.minimum(np.searchsorted(keys, asked), len(keys) - 1)
    return np.where(keys[place] == asked, values[place], otherwise)
