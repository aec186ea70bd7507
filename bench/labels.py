"""Label models against crowd-kit: `python -m bench.labels` times majority, Dawid-Skene and GLAD.

There are 10,000, 100,000 and 1,000,000 labels. Each fit runs in a process of its own, which is stopped after `--limit` seconds and
reported so. Times are CPU seconds of the fit alone, without making or reading the data; memory is the peak of the process. Both
sides get the same labels, and both results are judged by the same log likelihood, computed here from each side's own parameters:
higher is better. `--quick` leaves out the million and stops a fit after 60 seconds. crowd-kit (a development dependency) is left
out where it is not installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from caesura.labels import DawidSkene, Glad, LabelModel, LabelTable, Majority, SimulatedCrowd, make_labels

SIZES = (10_000, 100_000, 1_000_000)
MODELS = ("majority", "dawid-skene", "glad")
CLASSES = 3
LABELS_PER_ITEM = 5


def data(labels: int, classes: int = CLASSES) -> tuple[LabelTable, np.ndarray[Any, np.dtype[np.int64]]]:
    """A crowd whose size grows with the labels, about 200 for each worker as in RTE and up; and the truths in the table's order."""
    crowd = SimulatedCrowd(workers=min(2000, max(50, labels // 500)), accuracy=0.7, spread=0.25, spammers=0.1)
    table, gold = make_labels(crowd, items=labels // LABELS_PER_ITEM, classes=classes, labels_per_item=LABELS_PER_ITEM, seed=7)
    return table, np.array([table.classes.index(gold[task]) for task in table.tasks])


def ours(model: str, table: LabelTable) -> tuple[Any, float]:
    tiny, _ = make_labels(SimulatedCrowd(workers=5), items=5, labels_per_item=3)
    for warm in (DawidSkene(), Glad()):
        warm.fit(tiny)  # imports what it needs on first use; the peer's imports are not timed either
    models: dict[str, LabelModel] = {"majority": Majority(), "dawid-skene": DawidSkene(smoothing=1e-6, trust=0), "glad": Glad()}
    chosen = models[model]
    started = time.process_time()
    chosen.fit(table)
    return chosen, time.process_time() - started


def peer(model: str, table: LabelTable) -> tuple[Any, float]:
    import warnings

    import pandas
    from crowdkit.aggregation import GLAD, MajorityVote
    from crowdkit.aggregation import DawidSkene as PeerDawidSkene

    warnings.simplefilter("ignore")
    frame = pandas.DataFrame({"task": table.task_codes, "worker": table.worker_codes, "label": table.label_codes})
    chosen = {"majority": MajorityVote, "dawid-skene": PeerDawidSkene, "glad": GLAD}[model]()
    started = time.process_time()
    chosen.fit(frame)
    return chosen, time.process_time() - started


def likelihood(table: LabelTable, log_right: Any, prior: Any) -> float:
    """Of the labels, from log P(label | truth) as labels x truths and the log prior."""
    scores = np.tile(prior, (len(table.tasks), 1))
    for truth in range(len(table.classes)):
        scores[:, truth] += np.bincount(table.task_codes, weights=log_right[:, truth], minlength=len(table.tasks))
    highest = scores.max(axis=1, keepdims=True)
    return float((np.log(np.exp(scores - highest).sum(axis=1)) + highest[:, 0]).sum())


def dawid_skene_likelihood(table: LabelTable, confusion: Any, prior: Any) -> float:
    """`confusion` is workers x truths x labels."""
    with np.errstate(divide="ignore"):
        logs = np.log(np.maximum(confusion, 1e-300))[table.worker_codes, :, table.label_codes]
        return likelihood(table, logs, np.log(np.maximum(prior, 1e-300)))


def glad_likelihood(table: LabelTable, ability: Any, ease: Any) -> float:
    """With what the priors (means and deviations of 1) add: both sides climb this."""
    evidence = ability[table.worker_codes] * np.exp(ease)[table.task_codes]
    log_right = np.minimum(evidence, 0) - np.log1p(np.exp(-np.abs(evidence)))
    size = len(table.classes)
    logs = np.tile((log_right - evidence - np.log(size - 1))[:, None], (1, size))
    logs[np.arange(len(table)), table.label_codes] = log_right
    prior = -((ability - 1) ** 2).sum() / 2 - ((ease - 1) ** 2).sum() / 2
    return likelihood(table, logs, np.full(size, -np.log(size))) + float(prior)


def run_one(side: str, model: str, labels: int) -> dict[str, Any]:
    table, truths = data(labels)
    fitted, seconds = (ours if side == "caesura" else peer)(model, table)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    found: dict[str, Any] = {"seconds": seconds, "memory": memory, "likelihood": None}
    if side == "caesura":
        codes = fitted.codes_
        if model == "dawid-skene":
            found["likelihood"] = dawid_skene_likelihood(table, fitted.confusion_, np.exp(fitted.prior_.logs))
        elif model == "glad":
            found["likelihood"] = glad_likelihood(table, fitted.ability_, fitted.ease_)
        return found | {"accuracy": float((codes == truths).mean()), "converged": fitted.converged_}
    codes = fitted.labels_.sort_index().to_numpy()
    if model == "dawid-skene":
        size = len(table.classes)
        confusion = np.zeros((len(table.workers), size, size))
        for (worker, label), row in zip(fitted.errors_.index, fitted.errors_[list(range(size))].to_numpy(), strict=True):
            confusion[worker, :, label] = row
        found["likelihood"] = dawid_skene_likelihood(table, confusion, fitted.priors_.sort_index().to_numpy())
    elif model == "glad":
        found["likelihood"] = glad_likelihood(table, fitted.alphas_.sort_index().to_numpy(), fitted.betas_.sort_index().to_numpy())
    return found | {"accuracy": float((codes == truths).mean()), "converged": None}


def measured(side: str, model: str, labels: int, limit: float) -> dict[str, Any] | None:
    """In a process of its own; None where the limit stopped it."""
    command = [sys.executable, "-m", "bench.labels", "--one", side, model, str(labels)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=True)
    except subprocess.TimeoutExpired:
        return None
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="10,000 and 100,000 labels, 60 seconds for each fit")
    parser.add_argument("--limit", type=float, default=None, help="seconds after which a fit is stopped (600; quick and table 60)")
    parser.add_argument("--one", nargs=3, metavar=("SIDE", "MODEL", "LABELS"), help=argparse.SUPPRESS)
    parser.add_argument(
        "--table",
        metavar="FOLDER",
        nargs="?",
        const="",
        help="instead: all models on all sets of this folder (the shared one, if none is named), crowd-kit's too",
    )
    parser.add_argument("--sets", help="of the table: only these sets, separated by commas")
    parser.add_argument("--models", help="of the table: only these, separated by commas, such as ebcc,crowd-kit GLAD")
    parser.add_argument("--memory", type=float, default=4.0, help="of the table: GB that a fit may take")
    options = parser.parse_args()
    if options.table is not None:
        from bench.label_table import print_table, sets_folder

        chosen = None if options.sets is None else options.sets.split(",")
        folder = sets_folder(Path(options.table) if options.table else None)
        models = None if options.models is None else options.models.split(",")
        print_table(folder, options.limit or 60.0, options.memory, models, chosen)
        return
    if options.one is not None:
        side, model, labels = options.one
        print(json.dumps(run_one(side, model, int(labels))))
        return
    limit = options.limit if options.limit is not None else 60.0 if options.quick else 600.0
    sides = ("caesura", "crowd-kit") if importlib.util.find_spec("crowdkit") else ("caesura",)
    print(f"{'labels':>9}  {'model':<12} {'side':<10} {'CPU s':>8} {'times':>7} {'MiB':>6} {'accuracy':>8} {'log likelihood':>16}")
    for size in SIZES[:2] if options.quick else SIZES:
        for model in MODELS:
            first: dict[str, Any] | None = None
            for side in sides:
                found = measured(side, model, size, limit)
                if found is None:
                    least = "" if first is None else f"{limit / first['seconds']:>7.1f}"
                    print(f"{size:>9,}  {model:<12} {side:<10} {f'> {limit:g}':>8} {f'> {least.strip()}':>7} stopped")
                    continue
                first = first or found
                height = "" if found["likelihood"] is None else f"{found['likelihood']:>16.1f}"
                ratio = found["seconds"] / max(first["seconds"], 1e-9)
                print(
                    f"{size:>9,}  {model:<12} {side:<10} {found['seconds']:>8.2f} {ratio:>7.1f} {found['memory']:>6.0f} "
                    f"{found['accuracy']:>8.4f} {height}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
