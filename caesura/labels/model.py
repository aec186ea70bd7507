"""What all label models share: `fit`, `predict`, `probabilities`, and how their results are kept.

A model is a small object of parameters. `fit` learns from labels (and gold labels, where the model is supervised) and
leaves what it found in attributes that end in `_`. A new model is one new file that says how it learns and how it judges.
"""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np

from caesura.foundation import InputError
from caesura.labels.choosing import NONE, choose, known_ties
from caesura.labels.reading import Column, Data, as_gold, as_table
from caesura.labels.table import Floats, Integers, LabelTable


class NotConvergedWarning(UserWarning):
    """A model stopped at its limit of iterations; its result may still move."""


@dataclass(frozen=True, eq=False)
class Coded:
    """Labels in a fitted model's own codes; `known` is the place of each item among the fitted ones, -1 for new ones."""

    tasks: Integers
    workers: Integers
    labels: Integers
    size: int
    known: Integers
    choices: Integers | None = None

    @classmethod
    def of(cls, table: LabelTable) -> Coded:
        """The labels a model is fitted to."""
        size = len(table.tasks)
        return cls(table.task_codes, table.worker_codes, table.label_codes, size, np.arange(size), table.choices)


@dataclass(eq=False)
class LabelModel(ABC):
    """Base of all models. `ties` and `seed` say which of equally likely classes is taken."""

    name: ClassVar[str]
    description: ClassVar[str]
    citation: ClassVar[str]
    #: Whether gold labels are needed to learn.
    is_supervised: ClassVar[bool] = False
    #: Whether it matters who gave a label; a worker the model does not know is then neutral.
    knows_workers: ClassVar[bool] = True

    ties: str = field(default="lowest", kw_only=True)
    seed: int = field(default=1, kw_only=True)

    def fit(self, data: Data, workers: Column = None, labels: Column = None, *, gold: Any = None) -> Self:
        """Learn from a data frame with task, worker, label, or from these three as columns."""
        rule = known_ties(self.ties)
        table = as_table(data, workers, labels)
        self.converged_ = True
        self.iterations_ = 1
        self.objective_: list[float] = []
        self.table_ = table
        self._learn(table, None if gold is None else gold_codes(table, gold))
        self.probabilities_ = self._posterior(Coded.of(table))
        self.codes_, self.ties_ = choose(self.probabilities_, rule, self.seed)
        if not self.converged_:
            warnings.warn(
                f"{self.name} did not converge in {self.iterations_} iterations; raise max_iterations or tolerance",
                NotConvergedWarning,
                stacklevel=2,
            )
        return self

    @property
    def labels_(self) -> dict[Hashable, Hashable | None]:
        """Item -> label; None where the model abstains."""
        return _named(self._fitted, self.codes_)

    def predict(self, data: Data = None, workers: Column = None, labels: Column = None) -> dict[Hashable, Hashable | None]:
        """Labels of the fitted items, or of other items by what is known about their workers."""
        if data is None:
            return self.labels_
        table = as_table(data, workers, labels)
        codes, _ = choose(self.probabilities(table), known_ties(self.ties), self.seed)
        return {task: None if code == NONE else self.table_.classes[code] for task, code in zip(table.tasks, codes, strict=True)}

    def probabilities(self, data: Data = None, workers: Column = None, labels: Column = None) -> Floats:
        """Items x classes; rows in the order of the table's `tasks`, columns in that of the fitted `classes`."""
        fitted = self._fitted
        if data is None:
            return self.probabilities_
        return self._posterior(_recoded(as_table(data, workers, labels), fitted, self.knows_workers))

    @property
    def _fitted(self) -> LabelTable:
        if not hasattr(self, "table_"):
            raise InputError(f"{self.name} has not been fitted", cure="call fit first")
        return self.table_

    @abstractmethod
    def _learn(self, table: LabelTable, gold: Integers | None) -> None:
        """Set the fitted values. `gold` holds a class code per item, -1 where unknown."""

    @abstractmethod
    def _posterior(self, coded: Coded) -> Floats:
        """Probability of each class for each item, by the fitted values."""


def gold_codes(table: LabelTable, gold: Any) -> Integers:
    """The gold class of each item, -1 where it has none; a gold label that no worker gave is not a class: -2."""
    mapping = as_gold(gold)
    places = {name: code for code, name in enumerate(table.classes)}
    codes = np.array([places.get(mapping[task], -2) if task in mapping else NONE for task in table.tasks], dtype=np.int64)
    if (codes == NONE).all():
        raise InputError(
            "no item has a gold label", cure=f"name the tasks as in the labels; the first label is of task {table.tasks[0]}"
        )
    return codes


def _recoded(table: LabelTable, fitted: LabelTable, knows_workers: bool) -> Coded:
    classes = _places(table.classes, fitted.classes)
    used = np.bincount(table.label_codes, minlength=len(classes)) > 0
    if (unknown := np.flatnonzero(used & (classes < 0))).size:
        raise InputError(
            f"the label '{table.classes[unknown[0]]}' is not among those the model has seen", cure="fit it with all classes"
        )
    workers = _places(table.workers, fitted.workers)[table.worker_codes]
    rows = workers >= 0 if knows_workers else np.ones(len(table), dtype=np.bool_)
    return Coded(
        table.task_codes[rows],
        workers[rows],
        classes[table.label_codes[rows]],
        len(table.tasks),
        _places(table.tasks, fitted.tasks),
        table.choices,
    )


def _places(names: Sequence[Hashable], among: Sequence[Hashable]) -> Integers:
    places = {name: code for code, name in enumerate(among)}
    return np.array([places.get(name, -1) for name in names], dtype=np.int64)


def _named(table: LabelTable, codes: Integers) -> dict[Hashable, Hashable | None]:
    return {task: None if code == NONE else table.classes[code] for task, code in zip(table.tasks, codes.tolist(), strict=True)}
