"""Half the labels, least certain items first: which model should ask? `python -m bench.label_budgets DATA [--orders N]`.

Every item begins with two labels; then the tenth of the items of which the model is least certain gets one more, and the model is
fitted again, until items have five labels on average and none more than ten. The labels are those that people gave, in random
orders. A model is chosen for each set by its mean accuracy on the other sets; what it reaches is held against ten labels for every
item with the shipped default, item by item: the interval is over items, the standard error over orders.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from caesura.labels import LabelTable, gold_codes, label_model, read_gold, read_labels
from caesura.labels.drawing import label_ranks
from caesura.labels.simulation import fitted_quietly

#: Sets with ten labels or more for an item; of ac2 only items with gold.
SETS = ("rte", "temp", "sentiment", "bluebird", "ac2")
DEFAULT = "one-coin"
#: Name -> model, and what workers' counts of right and wrong labels begin with.
MODELS: dict[str, tuple[str, dict[str, float]]] = {
    "one-coin": ("one-coin", {}),
    "one-coin, 4 right and 2 wrong": ("one-coin", {"right": 4.0, "wrong": 2.0}),
    "one-coin, 8 right and 2 wrong": ("one-coin", {"right": 8.0, "wrong": 2.0}),
    "one-coin, 8 right and 4 wrong": ("one-coin", {"right": 8.0, "wrong": 4.0}),
    "dawid-skene": ("dawid-skene", {}),
    "ibcc": ("ibcc", {}),
    "mace": ("mace", {}),
}
FIRST, MOST, BUDGET = 2, 10, 5.0
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Crowd:
    """A set with the codes of its gold labels."""

    name: str
    table: LabelTable
    gold: npt.NDArray[np.int64]

    def right(self, model: str, part: LabelTable) -> tuple[Flags, npt.NDArray[np.float64]]:
        """Which items with gold the model gets right, and how certain it is of every item."""
        name, settings = MODELS[model]
        fitted = fitted_quietly(label_model(name, **settings), part, None)
        judged = self.gold >= 0
        return fitted.codes_[judged] == self.gold[judged], fitted.posterior_.highest


def crowd(folder: Path, name: str) -> Crowd:
    table, gold = read_labels(folder / f"{name}.labels.csv"), read_gold(folder / f"{name}.gold.csv")
    if name == "ac2":
        wanted = (gold_codes(table, gold) >= 0) & (table.labels_per_task >= MOST)
        table = table.keep(wanted[table.task_codes])
    return Crowd(name, table, gold_codes(table, gold))


def within_budget(of: Crowd, model: str, ranks: npt.NDArray[np.int64], draw: np.random.Generator) -> Flags:
    """Which items are right when the budget is spent."""
    limit = np.minimum(of.table.labels_per_task, MOST)
    asked = np.minimum(FIRST, limit)
    total, step = int(BUDGET * len(limit)), max(1, len(limit) // 10)
    while True:
        right, certain = of.right(model, of.table.keep(ranks < asked[of.table.task_codes]))
        order = np.lexsort((draw.random(len(limit)), certain))
        more = order[asked[order] < limit[order]][: min(step, total - int(asked.sum()))]
        if not len(more):
            return right
        asked[more] += 1


def compared(of: Crowd, orders: int) -> dict[str, dict[str, Any]]:
    """By model: accuracy with the budget, and the difference to ten labels for everything with the default model."""
    rows: dict[str, dict[str, Any]] = {}
    every = [label_ranks(of.table, np.random.default_rng([7, order])) for order in range(orders)]
    ten = np.array([of.right(DEFAULT, of.table.keep(ranks < MOST))[0] for ranks in every])
    for model in MODELS:
        half = np.array([within_budget(of, model, ranks, np.random.default_rng([9, order])) for order, ranks in enumerate(every)])
        difference = (half.astype(float) - ten).mean(axis=0)
        margin = 1.96 * difference.std() / np.sqrt(len(difference))
        rows[model] = {
            "half": float(half.mean()),
            "orders_error": float(half.mean(axis=1).std() / np.sqrt(orders)),
            "ten_default": float(ten.mean()),
            "difference": float(difference.mean()),
            "interval": [float(difference.mean() - margin), float(difference.mean() + margin)],
        }
        print(json.dumps({"set": of.name, "model": model, **rows[model]}), flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--orders", type=int, default=20)
    options = parser.parse_args()
    found = {name: compared(crowd(options.data / "crowd", name), options.orders) for name in SETS}
    for name in SETS:
        others = {model: float(np.mean([found[other][model]["half"] for other in SETS if other != name])) for model in MODELS}
        chosen = max(others, key=lambda model: others[model])
        print(json.dumps({"left_out": name, "chosen": chosen, **found[name][chosen]}), flush=True)


if __name__ == "__main__":
    main()
