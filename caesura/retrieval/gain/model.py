"""The model of gains, cross-validated by query: no topic's prediction has seen that topic, nor the fold under test.

It learns from all collections of the experiment together, each with its features standardised on its own. The target is what a
single phrase gains over the bag of words. For the topics of the fold under test the model has seen all other folds. The
others, whose predictions decide the settings, are split once more, in ten: each is predicted from the nine other tenths.
What a phrase must be expected to gain follows from those predictions too: so much that a given rate of them exceeds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from caesura.retrieval.experiment.options import all_options, option_query, soft_query
from caesura.retrieval.gain.features import FEATURES, PossiblePhrase
from caesura.retrieval.gain.ridge import PENALTIES, Floats, Ridge, fitted, standardised
from caesura.retrieval.language.values import Query
from caesura.shapes import Flat, Span

if TYPE_CHECKING:
    from caesura.retrieval.experiment.collection import Collection


Flags = np.ndarray[Any, np.dtype[np.bool_]]

_PARTS = 10
#: All possible phrases exceed the least of their expected gains by this much.
_JUST_UNDER = 1e-9


class GainModel:
    """Predicted gains of all possible phrases of all collections, by measure and fold under test.

    With a share, what is learned is the gain of a phrase beside the words with that share of the score, and not instead of them.
    """

    def __init__(self, collections: list[Collection], share: float | None = None) -> None:
        self._trials = collections
        self._share = share
        self._rows: list[tuple[int, PossiblePhrase]] = [
            (number, candidate) for number, collection in enumerate(collections) for candidate in collection.material.candidates
        ]
        blocks = [
            standardised([candidate.features for candidate in collection.material.candidates])
            for collection in collections
            if collection.material.candidates
        ]
        self._features: Floats = np.concatenate(blocks) if blocks else np.zeros((0, len(FEATURES)))
        self._folds = np.array([collections[number].folds[candidate.topic] for number, candidate in self._rows], dtype=np.int64)
        # Topics in a row are in different folds; what comes after all folds once is in the next part.
        self._parts = np.array([candidate.topic // collections[number].settings.folds % _PARTS for number, candidate in self._rows])
        self.predictions = cache(self._predictions)
        self.weights = cache(self._weights)
        self.minimum = cache(self._minimum)
        self.option = cache(self._option)

    def examples(self, collection: Collection, topic: int) -> list[Query]:
        """The queries whose measures the model learns from, for one topic."""
        words = collection.topics[topic].words
        spans = [candidate.span for candidate in collection.material.candidates if candidate.topic == topic]
        return [self._query(words, Flat.apart(len(words))), *(self._query(words, _single(span, len(words))) for span in spans)]

    def _option(self, collection: str, size: int, topic: int, measure: int, fold: int, rate: float) -> Flat:
        """The option that is expected to gain most, while this fold is tested (see `best_option`)."""
        minimum = self.minimum(measure, fold, rate)
        if minimum is None:
            return Flat.apart(size)
        return best_option(size, self.predictions(measure, fold).get((collection, topic), {}), minimum)

    def _minimum(self, measure: int, fold: int, rate: float) -> float | None:
        """The expected gain that this rate of the possible phrases outside the tested fold exceeds; None where none is wanted."""
        known = self.predictions(measure, fold)
        folds = {collection.name: collection.folds for collection in self._trials}
        expected = sorted(
            (gain for (collection, topic), gains in known.items() if folds[collection][topic] != fold for gain in gains.values()),
            reverse=True,
        )
        wanted = round(rate * len(expected))
        return None if not wanted else expected[wanted] if wanted < len(expected) else expected[-1] - _JUST_UNDER

    def _query(self, words: tuple[str, ...], option: Flat) -> Query:
        return option_query(words, option) if self._share is None else soft_query(words, option, self._share)

    def _predictions(self, measure: int, fold: int) -> Mapping[tuple[str, int], dict[Span, float]]:
        tested = self._folds == fold
        if tested.all() or not tested.any():
            return {}
        targets = self._targets(measure, fold)
        predicted = np.zeros(len(tested))
        penalty = self._penalty(targets, fold)
        for seen, wanted in [(~tested, tested), *self._inner(fold)]:
            predicted[wanted] = fitted(self._features[seen], targets[seen], penalty).predicted(self._features[wanted])
        predictions: dict[tuple[str, int], dict[Span, float]] = {}
        for (number, candidate), gain in zip(self._rows, predicted.tolist(), strict=True):
            predictions.setdefault((self._trials[number].name, candidate.topic), {})[candidate.span] = gain
        return predictions

    def _penalty(self, targets: Floats, fold: int) -> float:
        """The penalty with the least error where a tenth of the training topics is predicted from the others."""
        errors = dict.fromkeys(PENALTIES, 0.0)
        for seen, wanted in self._inner(fold):
            for penalty in PENALTIES:
                missed = fitted(self._features[seen], targets[seen], penalty).predicted(self._features[wanted]) - targets[wanted]
                errors[penalty] += float(missed @ missed)
        return min(PENALTIES, key=lambda penalty: (errors[penalty], -penalty))

    def _inner(self, fold: int) -> list[tuple[Flags, Flags]]:
        """The topics outside the tested fold in ten parts: (the nine others, the part)."""
        training = self._folds != fold
        parts = [(training & (self._parts != part), training & (self._parts == part)) for part in range(_PARTS)]
        return [(seen, wanted) for seen, wanted in parts if seen.any() and wanted.any()]

    def _targets(self, measure: int, fold: int) -> Floats:
        """Gains of single phrases at the mu that is best for the bag of words outside the tested fold."""
        mus = [_best_mu(collection, measure, fold) for collection in self._trials]
        return np.array([self._gain(self._trials[number], candidate, measure, mus[number]) for number, candidate in self._rows])

    def _gain(self, collection: Collection, candidate: PossiblePhrase, measure: int, mu: int) -> float:
        words = collection.topics[candidate.topic].words
        queries = (self._query(words, option) for option in (_single(candidate.span, len(words)), Flat.apart(len(words))))
        phrase, bag = (collection.measurements.value(candidate.topic, query)[mu, measure] for query in queries)
        return float(phrase - bag)

    def _weights(self, measure: int) -> dict[str, float]:
        """Mean weights of the features over the folds: what a feature one deviation above its mean adds to the expected gain."""
        models: list[Ridge] = []
        for fold in range(self._trials[0].settings.folds):
            seen = self._folds != fold
            targets = self._targets(measure, fold)
            if seen.any():
                models.append(fitted(self._features[seen], targets[seen], self._penalty(targets, fold)))
        means = np.mean([model.weights for model in models], axis=0) if models else np.zeros(len(FEATURES))
        return dict(zip(FEATURES, means.tolist(), strict=True))


def best_option(size: int, gains: Mapping[Span, float], minimum: float) -> Flat:
    """The option whose phrases are expected to gain the most above the minimum; nothing else becomes a phrase."""
    beyond = {span: gain - minimum for span, gain in gains.items() if gain > minimum}
    if not beyond:
        return Flat.apart(size)
    # The first of equals: the plainest option.
    return max(_with_phrases(size), key=lambda option: sum(beyond.get(span, -np.inf) for span in option[1]))[0]


@cache
def _with_phrases(size: int) -> tuple[tuple[Flat, tuple[Span, ...]], ...]:
    """All options with their phrases, the plainest first."""
    return tuple((option, tuple(span for span in option.spans if span[1] - span[0] > 1)) for option in all_options(size))


def _single(span: Span, size: int) -> Flat:
    """The option with this one phrase."""
    start, end = span
    return Flat.from_lengths([1] * start + [end - start] + [1] * (size - end))


def _best_mu(collection: Collection, measure: int, fold: int) -> int:
    training = [number for number, of in enumerate(collection.folds) if of != fold]
    bags = [option_query(collection.topics[number].words, Flat.apart(len(collection.topics[number].words))) for number in training]
    values = [collection.measurements.value(number, bag)[:, measure] for number, bag in zip(training, bags, strict=True)]
    return int(np.argmax(np.mean(values, axis=0)))
