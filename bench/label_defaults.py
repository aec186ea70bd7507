"""How the defaults of the label models were chosen: `python -m bench.label_defaults [FOLDER]` (with *.labels.csv and *.gold.csv).

Every setting of a small grid is judged on every set of the folder and on made-up crowds of twelve kinds (the chain model on breaks
of three kinds, `mixed` on three labels of each item and a made-up machine of three accuracies). Each set is left out in turn: the
setting with the best mean accuracy on all others is judged on it. `left out` is what that procedure is worth on a set it has not
seen; `regret` is how far it falls behind the best setting there; `in use` is the default of today. `--peers` also judges
crowd-kit's models (but GLAD, which takes minutes) on the same sets.
"""

from __future__ import annotations

import argparse
import warnings
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from bench.label_table import PEERS, label_sets, peer, sets_folder
from bench.made_up_crowds import CHAINS, KINDS, made_up, made_up_breaks
from bench.mixed_crowds import with_machine
from caesura.labels import LabelTable, NotConvergedWarning, accuracy, gold_codes, label_model, read_gold, read_labels
from caesura.labels.drawing import label_ranks

#: What is tried of each model.
GRIDS: dict[str, dict[str, tuple[Any, ...]]] = {
    "dawid-skene": {"smoothing": (1e-6, 0.01, 0.1, 1.0), "trust": (0.1, 1.0, 3.0)},
    "ibcc": {"smoothing": (0.5, 1.0), "trust": (1.0, 3.0, 6.0)},
    "one-coin": {"right": (1.0, 2.0, 4.0), "wrong": (1.0, 2.0)},
    "bwa": {"strength": (5.0, 15.0, 40.0)},
    "mace": {"looking": (0.5, 2.0), "habit": (0.1, 0.5, 2.0)},
    "ebcc": {"trust": (1.0, 3.0), "sparsity": (0.1, 1.0), "class_prior": ("votes", 1.0)},
    "glad": {"ability_deviation": (0.5, 1.0, 2.0), "ease_deviation": (0.5, 1.0), "class_prior": ("uniform", "estimated")},
    "ordinal": {"lenience_deviation": (0.5, 1.0), "error": (0.7, 1.0), "class_prior": ("estimated", "uniform")},
    "mixed": {"strength": (1.0, 2.0, 4.0, 8.0, 16.0, 32.0), "copies": (0.5, 1.0)},
    "chain": {"smoothing": (0.1, 1.0), "trust": (1.0, 3.0), "steps": (0.1, 1.0, 10.0)},
}


def sets_of(folder: Path, model: str) -> dict[str, list[tuple[LabelTable, Any]]]:
    """By name; made-up ones are drawn twice."""
    if model == "chain":
        return {f"made up: {kind[0]}": [made_up_breaks(kind, seed) for seed in (1, 2, 3)] for kind in CHAINS}
    real = {
        name: [(read_labels(folder / f"{name}.labels.csv"), read_gold(folder / f"{name}.gold.csv"))] for name in label_sets(folder)
    }
    sets = real | {f"made up: {kind[0]}": [made_up(kind, seed) for seed in (1, 2)] for kind in KINDS}
    if model != "mixed":
        return sets
    return {
        name: [(with_machine(_few(table, gold), gold, right, 1), gold) for table, gold in draws[:1] for right in (0.6, 0.75, 0.9)]
        for name, draws in sets.items()
    }


def _few(table: LabelTable, gold: Any) -> LabelTable:
    """Three labels each of at most 500 items with a gold label, drawn: with a machine, people are asked little."""
    draw = np.random.default_rng(1)
    items = draw.permutation(np.flatnonzero(gold_codes(table, gold) >= 0))[:500]
    return table.keep(np.isin(table.task_codes, items) & (label_ranks(table, draw) < 3))


def judged(model: str, setting: dict[str, Any], draws: list[tuple[LabelTable, Any]]) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotConvergedWarning)
        return float(
            np.mean(
                [accuracy(label_model(model, **setting).fit(table).codes_, gold_codes(table, gold)).value for table, gold in draws]
            )
        )


def compared(model: str, sets: dict[str, list[tuple[LabelTable, Any]]]) -> None:
    """Print the best setting, what leaving sets out is worth, and the default in use."""
    settings = [dict(zip(GRIDS[model], values, strict=True)) for values in product(*GRIDS[model].values())]
    scores = np.array([[judged(model, setting, draws) for draws in sets.values()] for setting in settings])
    in_use = np.array([judged(model, {}, draws) for draws in sets.values()])
    left_out = []
    for place in range(len(sets)):
        others = np.delete(scores, place, axis=1).mean(axis=1)
        left_out.append(scores[int(others.argmax()), place])
    best = int(scores.mean(axis=1).argmax())
    print(
        f"{model}: best {settings[best]}, mean {scores[best].mean():.4f}, left out {np.mean(left_out):.4f}, "
        f"in use {in_use.mean():.4f}"
    )
    real = sum(not name.startswith("made up") for name in sets)
    for setting, row in zip(settings, scores, strict=True):
        print(f"  {setting}: mean {row.mean():.4f}" + (f", real {row[:real].mean():.4f}" if real else ""))
    for name, value, now, highest in zip(sets, left_out, in_use, scores.max(axis=0), strict=True):
        print(f"    {name:<24} left out {value:.4f}  in use {now:.4f}  regret {highest - value:.4f}")
    print(flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--model", default=",".join(GRIDS))
    parser.add_argument("--peers", action="store_true", help="also crowd-kit's models")
    options = parser.parse_args()
    folder = sets_folder(options.folder)
    for model in options.model.split(",") if options.model else ():
        compared(model, sets_of(folder, model))
    if options.peers:
        sets = sets_of(folder, "peers")
        for name in PEERS:
            if name not in ("GLAD", "KOS"):
                values = [fmean(_peer_accuracy(name, *draw) for draw in draws) for draws in sets.values()]
                print(f"crowd-kit {name}: mean {fmean(values):.4f}", flush=True)


def _peer_accuracy(name: str, table: LabelTable, gold: Any) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return accuracy(peer(name, table, gold), gold_codes(table, gold)).value


if __name__ == "__main__":
    main()
