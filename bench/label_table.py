"""Sets x models: accuracy with its standard error, and CPU seconds, of our models and crowd-kit's.

`python -m bench.labels --table [FOLDER]`: the folder (`crowd` of CAESURA_DATA, if none is named) holds NAME.labels.csv and
NAME.gold.csv. Ours run with their defaults, `auto` with its choice included in its time; crowd-kit's run with theirs, on the same
codes. Each fit has a process of its own; one that passes the limit of CPU seconds or of memory is stopped and reported so. Then
comes the table of docs/labels.md, with mean accuracy and mean rank of every model that ended on all sets.
"""

from __future__ import annotations

import functools
import importlib.util
import multiprocessing
import resource
import signal
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import rankdata

from bench.segment_data import data_folder
from caesura.labels import (
    MODELS,
    Accuracy,
    LabelTable,
    accuracy,
    gold_codes,
    infer_labels,
    label_model,
    label_table,
    read_gold,
    read_labels,
)

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
#: Ours that need more than labels: breaks of queries, kinds of workers.
_ELSEWHERE = ("chain", "mixed")
#: Folds of gold items for crowd-kit's model that learns from them, as many as naive-bayes has.
_FOLDS = 20


class _TooLongError(Exception):
    """The limit of CPU seconds was reached."""


class _UnsuitableError(Exception):
    """The model does not take such labels."""


def limited(fit: Callable[[], Any], seconds: float, memory: int) -> tuple[Any, str, float]:
    """Codes (None where it failed), what went wrong, and CPU seconds: in a process of its own, with bounded time and memory."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=_child, args=(fit, seconds, memory, there))
    child.start()
    there.close()
    try:
        found: tuple[Any, str, float] = here.recv()
    except EOFError:
        found = (None, "killed", 0.0)
    child.join()
    return found


def _child(fit: Callable[[], Any], seconds: float, memory: int, there: Any) -> None:
    def stop(*_: object) -> None:
        raise _TooLongError

    signal.signal(signal.SIGPROF, stop)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    signal.setitimer(signal.ITIMER_PROF, seconds)
    started = time.process_time()
    codes, problem = None, ""
    try:
        codes = fit()
    except _TooLongError:
        problem = f"> {seconds:g} s"
    except MemoryError:
        problem = f"> {memory / 1e9:g} GB"
    except _UnsuitableError as error:
        problem = str(error)
    except Exception as error:  # a peer's own limits are its result
        problem = type(error).__name__
    signal.setitimer(signal.ITIMER_PROF, 0)
    there.send((codes, problem, time.process_time() - started))


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
        raise _UnsuitableError("two classes only")
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


def print_table(folder: Path, limit: float, memory: float, models: list[str] | None, sets: list[str] | None) -> None:
    """Every fit as a line, then the table of the docs, means and mean ranks."""
    warnings.simplefilter("ignore")
    runs: dict[str, tuple[Callable[..., Any], str]] = {name: (ours, name) for name in (*MODELS, "auto") if name not in _ELSEWHERE}
    if importlib.util.find_spec("crowdkit"):
        runs |= {f"crowd-kit {name}": (peer, name) for name in PEERS}
    if models is not None:
        runs = {name: run for name, run in runs.items() if name in models}
    names = sets or label_sets(folder)
    tiny = label_table([0, 0, 1], [0, 1, 0], [0, 1, 1])
    for fit, model in (run for run in ((ours, "ebcc"), (peer, "MACE")) if any(run[0] is fit for fit, _ in runs.values())):
        fit(model, tiny, None)  # imports what it needs on first use
    cells: dict[str, dict[str, Accuracy]] = {name: {} for name in runs}
    failed: dict[tuple[str, str], str] = {}
    seconds = dict.fromkeys(runs, 0.0)
    print("set\tmodel\taccuracy\tstandard error\tCPU seconds")
    for name in names:
        table, gold = read_labels(folder / f"{name}.labels.csv"), read_gold(folder / f"{name}.gold.csv")
        truths = gold_codes(table, gold)
        for run, (fit, model) in runs.items():
            codes, problem, spent = limited(functools.partial(fit, model, table, gold), limit, int(memory * 1e9))
            seconds[run] += spent
            if codes is None:
                failed[run, name] = problem
                print(f"{name}\t{run}\t\t\t{problem}", flush=True)
                continue
            cells[run][name] = found = accuracy(codes, truths)
            print(f"{name}\t{run}\t{found.value:.3f}\t{found.standard_error:.3f}\t{spent:.2f}", flush=True)
    ended = [run for run in runs if len(cells[run]) == len(names)]
    values = np.array([[cells[run][name].value for name in names] for run in ended])
    ranks = dict(zip(ended, rankdata(-np.round(values, 6), axis=0).mean(axis=1), strict=True)) if ended else {}
    print(f"\n| | {' | '.join(names)} | mean | mean rank | CPU s |\n|{'---|' * (len(names) + 4)}")
    for run in runs:
        row = [_cell(cells[run][name]) if name in cells[run] else failed[run, name] for name in names]
        mean = f"{np.mean([one.value for one in cells[run].values()]):.3f}".lstrip("0") if run in ranks else "–"
        print(f"| {run} | {' | '.join(row)} | {mean} | {f'{ranks[run]:.1f}' if run in ranks else '–'} | {seconds[run]:.2f} |")


def _cell(found: Accuracy) -> str:
    return f"{found.value:.3f} ({found.standard_error:.3f})".replace("0.", ".")
