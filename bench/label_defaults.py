"""How the defaults of the label models were chosen: `python -m bench.label_defaults FOLDER` (with *.labels.csv and *.gold.csv).

Every setting of a small grid is judged on every set of the folder and on made-up crowds of eight kinds. Each set is left out
in turn: the setting with the best mean accuracy on all others is judged on it. The default is the best on all sets. `left out` is
what the procedure is worth on a set it has not seen; `regret` is how far it falls behind the best setting there.
"""

from __future__ import annotations

import argparse
import warnings
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from caesura.labels import LabelTable, NotConvergedWarning, accuracy, gold_codes, label_model, label_table, read_gold, read_labels

#: What is tried of each model; EBCC keeps what its authors published.
GRIDS: dict[str, dict[str, tuple[Any, ...]]] = {
    "dawid-skene": {"smoothing": (1e-6, 0.01, 0.1, 1.0), "trust": (0.1, 1.0, 3.0)},
    "ibcc": {"smoothing": (0.5, 1.0), "trust": (1.0, 3.0, 6.0)},
    "one-coin": {"right": (1.0, 2.0, 4.0), "wrong": (1.0, 2.0)},
    "bwa": {"strength": (5.0, 15.0, 40.0)},
    "mace": {"looking": (0.5, 2.0), "habit": (0.1, 0.5, 2.0)},
}

#: Name, items, classes, labels per item, labels per worker, and what the crowd is like.
KINDS = (
    ("even", 400, 2, 5, 40, "even"),
    ("few labels", 400, 2, 3, 10, "even"),
    ("many classes", 300, 8, 5, 30, "even"),
    ("spammers", 400, 3, 7, 40, "spammers"),
    ("lopsided", 400, 2, 5, 40, "lopsided"),
    ("rare class", 400, 2, 5, 40, "rare"),
    ("uneven workers", 400, 4, 5, 0, "even"),
    ("neighbours", 300, 5, 6, 30, "neighbours"),
)


def made_up(kind: tuple[str, int, int, int, int, str], seed: int) -> tuple[LabelTable, dict[Any, Any]]:
    """A crowd of this kind; workers are drawn with equal chances, or unevenly where labels per worker are 0."""
    _, items, classes, per_item, per_worker, character = kind
    draw = np.random.default_rng([seed, items, classes, per_item])
    count = max(per_item, items * per_item // (per_worker or 30))
    shares = np.ones(count) if per_worker else 1 / np.arange(1, count + 1)
    truths = (draw.random(items) < 0.1).astype(int) if character == "rare" else draw.integers(0, classes, items)
    matrices = np.empty((count, classes, classes))
    for worker in range(count):
        skill = draw.uniform(0.45, 0.95)
        if character == "spammers" and worker % 3 == 0:
            matrices[worker] = draw.dirichlet(np.ones(classes))[None, :]
            continue
        for truth in range(classes):
            # Lopsided workers see one class far better than the other.
            right = skill if character != "lopsided" or truth == 0 else draw.uniform(0.2, 0.8)
            far = np.abs(np.arange(classes) - truth)
            wrong = np.where(far == 0, 0, 1 / far.clip(1) ** 3 if character == "neighbours" else 1.0)
            matrices[worker, truth] = (1 - right) * wrong / wrong.sum()
            matrices[worker, truth, truth] = right
    rows = []
    for item, truth in enumerate(truths.tolist()):
        for worker in draw.choice(count, per_item, replace=False, p=shares / shares.sum()).tolist():
            rows.append((item, worker, int(draw.choice(classes, p=matrices[worker, truth]))))
    return label_table(*zip(*rows, strict=True)), dict(enumerate(truths.tolist()))


def sets_of(folder: Path) -> dict[str, list[tuple[LabelTable, Any]]]:
    found: dict[str, list[tuple[LabelTable, Any]]] = {}
    for file in sorted(folder.glob("*.labels.csv")):
        name = file.name.removesuffix(".labels.csv")
        found[name] = [(read_labels(file), read_gold(file.with_name(f"{name}.gold.csv")))]
    return found | {f"made up: {kind[0]}": [made_up(kind, seed) for seed in (1, 2)] for kind in KINDS}


def judged(model: str, setting: dict[str, Any], draws: list[tuple[LabelTable, Any]]) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotConvergedWarning)
        return float(
            np.mean(
                [accuracy(label_model(model, **setting).fit(table).codes_, gold_codes(table, gold)).value for table, gold in draws]
            )
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model", default=",".join(GRIDS))
    options = parser.parse_args()
    sets = sets_of(options.folder)
    for model in options.model.split(","):
        settings = [dict(zip(GRIDS[model], values, strict=True)) for values in product(*GRIDS[model].values())]
        scores = np.array([[judged(model, setting, draws) for draws in sets.values()] for setting in settings])
        left_out = []
        for place in range(len(sets)):
            others = np.delete(scores, place, axis=1).mean(axis=1)
            left_out.append(scores[int(others.argmax()), place])
        best = int(scores.mean(axis=1).argmax())
        print(f"{model}: default {settings[best]}, mean {scores[best].mean():.4f}, left out {np.mean(left_out):.4f}")
        for setting, row in zip(settings, scores, strict=True):
            print(f"  {setting}: mean {row.mean():.4f}, real {row[: len(sets) - len(KINDS)].mean():.4f}")
        for name, value, highest in zip(sets, left_out, scores.max(axis=0), strict=True):
            print(f"    {name:<24} left out {value:.4f}  regret {highest - value:.4f}")
        print(flush=True)


if __name__ == "__main__":
    main()
