"""What people make of the queries: agreement by length, trust against phrasing, gain against agreement (Lioma et al. 2018).

Tables 2 and 3, figures 3 and 4. Where the crowd is simulated, every row says so.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caesura.agreement import items_of, mean_popularity, popular_options
from caesura.corpus import Entry
from caesura.foundation import extra
from caesura.retrieval.experiment.collection import Collection
from caesura.retrieval.experiment.crowd import Crowd
from caesura.retrieval.experiment.experiment import Experiment
from caesura.retrieval.experiment.measures import MEASURES
from caesura.retrieval.runs.bag_of_words import NAME as BAG
from caesura.shapes import Flat

Row = dict[str, Any]

#: Agreement and trust are gathered into this many bins between 0 and 1.
BINS = 10


def agreement_by_length(collection: Collection) -> list[Row]:
    """Tables 2 and 3: how many chose the most popular option, by the number of content words, and over all queries.

    The printed totals of the paper are the plain means of the rows (`mean_of_rows`); `agreement` is the mean over queries.
    """
    items = items_of(collection.crowd.corpus)
    everything, mean_of_rows = mean_popularity(items)
    rows = []
    for row in (*popular_options(items), everything):
        rows.append(
            {
                "collection": collection.name,
                "words": "all" if row.words is None else row.words,
                "queries": row.queries,
                "bag_of_words": row.alone,
                "phrasing": row.phrases,
                "phrased": 100 * row.phrases / row.queries,
                "agreement": 100 * float(row.agreement),
                "mean_of_rows": 100 * float(mean_of_rows) if row.words is None else None,
                "simulated": collection.crowd.simulated,
            }
        )
    return rows


def user_run(experiment: Experiment, collection: Collection) -> str | None:
    """The name of the run that follows people, where there is one."""
    return next((run.name for run in experiment.runs[collection.name] if run.is_user), None)


def gain_by_agreement(experiment: Experiment, collection: Collection) -> list[Row]:
    """Figure 4: the mean gain of the users' choice over the bag of words, for queries with about the same agreement."""
    user = user_run(experiment, collection)
    if user is None:
        return []
    agreements = [collection.crowd.agreement(topic.id) for topic in collection.topics]
    rows = []
    for measure in MEASURES:
        gains = experiment.outcome(collection, user, measure).values - experiment.outcome(collection, BAG, measure).values
        for low in range(BINS):
            in_bin = [number for number, value in enumerate(agreements) if value is not None and _bin(value) == low]
            if in_bin:
                rows.append(
                    {
                        "collection": collection.name,
                        "measure": measure,
                        "agreement": f"{10 * low}-{10 * low + 10} %",
                        "middle": (low + 0.5) / BINS,
                        "queries": len(in_bin),
                        "gain": float(gains[in_bin].mean()),
                        "simulated": collection.crowd.simulated,
                    }
                )
    return rows


def trust_and_phrasing(crowd: Crowd) -> tuple[list[Row], float | None]:
    """Figure 3: annotators by trust, with the share of their queries that they phrase; and Spearman's rho over the bins.

    Trust is what the platform says, where that is given. Else it is how often an annotator chose what most of the others chose.
    """
    choices = _by_annotator(crowd)
    trust = {name: value for name, value in crowd.trust.items() if name in choices} or _trust(crowd, choices)
    bins: dict[int, list[str]] = {}
    for name, value in trust.items():
        bins.setdefault(_bin(value), []).append(name)
    rows: list[Row] = []
    for low, names in sorted(bins.items()):
        options = [option for name in names for option in choices[name].values()]
        rows.append(
            {
                "trust": f"{low / BINS:.1f}-{(low + 1) / BINS:.1f}",
                "middle": (low + 0.5) / BINS,
                "annotators": len(names),
                "phrased": 100 * sum(option.is_segmented for option in options) / len(options),
                "simulated": crowd.simulated,
            }
        )
    return rows, _spearman([row["middle"] for row in rows], [row["phrased"] for row in rows])


def _bin(share: float) -> int:
    # Shares of ten annotators lie on the edges: the last bits of a float shall not decide where.
    return min(BINS - 1, int(share * BINS + 1e-9))


def _by_annotator(crowd: Crowd) -> dict[str, dict[str, Flat]]:
    by_annotator: dict[str, dict[str, Flat]] = {}
    for entry in crowd.corpus:
        for vote in entry.votes:
            for name in vote.annotators:
                if isinstance(vote.shape, Flat):
                    by_annotator.setdefault(name, {})[entry.query.id] = vote.shape
    return by_annotator


def _trust(crowd: Crowd, choices: dict[str, dict[str, Flat]]) -> dict[str, float]:
    trust = {}
    for name, options in choices.items():
        agreed = [_most_of_others(crowd.corpus[query], name) == option for query, option in options.items()]
        trust[name] = sum(agreed) / len(agreed)
    return trust


def _most_of_others(entry: Entry, name: str) -> object:
    counts = [(vote.shape, vote.count - (name in vote.annotators)) for vote in entry.votes]
    return max(counts, key=lambda pair: pair[1])[0]


def _spearman(across: list[float], up: list[float]) -> float | None:
    """Rank correlation; None for fewer than three bins, or where one side is always the same."""
    if len(across) < 3 or len(set(up)) < 2:
        return None
    with extra("measure"):
        from scipy.stats import rankdata

    return float(np.corrcoef(rankdata(across), rankdata(up))[0, 1])
