"""Models that were tried and left out: `python -m bench.label_candidates [FOLDER]` judges CATD and PM beside ours.

Both weigh workers by how far they are from the labels that weighted voting gives, in turn (at most 100 rounds). PM (Li, Q. et al.
2014, as CRH) weighs by the negative logarithm of a worker's share of all errors. CATD (Li, Q. et al. 2014) divides a quantile of
the chi-square distribution with as many degrees of freedom as a worker gave labels by that worker's errors, so that a worker of
whom little is known weighs little.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import chi2

from bench.label_table import label_sets, sets_folder
from caesura.labels import LabelTable, accuracy, gold_codes, label_model, read_gold, read_labels

_ROUNDS = 100
OURS = ("weighted-majority", "dawid-skene", "ibcc")


def _voted(table: LabelTable, weights: Any) -> Any:
    size = len(table.classes)
    cells = np.bincount(
        table.task_codes * size + table.label_codes, weights=weights[table.worker_codes], minlength=len(table.tasks) * size
    )
    return cells.reshape(-1, size).argmax(axis=1)


def _errors(table: LabelTable, truths: Any) -> Any:
    wrong = truths[table.task_codes] != table.label_codes
    return np.bincount(table.worker_codes, weights=wrong, minlength=len(table.workers))


def pm_weights(table: LabelTable, errors: Any) -> Any:
    shares = (errors + 1e-3) / (table.labels_per_worker + 1e-3)
    return -np.log(shares / shares.max()) + 1e-6


def catd_weights(table: LabelTable, errors: Any) -> Any:
    return chi2.ppf(0.025, table.labels_per_worker) / np.maximum(errors, 1e-3)


def inferred(table: LabelTable, weigh: Callable[[LabelTable, Any], Any]) -> Any:
    truths = _voted(table, np.ones(len(table.workers)))
    for _ in range(_ROUNDS):
        before, truths = truths, _voted(table, weigh(table, _errors(table, truths)))
        if (before == truths).all():
            break
    return truths


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    folder = sets_folder(parser.parse_args().folder)
    print("set\tPM\tCATD\t" + "\t".join(OURS))
    rows = []
    for name in label_sets(folder):
        table = read_labels(folder / f"{name}.labels.csv")
        truths = gold_codes(table, read_gold(folder / f"{name}.gold.csv"))
        found = [inferred(table, weigh) for weigh in (pm_weights, catd_weights)] + [
            label_model(one).fit(table).codes_ for one in OURS
        ]
        rows.append([accuracy(codes, truths).value for codes in found])
        print(name + "".join(f"\t{value:.3f}" for value in rows[-1]))
    print("mean" + "".join(f"\t{value:.3f}" for value in np.mean(rows, axis=0)))


if __name__ == "__main__":
    main()
