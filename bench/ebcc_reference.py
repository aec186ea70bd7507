"""EBCC against a plain implementation of its paper: `python -m bench.ebcc_reference [FOLDER]`.

The reference follows the update equations of Li, Rubinstein and Cohn (2019) with numpy and sparse matrices, ten subtypes, and ends
as their published code does: when no posterior moves more than .001, or after 500 steps. As there, the best of 40 random starts
counts. Ours runs with its defaults (5 starts); the median of six fits is its time. Both lower bounds are computed by the same code
from each side's posterior: higher is better. `per start` compares one start of each.
"""

from __future__ import annotations

import argparse
import time
import warnings
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.special import psi

from bench.label_table import label_sets, sets_folder
from caesura.labels import Ebcc, LabelTable, NotConvergedWarning, accuracy, gold_codes, read_gold, read_labels

SUBTYPES = 10
STARTS = 40
_SPARSITY, _SMOOTHING, _TRUST = 0.1, 1.0, 3.0
_STEPS, _STEADY = 500, 1e-3
#: Fits of ours, before and after the reference.
_FITS = 3


def one_start(table: LabelTable, votes: Any, seed: int) -> Any:
    """Posterior of every subtype (items x classes x subtypes) from a random start; `votes` has a matrix for each label."""
    items_of = [matrix.T.tocsr() for matrix in votes]
    items, workers, classes = len(table.tasks), len(table.workers), len(table.classes)
    truths = np.stack([matrix.sum(axis=0) for matrix in votes], axis=1)
    truths = truths / truths.sum(axis=1, keepdims=True)
    class_prior = truths.sum(axis=0)
    prior = _SMOOTHING + _TRUST * np.eye(classes)
    posterior = np.random.default_rng(seed).dirichlet(np.ones(SUBTYPES), truths.shape) * truths[:, :, None]
    for _ in range(_STEPS):
        counts = np.empty((workers, classes, SUBTYPES, classes))
        for truth in range(classes):
            for label in range(classes):
                counts[:, truth, :, label] = votes[label] @ posterior[:, truth] + prior[truth, label]
        logs = psi(counts) - psi(counts.sum(axis=3, keepdims=True))
        subtypes = posterior.sum(axis=0) + _SPARSITY / SUBTYPES
        frequency = class_prior + truths.sum(axis=0)
        scores = (psi(frequency) - psi(frequency.sum()))[:, None] + psi(subtypes) - psi(subtypes.sum(axis=1, keepdims=True))
        scores = np.repeat(scores[None], items, axis=0)
        for truth in range(classes):
            for label in range(classes):
                scores[:, truth] += items_of[label] @ logs[:, truth, :, label]
        powers = np.exp(scores - scores.max(axis=(1, 2), keepdims=True))
        posterior = powers / powers.sum(axis=(1, 2), keepdims=True)
        before, truths = truths, posterior.sum(axis=2)
        if np.allclose(before, truths, atol=_STEADY):
            break
    return posterior


class _OneStep(Ebcc):
    """Ours, from a posterior that is given."""

    given: Any = None

    def _starts(self, ballot: Any, first: Any) -> list[Any]:  # noqa: ARG002 - it begins elsewhere
        return [self.given]


def bound(table: LabelTable, posterior: Any) -> float:
    """The lower bound after one step of ours from this posterior on."""
    model = _OneStep(max_iterations=1)
    model.given = posterior.reshape(-1, SUBTYPES)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotConvergedWarning)
        return model.fit(table).objective_[-1]


def best_of(table: LabelTable, starts: int) -> tuple[Any, float]:
    votes = []
    for label in range(len(table.classes)):
        own = table.label_codes == label
        places = (table.worker_codes[own], table.task_codes[own])
        votes.append(csr_array((np.ones(own.sum()), places), shape=(len(table.workers), len(table.tasks))))
    ends = [one_start(table, votes, seed) for seed in range(starts)]
    bounds = [bound(table, posterior) for posterior in ends]
    return ends[int(np.argmax(bounds))], max(bounds)


def _timed(table: LabelTable) -> tuple[Ebcc, float]:
    started = time.process_time()
    model = Ebcc().fit(table)
    return model, time.process_time() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=None)
    parser.add_argument("--starts", type=int, default=STARTS)
    parser.add_argument("--sets", help="only these, separated by commas")
    options = parser.parse_args()
    folder = sets_folder(options.folder)
    print("set\tlabels\tours, CPU s\treference, CPU s\ttimes\tper start\tour bound\tits bound\tour accuracy\tits accuracy")
    for name in options.sets.split(",") if options.sets else label_sets(folder):
        table = read_labels(folder / f"{name}.labels.csv")
        truths = gold_codes(table, read_gold(folder / f"{name}.gold.csv"))
        Ebcc(restarts=0).fit(table)  # imports what it needs on first use
        # Ours is short: it is fitted several times, before and after the reference, which averages over its many starts.
        fits = [_timed(table) for _ in range(_FITS)]
        started = time.process_time()
        posterior, its_bound = best_of(table, options.starts)
        its = time.process_time() - started
        fits += [_timed(table) for _ in range(_FITS)]
        model, ours = fits[0][0], median(seconds for _, seconds in fits)
        own_starts = len(model.restart_objectives_)
        right = accuracy(model.codes_, truths).value
        its_right = accuracy(posterior.sum(axis=2).argmax(axis=1), truths).value
        print(
            f"{name}\t{len(table)}\t{ours:.3f}\t{its:.2f}\t{its / ours:.1f}\t{its / options.starts / (ours / own_starts):.1f}\t"
            f"{model.objective_[-1]:.2f}\t{its_bound:.2f}\t{right:.3f}\t{its_right:.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
