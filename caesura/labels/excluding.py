"""Whom to leave out, and what that changes."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np

from caesura.foundation import InputError, fingerprint, signature
from caesura.labels.gold_accuracy import Accuracy
from caesura.labels.inference import infer
from caesura.labels.model import LabelModel
from caesura.labels.parameters import label_facts, model_facts
from caesura.labels.table import LabelTable
from caesura.labels.workers import JudgedWorker


@dataclass(frozen=True)
class Exclusion:
    """The result without some workers. Accuracies are over the items that still have labels, before and after alike."""

    workers: tuple[Hashable, ...]
    labels_lost: int
    items_lost: int
    items_changed: int
    before: Accuracy | None
    after: Accuracy | None

    def document(self) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "workers": list(self.workers),
            "labels_lost": self.labels_lost,
            "items_lost": self.items_lost,
            "items_changed": self.items_changed,
        }
        if self.before is not None and self.after is not None:
            facts |= {"accuracy_before": self.before.value, "accuracy_after": self.after.value}
        return facts


def workers_signature(
    table: LabelTable,
    model: LabelModel,
    gold: Any = None,
    *,
    duplicates: str,
    prior: float | None,
    spam: float,
    min_labels: int,
    min_accuracy: float = 0.0,
    excluded: Collection[Hashable] | None = None,
) -> str:
    """What a report on workers is made of: whom it judges, by what, and whom it leaves out by which rule."""
    return signature(
        **label_facts(table, duplicates, gold),
        **model_facts(model),
        judged_by="model" if gold is None else "gold",
        spammers="estimated" if prior is None else f"{prior:g}",
        min_accuracy=f"{min_accuracy:g}" if min_accuracy else None,
        excluded=f"spam>{spam:g},labels>={min_labels}" if not excluded else f"#{fingerprint(sorted(map(str, excluded)))}",
    )


def suspects(
    workers: Sequence[JudgedWorker], *, spam: float = 0.5, min_labels: int = 5, min_accuracy: float = 0.0
) -> list[Hashable]:
    """Workers who more likely than not answer at random, or are right too rarely, among those who did enough to be judged."""
    return [
        worker.name
        for worker in workers
        if worker.judged >= min_labels and (worker.spam_probability > spam or (worker.accuracy or 0.0) < min_accuracy)
    ]


def without_workers(model: LabelModel, table: LabelTable, excluded: Collection[Hashable], gold: Any = None) -> Exclusion:
    """Fit the model with and without these workers and compare."""
    unknown = [name for name in excluded if name not in set(table.workers)]
    if unknown:
        raise InputError(f"there is no worker {unknown[0]}", cure="name workers as in the labels")
    leave = np.array([name in set(excluded) for name in table.workers])
    rows = ~leave[table.worker_codes]
    if not rows.any():
        raise InputError("nobody is left", cure="exclude fewer workers")
    rest = table.keep(rows)
    known = None if gold is None else {task: gold[task] for task in rest.tasks if task in gold} or None
    before = infer(deepcopy(model), table, gold if model.is_supervised else None)
    after = infer(deepcopy(model), rest, known if model.is_supervised else None)
    old, new = before.labels, after.labels
    return Exclusion(
        tuple(excluded),
        int((~rows).sum()),
        len(table.tasks) - len(rest.tasks),
        sum(old[task] != label for task, label in new.items()),
        None if known is None else Accuracy(sum(old[task] == label for task, label in known.items()), len(known)),
        None if known is None else Accuracy(sum(new[task] == label for task, label in known.items()), len(known)),
    )
