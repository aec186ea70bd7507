"""Sets x models: accuracy with its standard error and CPU seconds, ours and crowd-kit's (`python -m bench.labels --table FOLDER`).

The folder holds NAME.labels.csv and NAME.gold.csv. Ours run with their defaults, `auto` with its choice included in its time;
crowd-kit's run with theirs, on the same codes. A fit that takes longer than the limit of CPU seconds is stopped and reported so.
Below the table stand the mean accuracy and the mean rank of every model that ended on all sets.
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

from caesura.labels import MODELS, LabelTable, accuracy, gold_codes, infer_labels, label_model, read_gold, read_labels

#: crowd-kit's models for classes that need no gold labels.
PEERS = ("MajorityVote", "Wawa", "ZeroBasedSkill", "DawidSkene", "OneCoinDawidSkene", "MMSR", "MACE", "GLAD")


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


def peer(name: str, table: LabelTable, gold: Any) -> Any:  # noqa: ARG001 - the same shape as ours
    import crowdkit.aggregation
    import pandas

    frame = pandas.DataFrame({"task": table.task_codes, "worker": table.worker_codes, "label": table.label_codes})
    return getattr(crowdkit.aggregation, name)().fit_predict(frame).sort_index().to_numpy()


def print_table(folder: Path, limit: float, peers: bool, sets: list[str] | None) -> None:
    warnings.simplefilter("ignore")
    runs: dict[str, tuple[Callable[..., Any], str]] = {name: (ours, name) for name in MODELS if name != "chain"} | {
        "auto": (ours, "auto")
    }
    if peers and importlib.util.find_spec("crowdkit"):
        runs |= {f"crowd-kit {name}": (peer, name) for name in PEERS}
    scores: dict[str, dict[str, float]] = {name: {} for name in runs}
    names = sets or sorted(file.name.removesuffix(".labels.csv") for file in folder.glob("*.labels.csv"))
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
