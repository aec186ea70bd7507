"""The rows of table 4: what each run gets, how far it is from the upper bound, how many queries it phrases.

Beside the paper's figures stand the part of the possible gain that a run gets (from the bag of words to the bound), and whether
its difference from the bag of words is more than luck: a randomisation test over queries, corrected by Holm over all runs and
measures of a collection.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from caesura.evaluation import holm, randomisation_test, smallest_p
from caesura.foundation import fingerprint, signature
from caesura.retrieval.experiment.collection import Collection
from caesura.retrieval.experiment.experiment import Experiment
from caesura.retrieval.experiment.measures import MEASURES, Floats
from caesura.retrieval.experiment.tuning import Outcome
from caesura.retrieval.runs.bag_of_words import NAME as BAG
from caesura.retrieval.runs.upper_bound import NAME as BOUND

Row = dict[str, Any]

#: A corrected p of at most this much says that a difference holds.
LEVEL = 0.05
#: A possible gain below this is none.
_NOTHING = 1e-9


def from_upper_bound(value: float, bound: float) -> float | None:
    """The difference from the upper bound in per cent of the bound; None where the bound is 0."""
    return 100 * (value - bound) / bound if bound else None


def experiment_rows(experiment: Experiment) -> list[Row]:
    """One row for each collection, measure and run."""
    rows: list[Row] = []
    for collection in experiment.collections:
        of_collection = [
            _row(experiment, collection, run, measure) for measure in MEASURES for run in _names(experiment, collection)
        ]
        tested = [row for row in of_collection if row["run"] not in (BAG, BOUND)]
        for row, p in zip(tested, randomisation_test(_differences(experiment, collection)).tolist(), strict=True):
            row["p"] = p
        for row, corrected in zip(tested, holm([row["p"] for row in tested]), strict=True):
            row |= {"p_holm": corrected, "holds": corrected <= LEVEL}
        rows += of_collection
    return rows


def significance_notes(experiment: Experiment) -> list[str]:
    """For each collection where no p value could be small enough, whatever the runs did: that it is so, and what helps."""
    notes = []
    for collection in experiment.collections:
        differences = _differences(experiment, collection)
        comparisons = differences.shape[1]
        smallest = min(map(float, smallest_p(differences)), default=1.0)
        if comparisons and smallest * comparisons > LEVEL:
            notes.append(
                f"{collection.name}: no difference from the bag of words can be significant: on {len(collection.topics)} queries "
                f"p is at least {smallest:.2g}, and Holm for {comparisons} comparisons needs {LEVEL / comparisons:.2g}; "
                "compare fewer runs (--run), or judge more queries"
            )
    return notes


def overlap(outcome: Outcome, options: Sequence[object]) -> float | None:
    """The share of queries for which a run has the users' option; None for runs that do not choose among options."""
    pairs = [(choice.option, user) for choice, user in zip(outcome.searched, options, strict=True) if user is not None]
    if not pairs or any(option is None for option, _ in pairs):
        return None
    return sum(option == user for option, user in pairs) / len(pairs)


def _names(experiment: Experiment, collection: Collection) -> list[str]:
    return [run for run in experiment.names if experiment.has(collection, run)]


def _row(experiment: Experiment, collection: Collection, run: str, measure: str) -> Row:
    outcome = experiment.outcome(collection, run, measure)
    bag, bound = (experiment.outcome(collection, name, measure) for name in (BAG, BOUND))
    value, of_bag, of_bound = (one.mean(collection.folds) for one in (outcome, bag, bound))
    possible = of_bound - of_bag
    differences = outcome.values - bag.values
    asked = not outcome.run.is_bound and not outcome.run.is_user
    shared = overlap(outcome, collection.user_options()) if asked else None
    return {
        "collection": collection.name,
        "run": run,
        "measure": measure,
        "queries": len(collection.topics),
        "value": value,
        "from_upper_bound": None if run == BOUND else from_upper_bound(value, of_bound),
        "phrased": 100 * outcome.phrased,
        "overlap": None if shared is None else 100 * shared,
        "of_possible_gain": None if run in (BAG, BOUND) or abs(possible) < _NOTHING else 100 * (value - of_bag) / possible,
        "won": int((differences > _NOTHING).sum()),
        "lost": int((differences < -_NOTHING).sum()),
        "p": None,
        "p_holm": None,
        "holds": None,
        "simulated": outcome.run.simulated or (shared is not None and collection.crowd.simulated),
        "mu": [collection.settings.mus[tuning.mu] for tuning in outcome.tuned],
        "setting": None if outcome.run.values == (None,) else [tuning.value for tuning in outcome.tuned],
        "signature": signature(
            data=f"{collection.name}#{collection.engine.fingerprint}",
            queries=len(collection.topics),
            topics=collection.fingerprint,
            crowd="simulated" if collection.crowd.simulated else collection.crowd.corpus.signature,
            run=run.replace("|", "/"),
            measure=measure,
            model="ql-dirichlet",
            folds=collection.settings.folds,
            settings=collection.settings.fingerprint,
            # Stands for what came of them: the other collections, too, have a part in what is tuned.
            searched=fingerprint(f"{mu:g} {choice.query}" for choice, mu in zip(outcome.searched, outcome.mus, strict=True)),
        ),
    }


def _differences(experiment: Experiment, collection: Collection) -> Floats:
    """Queries x (measure, run): what each run but the bound gains over the bag of words, in the order of the rows."""
    columns = [
        experiment.outcome(collection, run, measure).values - experiment.outcome(collection, BAG, measure).values
        for measure in MEASURES
        for run in _names(experiment, collection)
        if run not in (BAG, BOUND)
    ]
    differences: Floats = np.column_stack(columns) if columns else np.zeros((len(collection.topics), 0))
    return differences
