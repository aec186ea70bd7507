"""Continuous judgements: an item's value from many people's numbers, when people are too high or too low, and more or less exact.

A number is its item's value, plus the worker's bias, plus an error with the worker's precision. Values, biases and precisions are
set to their best in turn; no step makes the joint probability smaller.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from caesura.foundation import InputError, PathLike
from caesura.labels.reading import label_columns
from caesura.labels.sums import group_sums
from caesura.labels.table import Floats, label_table


@dataclass(frozen=True, eq=False)
class EstimatedScores:
    """Item -> value with its standard error; worker -> bias and precision (1 over the variance of their error)."""

    values: dict[Hashable, float]
    errors: dict[Hashable, float]
    bias: dict[Hashable, float]
    precision: dict[Hashable, float]
    objective: list[float]
    converged: bool

    def rows(self) -> list[dict[str, Any]]:
        return [{"task": task, "value": value, "standard_error": self.errors[task]} for task, value in self.values.items()]

    def worker_rows(self) -> list[dict[str, Any]]:
        return [{"worker": who, "bias": bias, "precision": self.precision[who]} for who, bias in self.bias.items()]


def fit_scores(
    tasks: Any, workers: Any, numbers: Any, *, strength: float = 4.0, tolerance: float = 1e-9, max_iterations: int = 2000
) -> EstimatedScores:
    """`strength` is how many numbers the prior of a worker's precision and bias is worth; its scale is that of all numbers."""
    values = np.asarray(list(numbers), dtype=np.float64)
    if not np.isfinite(values).all():
        raise InputError("a judgement is not a number", cure="give finite numbers")
    if not strength > 0:
        raise InputError(f"a strength of {strength}", cure="give a number above 0")
    table = label_table(tasks, workers, list(range(len(values))), duplicates="last")
    given = values[np.array([int(str(name)) for name in table.classes])[table.label_codes]]
    item, worker, count, crowd = table.task_codes, table.worker_codes, len(table.tasks), len(table.workers)
    mean = group_sums(item, given, count) / table.labels_per_task
    spread = max(float(((given - mean[item]) ** 2).mean()), 1e-12)
    value, bias = mean, np.zeros(crowd)
    trace: list[float] = []
    converged = False
    for _ in range(max_iterations):
        shape = strength + table.labels_per_worker
        errors = group_sums(worker, (given - value[item] - bias[worker]) ** 2, crowd)
        precision = shape / (strength * spread + errors)
        weight = precision[worker]
        bias = group_sums(worker, weight * (given - value[item]), crowd) / (group_sums(worker, weight, crowd) + strength / spread)
        whole = group_sums(item, weight, count)
        value = group_sums(item, weight * (given - bias[worker]), count) / whole
        errors = group_sums(worker, (given - value[item] - bias[worker]) ** 2, crowd)
        joint = (shape * np.log(precision) - precision * (strength * spread + errors) - strength / spread * bias**2).sum() / 2
        trace.append(float(joint))
        if len(trace) > 1 and trace[-1] - trace[-2] <= tolerance * len(given):
            converged = True
            break
    names, people = table.tasks, table.workers
    return EstimatedScores(
        _named(names, value), _named(names, 1 / np.sqrt(whole)), _named(people, bias), _named(people, precision), trace, converged
    )


def read_scores(path: PathLike, **options: Any) -> EstimatedScores:
    """From CSV with the columns task, worker, label, the labels being numbers."""
    columns = label_columns(path)
    numbers: list[float] = []
    for text, line in zip(columns["label"], columns[""], strict=True):
        try:
            numbers.append(float(text))
        except ValueError:
            raise InputError(
                f"'{text}' is not a number", cure="for words, use caesura labels infer", file=path, line=line
            ) from None
    return fit_scores(columns["task"], columns["worker"], numbers, **options)


def _named(names: tuple[Hashable, ...], values: Floats) -> dict[Hashable, float]:
    return dict(zip(names, values.tolist(), strict=True))
