"""From many annotators' segmentations to one reference: by whole structure, by break (or node), by distance.

The result is a corpus again. Its votes are weighted: each query keeps its number of votes, shared out by what the model
thinks of each segmentation, and the one it considers true stands first and has most.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import numpy as np

from caesura.corpus import Corpus, Entry, Vote, Votes, largest_remainder
from caesura.foundation import InputError, one_of
from caesura.labels.annotations import Cut, break_table, candidates, inner_nodes, knows_annotators, node_table, structure_table
from caesura.labels.dawid_skene import DawidSkene
from caesura.labels.inference import infer
from caesura.labels.model import LabelModel
from caesura.labels.naive_bayes import NaiveBayes
from caesura.labels.registry import label_model
from caesura.labels.trees import best_tree
from caesura.shapes import Flat, Nested, Span, distance

#: No break and no node is ever taken for quite certain; what one tree lacks must not rule it out.
_SUREST = 0.99


class By(StrEnum):
    """What is put to the vote."""

    STRUCTURE = "structure"
    BREAK = "break"
    DISTANCE = "distance"


def aggregate(corpus: Corpus, by: By | str = By.BREAK, model: LabelModel | str = "majority", *, power: int = 1) -> Corpus:
    """The corpus with one reference per query. Queries without annotations stay as they are.

    `structure` takes majority, weighted-majority, one-coin or glad (whole segmentations have no common confusion matrix).
    `break` takes any unsupervised model; the items are boundaries of flat segmentations and nodes of trees. `distance` takes
    the annotation nearest to all others under d1 or d2 (`power`), annotators weighing what the model makes of them.
    """
    one_of("way to aggregate", by, By)
    judge = label_model(model) if isinstance(model, str) else model
    if isinstance(judge, NaiveBayes) or (by == By.STRUCTURE and isinstance(judge, DawidSkene)):
        raise InputError(f"{judge.name} cannot aggregate by {by}", cure="use majority, weighted-majority, one-coin or glad")
    if judge.knows_workers and not knows_annotators(corpus):
        raise InputError(f"{judge.name} must know who annotated, and this corpus does not say", cure="use majority")
    many = corpus.restricted([entry for entry in corpus if len(entry.votes) and len(entry.query.words) > 1])
    if not len(many):
        raise InputError("no query of two words or more is annotated", cure="use a corpus with votes")
    shares = {By.STRUCTURE: _by_structure, By.BREAK: _by_break, By.DISTANCE: _by_distance}[By(by)](many, judge, power)
    entries = tuple(
        Entry(entry.query, _shared_out(shares[entry.query.id], entry.votes.total)) if entry.query.id in shares else entry
        for entry in corpus
    )
    return Corpus(corpus.name, entries, corpus.outputs)


#: The segmentation taken for true first, then the others; each with its share of the votes.
_Shares = dict[Cut, float]


def _by_structure(corpus: Corpus, model: LabelModel, power: int) -> dict[str, _Shares]:  # noqa: ARG001 - no distance here
    table, places = structure_table(corpus)
    fitted = infer(model, table).model
    shares: dict[str, _Shares] = {}
    for query, probabilities in zip(table.tasks, fitted.probabilities_, strict=True):
        shapes = places[str(query)]
        shares[str(query)] = _ordered(dict(zip(shapes, probabilities.tolist(), strict=False)))
    return shares


def _by_break(corpus: Corpus, model: LabelModel, power: int) -> dict[str, _Shares]:  # noqa: ARG001 - no distance here
    flat = corpus.kind is Flat
    table = break_table(corpus) if flat else node_table(corpus)
    probable = _probability_of_one(infer(model, table).model)
    shares: dict[str, _Shares] = {}
    for entry in corpus:
        one = probable.get(entry.query.id, {})
        best = _broken(len(entry.query.words), one) if flat else best_tree(len(entry.query.words), _log_odds(one))
        shapes = [best, *(shape for shape in candidates(entry) if shape != best)]
        logs = [_log_probability(shape, one) for shape in shapes]
        shares[entry.query.id] = {shape: math.exp(log - logs[0]) for shape, log in zip(shapes, logs, strict=True)}
    return shares


def _by_distance(corpus: Corpus, model: LabelModel, power: int) -> dict[str, _Shares]:
    weights = _annotator_weights(corpus, model)
    shares: dict[str, _Shares] = {}
    for entry in corpus:
        votes: dict[Cut, float] = {}
        for vote in entry.votes:
            shape = vote.shape
            if not isinstance(shape, Flat | Nested):
                raise InputError("syntactic forests cannot be aggregated", cure="use flat or nested segmentations")
            # The same segmentation with other types is the same segmentation.
            more = sum(weights[name] for name in vote.annotators) if weights is not None else float(vote.count)
            votes[shape] = votes.get(shape, 0.0) + more
        shares[entry.query.id] = {medoid(votes, power): 1.0}
    return shares


def medoid(votes: Mapping[Cut, float], power: int = 1) -> Cut:
    """The segmentation nearest to all votes together; of equals, the one with more votes, then the first."""
    far = {shape: sum(weight * distance(shape, other, power) for other, weight in votes.items()) for shape in votes}
    return min(votes, key=lambda shape: (round(float(far[shape]), 9), -votes[shape]))


def _annotator_weights(corpus: Corpus, model: LabelModel) -> dict[Any, float] | None:
    """What the model makes of each annotator, break by break; None where all weigh the same."""
    if not model.knows_workers:
        return None
    table = break_table(corpus) if corpus.kind is Flat else node_table(corpus)
    fitted = infer(model, table).model
    is_right = fitted.posterior_.at(table.task_codes, table.label_codes)
    share = np.bincount(table.worker_codes, weights=is_right, minlength=len(table.workers)) / table.labels_per_worker
    # Who is right no more often than a coin has nothing to say; the more often, the more.
    weights = np.maximum(np.log(np.clip(share, 0.01, _SUREST) / (1 - np.clip(share, 0.01, _SUREST))), 1e-6)
    return dict(zip(table.workers, weights.tolist(), strict=True))


def _probability_of_one(fitted: LabelModel) -> dict[str, dict[Any, float]]:
    """Query -> boundary or span -> how likely it is a break or a node."""
    tasks: tuple[Any, ...] = fitted.table_.tasks
    classes = fitted.table_.classes
    column = fitted.probabilities_[:, classes.index(1)] if 1 in classes else np.zeros(len(tasks))
    probabilities: dict[str, dict[Any, float]] = {}
    for (query, place), probability in zip(tasks, column.tolist(), strict=True):
        probabilities.setdefault(query, {})[place] = probability
    return probabilities


def _broken(size: int, one: Mapping[int, float]) -> Flat:
    """A break where it is at least as likely as none: a tie breaks, as in the measure `corpus`."""
    return Flat(tuple(int(one[place] >= 0.5 - 1e-9) for place in range(size - 1)))


def _log_odds(one: Mapping[Span, float]) -> dict[Span, float]:
    return {span: _log(probability) - _log(1 - probability) for span, probability in one.items()}


def _log_probability(shape: Cut, one: Mapping[Any, float]) -> float:
    """How likely a segmentation is, break by break or node by node."""
    if isinstance(shape, Flat):
        return sum(_log(one[place] if value else 1 - one[place]) for place, value in enumerate(shape.breaks))
    nodes = inner_nodes(shape)
    # A node that no annotator drew is as unlikely as can be.
    unseen = sum(_log(0.0) for span in nodes if span not in one)
    return unseen + sum(_log(value if span in nodes else 1 - value) for span, value in one.items())


def _log(probability: float) -> float:
    return math.log(min(_SUREST, max(1 - _SUREST, probability)))


def _ordered(shares: _Shares) -> _Shares:
    """The likeliest first; of equals the first in the file."""
    best = max(shares, key=lambda shape: round(shares[shape], 9))
    return {best: shares[best]} | shares


def _shared_out(shares: _Shares, total: int) -> Votes:
    """Whole votes in proportion; what gets none is gone. The first has the largest share and so never fewer than another."""
    # Shares are sure to a billionth; whole numbers make the result the same everywhere.
    counts = largest_remainder({shape: round(share * 10**9) for shape, share in shares.items()}, total)
    return Votes(tuple(Vote(shape, count) for shape, count in counts.items() if count))
