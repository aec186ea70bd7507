"""Tuning by cross validation: mu and a run's own setting are chosen on training folds, for each measure, and tested on the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from caesura.retrieval.experiment.measures import MEASURES, Floats
from caesura.retrieval.experiment.trial import Trial
from caesura.retrieval.language.values import Query
from caesura.retrieval.runs.base import Case, Choice, Plan, Setting

#: What a setting gives by a measure on some topics, while a fold is tested: topics x mus.
ValuesOf = Callable[[Setting, int, int, list[int]], Floats]
#: The folds and values of all collections on which a setting is chosen.
Pooled = Sequence[tuple[tuple[int, ...], ValuesOf]]

#: Two averages closer than this are the same: the earlier setting of the grid is kept.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Tuned:
    """What was chosen on the training folds of one fold."""

    mu: float
    setting: Setting


@dataclass(frozen=True)
class Outcome:
    """One run on one collection by one measure: for each topic its choice, mu and value while its fold was tested."""

    plan: Plan
    measure: str
    values: Floats
    choices: tuple[Choice, ...]
    mus: tuple[float, ...]
    tuned: tuple[Tuned, ...]

    def mean(self, folds: tuple[int, ...]) -> float:
        """The average of the test folds."""
        numbers = np.asarray(folds)
        return float(np.mean([self.values[numbers == fold].mean() for fold in np.unique(numbers)]))

    @property
    def phrased(self) -> float:
        """The share of queries with a phrase or another term dependence."""
        return sum(choice.phrased for choice in self.choices) / len(self.choices)


def tuned_outcomes(plan: Plan, trial: Trial) -> list[Outcome]:
    """The run tuned and tested, once for each measure; values are those of ir_measures on what the engine found."""
    values_of = _values(plan, trial)
    pooled = [(other.folds, values_of if other is trial else _values(of_other, other)) for other, of_other in plan.pooled]
    found = [_tested(plan, trial, values_of, pooled, number) for number in range(len(MEASURES))]
    cases = {
        (topic, choice.query, mu)
        for outcome in found
        for topic, (choice, mu) in enumerate(zip(outcome.choices, outcome.mus, strict=True))
    }
    measured = trial.library_values(sorted(cases, key=lambda case: (case[0], str(case[1]), case[2])))
    return [_with_values(outcome, number, measured) for number, outcome in enumerate(found)]


def _with_values(outcome: Outcome, measure: int, measured: Mapping[tuple[int, Query, float], Floats]) -> Outcome:
    pairs = enumerate(zip(outcome.choices, outcome.mus, strict=True))
    values = np.array([measured[topic, choice.query, mu][measure] for topic, (choice, mu) in pairs])
    if not np.allclose(values, outcome.values, atol=1e-6):
        worst = int(np.argmax(np.abs(values - outcome.values)))
        raise RuntimeError(f"two ways to measure disagree on topic {worst}: {values[worst]} and {outcome.values[worst]}")
    return replace(outcome, values=values)


def _tested(plan: Plan, trial: Trial, values_of: ValuesOf, pooled: Pooled, measure: int) -> Outcome:
    folds = np.asarray(trial.folds)
    values = np.zeros(len(folds))
    choices: dict[int, Choice] = {}
    mus = np.zeros(len(folds))
    tuned: list[Tuned] = []
    for fold in range(trial.choices.folds):
        settings = plan.settings if not pooled else (_best_for_all(plan, pooled, measure, fold),)
        place, setting = _best(settings, values_of, measure, fold, np.flatnonzero(folds != fold).tolist())
        mu = trial.choices.mus[place]
        tuned.append(Tuned(mu, setting))
        for topic in np.flatnonzero(folds == fold).tolist():
            choices[topic] = plan.choose(Case(topic, setting, fold, measure, place))
            values[topic] = trial.value(topic, choices[topic].query)[place, measure]
            mus[topic] = mu
    names = list(MEASURES)
    return Outcome(
        plan, names[measure], values, tuple(choices[topic] for topic in range(len(folds))), tuple(mus.tolist()), tuple(tuned)
    )


def _best(settings: Sequence[Setting], values_of: ValuesOf, measure: int, fold: int, training: list[int]) -> tuple[int, Setting]:
    """The place of the best mu and the best setting on the training topics; equal ones keep the order of the grids."""
    best, chosen = -1.0, (0, settings[0])
    for setting in settings:
        for place, mean in enumerate(values_of(setting, measure, fold, training).mean(axis=0).tolist()):
            if mean > best + _ROUNDING:
                best, chosen = mean, (place, setting)
    return chosen


def _best_for_all(plan: Plan, pooled: Pooled, measure: int, fold: int) -> Setting:
    """The setting with the highest mean over the training topics of all collections, each with its own best mu."""
    best, chosen = -1.0, plan.settings[0]
    training = [[topic for topic, of in enumerate(folds) if of != fold] for folds, _ in pooled]
    for setting in plan.settings:
        found = (values_of(setting, measure, fold, topics) for (_, values_of), topics in zip(pooled, training, strict=True))
        total = sum(float(values.sum(axis=0).max()) for values in found)
        if total > best + _ROUNDING:
            best, chosen = total, setting
    return chosen


def _values(plan: Plan, trial: Trial) -> ValuesOf:
    return _learned_values(plan, trial) if plan.learns else _fixed_values(plan, trial)


def _fixed_values(plan: Plan, trial: Trial) -> ValuesOf:
    """Of a run whose choice is the same whatever is tested: every query is looked up once."""
    everything: dict[Setting, Floats] = {}
    for setting in plan.settings:
        queries = [plan.choose(Case(topic, setting)).query for topic in range(len(trial.topics))]
        everything[setting] = np.array([trial.value(topic, query) for topic, query in enumerate(queries)])
    return lambda setting, measure, _fold, topics: everything[setting][topics, :, measure]


def _learned_values(plan: Plan, trial: Trial) -> ValuesOf:
    """Of a run that learns from the folds that are not tested."""
    places = range(len(trial.choices.mus))

    def values(setting: Setting, measure: int, fold: int, topics: list[int]) -> Floats:
        if not plan.varies_with_mu:
            queries = [plan.choose(Case(topic, setting, fold, measure)).query for topic in topics]
            return np.array([trial.value(topic, query)[:, measure] for topic, query in zip(topics, queries, strict=True)])
        cases = [[Case(topic, setting, fold, measure, place) for place in places] for topic in topics]
        return np.array([[trial.value(case.topic, plan.choose(case).query)[case.mu, measure] for case in row] for row in cases])

    return values
