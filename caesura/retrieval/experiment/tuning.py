"""Tuning by cross validation: mu and a run's own value are chosen on training folds, for each measure, and tested on the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from caesura.retrieval.experiment.collection import Collection
from caesura.retrieval.experiment.measures import MEASURES, Floats
from caesura.retrieval.language.values import Query
from caesura.retrieval.runs.base import PhrasedQuery, PreparedRun, Tuning, Value

#: What a value gives by a measure on some topics, while a fold is tested: topics x mus.
ValuesOf = Callable[[Value, int, int, list[int]], Floats]
#: The folds and values of all collections on which a value is chosen.
Pooled = Sequence[tuple[tuple[int, ...], ValuesOf]]

#: Two averages closer than this are the same: the earlier value of the grid is kept.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Outcome:
    """One run on one collection by one measure: for each topic its choice, mu and value while its fold was tested."""

    run: PreparedRun
    measure: str
    values: Floats
    searched: tuple[PhrasedQuery, ...]
    mus: tuple[float, ...]
    tuned: tuple[Tuning, ...]

    def mean(self, folds: tuple[int, ...]) -> float:
        """The average of the test folds."""
        numbers = np.asarray(folds)
        return float(np.mean([self.values[numbers == fold].mean() for fold in np.unique(numbers)]))

    @property
    def phrased(self) -> float:
        """The share of queries with a phrase or another term dependence."""
        return sum(choice.phrased for choice in self.searched) / len(self.searched)


def tuned_outcomes(run: PreparedRun, collection: Collection) -> list[Outcome]:
    """The run tuned and tested, once for each measure; values are those of ir_measures on what the engine found."""
    values_of = _values(run, collection)
    pooled = [(other.folds, values_of if other is collection else _values(of_other, other)) for other, of_other in run.pooled]
    outcomes = [_tested(run, collection, values_of, pooled, number) for number in range(len(MEASURES))]
    cases = {
        (topic, choice.query, mu)
        for outcome in outcomes
        for topic, (choice, mu) in enumerate(zip(outcome.searched, outcome.mus, strict=True))
    }
    measured = collection.measurements.library_values(sorted(cases, key=lambda case: (case[0], str(case[1]), case[2])))
    return [_with_values(outcome, number, measured) for number, outcome in enumerate(outcomes)]


def _with_values(outcome: Outcome, measure: int, measured: Mapping[tuple[int, Query, float], Floats]) -> Outcome:
    pairs = enumerate(zip(outcome.searched, outcome.mus, strict=True))
    values = np.array([measured[topic, choice.query, mu][measure] for topic, (choice, mu) in pairs])
    if not np.allclose(values, outcome.values, atol=1e-6):
        worst = int(np.argmax(np.abs(values - outcome.values)))
        raise RuntimeError(f"two ways to measure disagree on topic {worst}: {values[worst]} and {outcome.values[worst]}")
    return replace(outcome, values=values)


def _tested(run: PreparedRun, collection: Collection, values_of: ValuesOf, pooled: Pooled, measure: int) -> Outcome:
    folds = np.asarray(collection.folds)
    values = np.zeros(len(folds))
    choices: dict[int, PhrasedQuery] = {}
    mus = np.zeros(len(folds))
    tuned: list[Tuning] = []
    for fold in range(collection.settings.folds):
        candidates = run.values if not pooled else (_best_for_all(run, pooled, measure, fold),)
        place, value = _best(candidates, values_of, measure, fold, np.flatnonzero(folds != fold).tolist())
        mu = collection.settings.mus[place]
        tuned.append(Tuning(value, fold, measure, place))
        for topic in np.flatnonzero(folds == fold).tolist():
            choices[topic] = run.choose(topic, tuned[-1])
            values[topic] = collection.measurements.value(topic, choices[topic].query)[place, measure]
            mus[topic] = mu
    names = list(MEASURES)
    return Outcome(
        run, names[measure], values, tuple(choices[topic] for topic in range(len(folds))), tuple(mus.tolist()), tuple(tuned)
    )


def _best(candidates: Sequence[Value], values_of: ValuesOf, measure: int, fold: int, training: list[int]) -> tuple[int, Value]:
    """The place of the best mu and the best value on the training topics; equal ones keep the order of the grids."""
    best, winner = -1.0, (0, candidates[0])
    for value in candidates:
        for place, mean in enumerate(values_of(value, measure, fold, training).mean(axis=0).tolist()):
            if mean > best + _ROUNDING:
                best, winner = mean, (place, value)
    return winner


def _best_for_all(run: PreparedRun, pooled: Pooled, measure: int, fold: int) -> Value:
    """The value with the highest mean over the training topics of all collections, each with its own best mu."""
    best, winner = -1.0, run.values[0]
    training = [[topic for topic, of in enumerate(folds) if of != fold] for folds, _ in pooled]
    for value in run.values:
        figures = (values_of(value, measure, fold, topics) for (_, values_of), topics in zip(pooled, training, strict=True))
        total = sum(float(values.sum(axis=0).max()) for values in figures)
        if total > best + _ROUNDING:
            best, winner = total, value
    return winner


def _values(run: PreparedRun, collection: Collection) -> ValuesOf:
    return _learned_values(run, collection) if run.learns else _fixed_values(run, collection)


def _fixed_values(run: PreparedRun, collection: Collection) -> ValuesOf:
    """Of a run whose choice is the same whatever is tested: every query is looked up once."""
    everything: dict[Value, Floats] = {}
    for value in run.values:
        queries = [run.choose(topic, Tuning(value)).query for topic in range(len(collection.topics))]
        everything[value] = np.array([collection.measurements.value(topic, query) for topic, query in enumerate(queries)])
    return lambda value, measure, _fold, topics: everything[value][topics, :, measure]


def _learned_values(run: PreparedRun, collection: Collection) -> ValuesOf:
    """Of a run that learns from the folds that are not tested."""
    places = range(len(collection.settings.mus))

    def at(topic: int, tuning: Tuning) -> float:
        query = run.choose(topic, tuning).query
        return float(collection.measurements.value(topic, query)[tuning.mu, tuning.measure])

    def values(value: Value, measure: int, fold: int, topics: list[int]) -> Floats:
        if not run.varies_with_mu:
            queries = [run.choose(topic, Tuning(value, fold, measure)).query for topic in topics]
            return np.array(
                [collection.measurements.value(topic, query)[:, measure] for topic, query in zip(topics, queries, strict=True)]
            )
        return np.array([[at(topic, Tuning(value, fold, measure, place)) for place in places] for topic in topics])

    return values
