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
from caesura.labels.cells import Cells, Posterior
from caesura.labels.choosing import NONE, choose, known_ties
from caesura.labels.reading import Column, Data, as_gold, as_table
from caesura.labels.sums import group_sums
from caesura.labels.table import Floats, Integers, LabelTable


class NotConvergedWarning(UserWarning):
    """A model stopped at its limit of iterations; its result may still move."""


@dataclass(frozen=True, eq=False)
class Coded:
    """Labels in a fitted model's own codes; `known` is the place of each item among the fitted ones, -1 for new ones.

    `given` are all labels of each item as tasks and labels, those of unknown workers too: candidates where `is_restricted`.
    """

    tasks: Integers
    workers: Integers
    labels: Integers
    size: int
    known: Integers
    choices: Integers | None = None
    is_restricted: bool = False
    given: tuple[Integers, Integers] | None = None

    @classmethod
    def of(cls, table: LabelTable) -> Coded:
        """The labels a model is fitted to."""
        size = len(table.tasks)
        codes = (table.task_codes, table.worker_codes, table.label_codes)
        return cls(*codes, size, np.arange(size), table.choices, table.is_restricted)


@dataclass(frozen=True, eq=False)
class Ballot:
    """Labels with the classes that each item may have, and the cell of each label."""

    coded: Coded
    cells: Cells
    places: Integers

    @classmethod
    def of(cls, coded: Coded, classes: int, gold: Integers | None = None) -> Ballot:
        """`gold` are codes of known labels, which bar all others (negative where an item has none)."""
        if coded.is_restricted:
            cells = Cells.given(*(coded.given or (coded.tasks, coded.labels)), coded.size, classes, gold)
        else:
            cells = Cells.full(coded.size, classes, gold)
        return cls(coded, cells, cells.places(coded.tasks, coded.labels))


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
    #: Whether classes are grades, so that a near miss is better than a far one.
    is_graded: ClassVar[bool] = False

    ties: str = field(default="lowest", kw_only=True)
    seed: int = field(default=1, kw_only=True)

    def fit(self, data: Data, workers: Column = None, labels: Column = None, *, gold: Any = None) -> Self:
        """Learn from a data frame with task, worker, label, or from these three as columns.

        `gold` (task -> label) is what is known: these items have their label for certain, while the model learns and after.
        A supervised model learns from them alone, and says what it thinks of them by the others.
        """
        table = as_table(data, workers, labels)
        return self._fitted_to(table, None if gold is None else gold_codes(table, gold), None)

    def partial_fit(self, data: Data, workers: Column = None, labels: Column = None, *, gold: Any = None) -> Self:
        """Learn from more labels as well. The fit goes on from where it stood, and ends where one of all labels does.

        A label that a worker gave an item again replaces the one before. `gold` is what is known now, about any item.
        """
        more = as_table(data, workers, labels)
        if not hasattr(self, "table_"):
            return self._fitted_to(more, None if gold is None else gold_codes(more, gold), None)
        table = self.table_.merged(more)
        codes = None if gold is None else gold_codes(table, gold)
        if self.gold_ is not None:
            places = places_among(table.tasks, self.table_.tasks)
            before = np.where(places >= 0, self.gold_[places], NONE)
            before = np.where(before >= 0, places_among(self.table_.classes, table.classes)[before], before)
            codes = before if codes is None else np.where(codes == NONE, before, codes)
        start = None
        if set(table.classes) == set(self.table_.classes) and not table.is_restricted:
            start = self._carried_on(table)
        return self._fitted_to(table, codes, start)

    def _carried_on(self, table: LabelTable) -> Floats:
        """What the fit so far thinks of old and new items; where it knows none of an item's workers, the votes."""
        coded = _recoded(table, self.table_, self.knows_workers)
        posterior = self._posterior(coded).matrix()
        strange = np.bincount(coded.tasks, minlength=coded.size) == 0
        whole = Ballot.of(Coded.of(table), len(table.classes))
        votes = np.bincount(whole.places, minlength=posterior.size).reshape(posterior.shape)
        start: Floats = np.where(strange[:, None], votes / table.labels_per_task[:, None], posterior)
        return start.ravel()

    def _fitted_to(self, table: LabelTable, gold: Integers | None, start: Floats | None) -> Self:
        rule = known_ties(self.ties)
        self.converged_ = True
        self.iterations_ = 1
        self.objective_: list[float] = []
        self.table_ = table
        self.gold_ = gold
        self.posterior_ = self._learn(table, gold, start)
        self.codes_, self.ties_ = choose(self.posterior_, rule, self.seed)
        if not self.converged_:
            warnings.warn(
                f"{self.name} did not converge in {self.iterations_} iterations; raise max_iterations or tolerance",
                NotConvergedWarning,
                stacklevel=3,
            )
        return self

    @property
    def probabilities_(self) -> Floats:
        """Items x classes, of the fitted items; `posterior_` holds the same without the zeros."""
        return self.posterior_.matrix()

    def settle(self, known: Any) -> None:
        """Take known labels for certain after the fit, where the model itself has an opinion of them (supervised ones do)."""
        table, before = self._fitted, self.posterior_
        codes = gold_codes(table, known)
        certain = np.flatnonzero(codes >= 0)
        owners, classes = before.cells.items, before.cells.classes
        cells = Cells.full(before.cells.count, before.cells.size, codes)
        if not before.cells.is_full:
            cells = Cells.given(
                np.append(owners, certain), np.append(classes, codes[certain]), before.cells.count, before.cells.size, codes
            )
        self.posterior_ = Posterior(cells, cells.normalised(before.at(cells.items, cells.classes)))
        self.codes_, self.ties_ = choose(self.posterior_, known_ties(self.ties), self.seed)

    @property
    def labels_(self) -> dict[Hashable, Hashable | None]:
        """Item -> label; None where the model abstains."""
        return _named(self._fitted, self.codes_)

    def predict(self, data: Data = None, workers: Column = None, labels: Column = None) -> dict[Hashable, Hashable | None]:
        """Labels of the fitted items, or of other items by what is known about their workers."""
        if data is None:
            return self.labels_
        table = as_table(data, workers, labels)
        codes, _ = choose(self._judged(table), known_ties(self.ties), self.seed)
        return {task: None if code == NONE else self.table_.classes[code] for task, code in zip(table.tasks, codes, strict=True)}

    def probabilities(self, data: Data = None, workers: Column = None, labels: Column = None) -> Floats:
        """Items x classes; rows in the order of the table's `tasks`, columns in that of the fitted `classes`."""
        if data is None:
            _ = self._fitted
            return self.probabilities_
        return self._judged(as_table(data, workers, labels)).matrix()

    def _judged(self, table: LabelTable) -> Posterior:
        return self._posterior(_recoded(table, self._fitted, self.knows_workers))

    def likelihoods(self, tasks: Integers, workers: Integers, labels: Integers) -> Floats:
        """How likely it is that these workers give these items these labels, by all that was learnt (codes of the fitted table)."""
        posterior = self.posterior_
        rows, places = posterior.cells.of_rows(tasks)
        truths = posterior.cells.classes[places]
        given = self._label_probabilities(tasks[rows], workers[rows], labels[rows], truths)
        return group_sums(rows, posterior.values[places] * given, len(tasks))

    def _label_probabilities(self, tasks: Integers, workers: Integers, labels: Integers, truths: Integers) -> Floats:  # noqa: ARG002
        """P(label | truth) of these workers for these items; a model that counts votes has none."""
        raise InputError(
            f"{self.name} does not say how likely a label is", cure="use dawid-skene, ibcc, ebcc, one-coin, glad or mace"
        )

    @property
    def _fitted(self) -> LabelTable:
        if not hasattr(self, "table_"):
            raise InputError(f"{self.name} has not been fitted", cure="call fit first")
        return self.table_

    @abstractmethod
    def _learn(self, table: LabelTable, gold: Integers | None, start: Floats | None) -> Posterior:
        """Set the fitted values and say how likely each class is. `gold` holds a class code per item, negative where unknown;
        `start` is a first posterior, where a fit goes on."""

    @abstractmethod
    def _posterior(self, coded: Coded) -> Posterior:
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
    classes = places_among(table.classes, fitted.classes)
    used = np.bincount(table.label_codes, minlength=len(classes)) > 0
    if (unknown := np.flatnonzero(used & (classes < 0))).size:
        raise InputError(
            f"the label '{table.classes[unknown[0]]}' is not among those the model has seen", cure="fit it with all classes"
        )
    workers = places_among(table.workers, fitted.workers)[table.worker_codes]
    rows = workers >= 0 if knows_workers else np.ones(len(table), dtype=np.bool_)
    return Coded(
        table.task_codes[rows],
        workers[rows],
        classes[table.label_codes[rows]],
        len(table.tasks),
        places_among(table.tasks, fitted.tasks),
        table.choices,
        fitted.is_restricted,
        (table.task_codes, classes[table.label_codes]),
    )


def places_among(names: Sequence[Hashable], among: Sequence[Hashable]) -> Integers:
    """The place of each name among others, -1 where it is not there."""
    places = {name: code for code, name in enumerate(among)}
    return np.array([places.get(name, -1) for name in names], dtype=np.int64)


def _named(table: LabelTable, codes: Integers) -> dict[Hashable, Hashable | None]:
    return {task: None if code == NONE else table.classes[code] for task, code in zip(table.tasks, codes.tolist(), strict=True)}
