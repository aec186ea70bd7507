"""How accurate are the labels, where no gold label says so? What a model with confusion matrices thinks itself, with an interval.

The interval is that of the posterior: truths, class frequencies and confusion matrices are drawn in turn from what each of them is
given the others (Gibbs sampling from where the fit ended), and in each draw the share of inferred labels that are the drawn truths
is noted. It is as good as the model: where workers err together and the model takes them for independent, it is too sure.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from caesura.foundation import InputError
from caesura.labels.choosing import NONE
from caesura.labels.class_prior import state_sums
from caesura.labels.confusion import Confusion, ConfusionLayout
from caesura.labels.dawid_skene import DawidSkene
from caesura.labels.ibcc import BayesianCombination
from caesura.labels.model import LabelModel
from caesura.labels.table import Floats, Integers


@dataclass(frozen=True)
class AccuracyEstimate:
    """The mean over draws, and the interval that holds 95 % of them."""

    value: float
    interval: tuple[float, float]
    draws: int


def estimate_accuracy(model: LabelModel, *, draws: int = 200, warm_up: int = 50, seed: int = 1) -> AccuracyEstimate:
    """Of a fitted Dawid-Skene, IBCC or EBCC; known items are right by definition and do not count."""
    if draws < 10 or warm_up < 0:
        raise InputError(f"{draws} draws after {warm_up}", cure="give at least 10 draws")
    if isinstance(model, BayesianCombination):
        confusion, states, class_prior = model.fit_.confusion, model.states_, model.states_.classes
        start, per_state, count = model.fit_.states, states.states, states.count
    elif isinstance(model, DawidSkene):
        confusion, per_state, count = model.counts_, 0.0, 1
        class_prior = np.full(model.posterior_.cells.size, max(model.smoothing, 1e-3))
        start = model.posterior_.values[:, None]
    else:
        raise InputError(f"{model.name} has no distribution of confusion matrices", cure="use ibcc, ebcc or dawid-skene")
    layout, draw = confusion.layout, np.random.default_rng(seed)
    cells = layout.ballot.cells
    judged = model.codes_ != NONE if model.gold_ is None else (model.codes_ != NONE) & (model.gold_ < 0)
    if not judged.any():
        raise InputError("every label is known or left open", cure="nothing is left to estimate")
    posterior, found = start, list[float]()
    for step in range(warm_up + draws):
        chosen = _drawn(posterior, cells.count, draw)
        if step >= warm_up:
            truths = cells.classes[chosen // posterior.shape[1]]
            found.append(float((truths == model.codes_)[judged].mean()))
        certain = np.zeros_like(posterior)
        certain.ravel()[chosen] = 1.0
        sums = state_sums(cells, certain)
        before = np.log(np.maximum(draw.dirichlet(sums.sum(axis=1) + class_prior), 1e-300))[:, None]
        if count > 1:
            shares = draw.gamma(sums + per_state)
            before = before + np.log(np.maximum(shares, 1e-300)) - np.log(np.maximum(shares.sum(axis=1), 1e-300))[:, None]
        logs = _drawn_confusion(layout, certain, posterior.shape[1], draw)
        scores = layout.scores(logs, posterior.shape[1]).reshape(posterior.shape)
        posterior = cells.softmax(scores + before[cells.classes])[0]
    low, high = np.quantile(found, [0.025, 0.975])
    return AccuracyEstimate(float(np.mean(found)), (float(low), float(high)), draws)


def _drawn(posterior: Floats, items: int, draw: np.random.Generator) -> Integers:
    """One state of one cell for each item, by its probability; each item's probabilities sum to 1, one item after the other."""
    upto = np.cumsum(posterior.ravel())
    wanted = (np.arange(items) + draw.random(items)) * (upto[-1] / items)
    found: Integers = np.minimum(np.searchsorted(upto, wanted), posterior.size - 1)
    return found


def _drawn_confusion(layout: ConfusionLayout, certain: Floats, states: int, draw: np.random.Generator) -> Floats:
    """Log probabilities of a draw of all confusion matrices; labels that a worker never gives share what is left of the prior."""
    counts = Confusion(layout, layout.counts(certain) + layout.repeated(states), np.empty(0), states).counts
    reached = layout.totals(np.broadcast_to(layout.repeated(states), counts.shape))
    drawn = np.maximum(draw.gamma(counts), 1e-300)
    rest = draw.gamma(np.maximum(layout.prior.total - reached, 0.0))
    logs: Floats = np.log(drawn) - np.log(layout.totals(drawn) + rest)[layout.group]
    return logs
