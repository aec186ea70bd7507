"""Sets x models: accuracy with its standard error, and CPU seconds, of our models and crowd-kit's.

`python -m bench.labels --table [FOLDER]`: the folder (`crowd` of CAESURA_DATA, if none is named) holds NAME.labels.csv and
NAME.gold.csv. Ours run with their defaults, `auto` with its choice included in its time; crowd-kit's run with theirs, on the same
codes. A fit that takes longer than the limit of CPU seconds is stopped and reported so. Below the table stand the mean accuracy and
the mean rank of every model that ended on all sets.
"""

from __future__ import annotations

import contextlib
import importlib.util
import signal
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import rankdata

from bench.segment_data import data_folder
from caesura.labels import MODELS, LabelTable, accuracy, gold_codes, infer_labels, label_model, label_table, read_gold, read_labels

#: crowd-kit's models for classes. KOS takes two classes only; GoldMajorityVote learns from gold, each fold by the others.
PEERS = (
    "MajorityVote",
    "Wawa",
    "ZeroBasedSkill",
    "DawidSkene",
    "OneCoinDawidSkene",
    "MMSR",
    "KOS",
    "MACE",
    "GLAD",
    "GoldMajorityVote",
)
#: Folds of gold items for crowd-kit's model that learns from them, as many as naive-bayes has.
_FOLDS = 20


class _TooLongError(Exception):
    """The limit of CPU seconds was reached."""


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def ours(name: str, table: LabelTable, gold: Any) -> Any:
    if name == "auto":
        return infer_labels(table, model="auto").model.codes_
    model = label_model(name)
    return model.fit(table, gold=gold if model.is_supervised else None).codes_


def peer(name: str, table: LabelTable, gold: Any) -> Any:
    import crowdkit.aggregation
    import pandas
    from crowdkit.aggregation.classification import gold_majority_vote, wawa, zero_based_skill

    for module in (gold_majority_vote, wawa, zero_based_skill):
        vars(module)["check_is_fitted"] = lambda *_, **__: None  # scikit-learn of today refuses crowd-kit's classes there
    frame = pandas.DataFrame({"task": table.task_codes, "worker": table.worker_codes, "label": table.label_codes})
    model = getattr(crowdkit.aggregation, name)
    if name == "KOS" and len(table.classes) != 2:
        raise ValueError("KOS takes two classes")
    if name != "GoldMajorityVote":
        return model().fit_predict(frame).reindex(range(len(table.tasks))).to_numpy()
    truths = gold_codes(table, gold)
    items = np.random.default_rng(1).permutation(np.flatnonzero(truths >= 0))
    codes = np.full(len(truths), -1)
    for fold in range(_FOLDS):
        left_out = items[fold::_FOLDS]
        teaching = np.setdiff1d(items, left_out)
        fitted = model().fit(frame[frame.task.isin(teaching)], pandas.Series(truths[teaching], index=teaching))
        skills = fitted.skills_.reindex(range(len(table.workers))).fillna(fitted.skills_.mean()).to_numpy()
        rows = np.isin(table.task_codes, left_out)
        weights = np.zeros((len(truths), len(table.classes)))
        np.add.at(weights, (table.task_codes[rows], table.label_codes[rows]), skills[table.worker_codes[rows]])
        codes[left_out] = weights[left_out].argmax(axis=1)
    return codes


def sets_folder(named: Path | None) -> Path:
    """The folder that was named, or the shared one."""
    if named is not None:
        return named
    if (data := data_folder()) is None:
        raise SystemExit("the shared label sets are not here: name a folder, or set CAESURA_DATA")
    return data / "crowd"


def label_sets(folder: Path) -> list[str]:
    return sorted(file.name.removesuffix(".labels.csv") for file in folder.glob("*.labels.csv"))


def print_table(folder: Path, limit: float, peers: list[str] | None, sets: list[str] | None) -> None:
    warnings.simplefilter("ignore")
    runs: dict[str, tuple[Callable[..., Any], str]] = {name: (ours, name) for name in MODELS if name != "chain"} | {
        "auto": (ours, "auto")
    }
    if importlib.util.find_spec("crowdkit"):
        runs |= {f"crowd-kit {name}": (peer, name) for name in PEERS if peers is None or name in peers}
    scores: dict[str, dict[str, float]] = {name: {} for name in runs}
    names = sets or label_sets(folder)
    if any(fit is peer for fit, _ in runs.values()):
        peer("MACE", label_table([0, 0, 1], [0, 1, 0], [0, 1, 1]), None)  # imports what it needs on first use
    print("set\tmodel\taccuracy\tstandard error\tCPU seconds")
    for name in names:
        table, gold = read_labels(folder / f"{name}.labels.csv"), read_gold(folder / f"{name}.gold.csv")
        truths = gold_codes(table, gold)
        for run, (fit, model) in runs.items():
            started = time.process_time()
            try:
                with _limited(limit):
                    codes = fit(model, table, gold)
            except _TooLongError:
                print(f"{name}\t{run}\t\t\t> {limit:g}", flush=True)
                continue
            except Exception as error:  # a peer's own limits are its result
                print(f"{name}\t{run}\t\t\t{type(error).__name__}", flush=True)
                continue
            found = accuracy(codes, truths)
            scores[run][name] = found.value
            print(f"{name}\t{run}\t{found.value:.3f}\t{found.standard_error:.3f}\t{time.process_time() - started:.2f}", flush=True)
    ended = [run for run in runs if len(scores[run]) == len(names)]
    values = np.array([[scores[run][name] for name in names] for run in ended])
    ranks = rankdata(-np.round(values, 6), axis=0).mean(axis=1)
    print("\nmodel\tmean accuracy\tmean rank")
    for run, mean, rank in sorted(zip(ended, values.mean(axis=1), ranks, strict=True), key=lambda row: row[2]):
        print(f"{run}\t{mean:.4f}\t{rank:.2f}")
