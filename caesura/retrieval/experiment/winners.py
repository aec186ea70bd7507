"""Queries won and lost: where the users' choice and the best system differ most (tables 6 and 7), and where phrases help at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from caesura.retrieval.experiment.collection import Collection
from caesura.retrieval.experiment.experiment import Experiment
from caesura.retrieval.experiment.measures import MEASURES, Floats
from caesura.retrieval.experiment.people import user_run
from caesura.retrieval.experiment.tuning import Outcome
from caesura.retrieval.index.index import Index
from caesura.retrieval.language.parts import analysed, weighted_parts
from caesura.retrieval.language.values import OrderedWindow, Query
from caesura.retrieval.runs.bag_of_words import NAME as BAG
from caesura.retrieval.runs.base import every_option
from caesura.retrieval.runs.upper_bound import NAME as BOUND
from caesura.shapes import print_quotes

Row = dict[str, Any]

#: Queries that each table shows.
SHOWN = 5
_ROUNDING = 1e-9


def best_system(experiment: Experiment, collection: Collection, measure: str) -> str:
    """The automatic run with the highest mean, the upper bound aside; equal ones keep the order of the table."""
    automatic = [run.name for run in experiment.runs[collection.name] if not run.is_user and not run.is_bound]
    return max(automatic, key=lambda name: experiment.outcome(collection, name, measure).mean(collection.folds))


def won_and_lost(experiment: Experiment, collection: Collection, shown: int = SHOWN) -> list[Row]:
    """For each measure the queries where users did better than the best system, and the reverse, the widest gap first."""
    user = user_run(experiment, collection)
    if user is None:
        return []
    rows: list[Row] = []
    for measure in MEASURES:
        system = best_system(experiment, collection, measure)
        mine, other = (experiment.outcome(collection, name, measure) for name in (user, system))
        gaps = mine.values - other.values
        # The order of the file decides between equal gaps.
        order = np.argsort(-gaps, kind="stable").tolist()
        won = [number for number in order if gaps[number] > _ROUNDING][:shown]
        lost = [number for number in np.argsort(gaps, kind="stable").tolist() if gaps[number] < -_ROUNDING][:shown]
        for better, numbers in (("users", won), ("system", lost)):
            for number in numbers:
                rows.append(
                    {
                        "collection": collection.name,
                        "measure": measure,
                        "better": better,
                        "users": float(mine.values[number]),
                        "system": float(other.values[number]),
                        "best_system": system,
                        "query": collection.topics[number].id,
                        "users_option": shown_option(collection, mine, number),
                        "system_option": shown_option(collection, other, number),
                        "simulated": collection.crowd.simulated,
                    }
                )
    return rows


def helped(experiment: Experiment, collection: Collection) -> list[Row]:
    """The share of queries where some option with a phrase is better than the bag of words at the same mu.

    `with_found_phrase` counts those where an option helps all of whose phrases occur in the collection; one that does not occur
    only takes its words out of the query. `found_upper_bound` is what such options reach, at the mus of the upper bound. Both are
    None where there is no index to look into.
    """
    rows = []
    for number, measure in enumerate(MEASURES):
        outcome = experiment.outcome(collection, BOUND, measure)
        phrased = [choice for choice in outcome.searched if choice.phrased]
        occurring = None if collection.engine.index is None else _best_found(collection, collection.engine.index, outcome, number)
        gains = None if occurring is None else occurring - _bags(collection, outcome, number)
        bag, bound = (experiment.outcome(collection, name, measure).mean(collection.folds) for name in (BAG, BOUND))
        rows.append(
            {
                "collection": collection.name,
                "measure": measure,
                "queries": len(collection.topics),
                "helped": 100 * len(phrased) / len(collection.topics),
                "with_found_phrase": None if gains is None else 100 * float((gains > _ROUNDING).mean()),
                "bag_of_words": bag,
                "upper_bound": bound,
                "found_upper_bound": None if occurring is None else replace(outcome, values=occurring).mean(collection.folds),
            }
        )
    return rows


def shown_option(collection: Collection, outcome: Outcome, number: int) -> str:
    """The query as it was cut, in quotes; a run that does not cut it stands there by its name."""
    option = outcome.searched[number].option
    return f"({outcome.run.name})" if option is None else print_quotes(collection.topics[number].words, option)


def _bags(collection: Collection, bound: Outcome, measure: int) -> Floats:
    """What each topic's bag of words gives at the mu of the bound."""
    places = [collection.settings.mus.index(mu) for mu in bound.mus]
    return np.array(
        [
            collection.measurements.value(number, every_option(collection, number)[0])[place, measure]
            for number, place in enumerate(places)
        ]
    )


def _best_found(collection: Collection, index: Index, bound: Outcome, measure: int) -> Floats:
    """What each topic's best option without a phrase that occurs nowhere gives at the mu of the bound."""
    best = []
    for number, mu in enumerate(bound.mus):
        place = collection.settings.mus.index(mu)
        options = (query for query in every_option(collection, number) if _occurs(index, query))
        best.append(max(collection.measurements.value(number, query)[place, measure] for query in options))
    return np.array(best)


def _occurs(index: Index, query: Query) -> bool:
    parts = weighted_parts(analysed(query, index.analysis.terms))
    return all(index.collection_frequency(part) > 0 for part in parts if isinstance(part, OrderedWindow))
