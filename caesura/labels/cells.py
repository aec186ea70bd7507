"""Which classes an item may have, and how likely each of them is.

A cell is an item together with a class it may have. Items are few classes wide as a rule: then every item has a cell for every
class. Where that would take far more memory than the labels do, or where items have classes of their own, an item only has
cells for the labels it was given and for its known label, so that memory grows with the labels whatever the number of classes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from caesura.foundation import InputError
from caesura.labels.softmax import softmax
from caesura.labels.table import Flags, Floats, Integers

#: A matrix of items and classes is written out up to this many numbers (1 GiB).
_LARGEST_MATRIX = 1 << 27


@dataclass(frozen=True, eq=False)
class Cells:
    """All cells, item after item, classes ascending; item i's begin at `starts[i]`. `barred` cells contradict a known label."""

    starts: Integers
    classes: Integers
    items: Integers
    size: int
    is_full: bool
    barred: Flags | None = None

    @classmethod
    def full(cls, items: int, size: int, known: Integers | None = None) -> Cells:
        starts = np.arange(items) * size
        made = cls(starts, np.tile(np.arange(size), items), np.repeat(np.arange(items), size), size, True)
        return made._with_known(known)

    @classmethod
    def given(cls, tasks: Integers, labels: Integers, items: int, size: int, known: Integers | None = None) -> Cells:
        """Only labels that an item was given, and its known one."""
        codes = tasks * size + labels
        if known is not None:
            certain = np.flatnonzero(known >= 0)
            codes = np.concatenate((codes, certain * size + known[certain]))
        codes = np.unique(codes)
        owners = codes // size
        return cls(np.searchsorted(owners, np.arange(items)), codes % size, owners, size, False)._with_known(known)

    def _with_known(self, known: Integers | None) -> Cells:
        if known is None or not (known >= 0).any():
            return self
        certain = known[self.items]
        return Cells(self.starts, self.classes, self.items, self.size, self.is_full, (certain >= 0) & (certain != self.classes))

    def __len__(self) -> int:
        return len(self.classes)

    @property
    def count(self) -> int:
        """How many items there are."""
        return len(self.starts)

    @cached_property
    def widths(self) -> Integers:
        """How many cells each item has."""
        return np.diff(np.append(self.starts, len(self)))

    def places(self, tasks: Integers, labels: Integers) -> Integers:
        """The cell of each pair of item and class; the pairs must have one."""
        codes = tasks * self.size + labels
        if self.is_full:
            return codes
        return np.searchsorted(self.items * self.size + self.classes, codes)

    def of_rows(self, tasks: Integers) -> tuple[Integers, Integers]:
        """For each label all cells of its item: the number of the label, the cell."""
        widths = self.widths[tasks]
        rows = np.repeat(np.arange(len(tasks)), widths)
        ends = np.cumsum(widths)
        ramp = np.arange(len(rows)) - np.repeat(ends - widths, widths)
        return rows, self.starts[tasks][rows] + ramp

    def item_sums(self, values: Floats) -> Floats:
        """The sum over each item's cells."""
        sums: Floats = np.add.reduceat(values, self.starts, axis=0)
        return sums

    def normalised(self, values: Floats) -> Floats:
        """Scaled so that each item's cells sum to 1, without the barred ones; equal shares where all are 0."""
        open_values = values if self.barred is None else np.where(self.barred, 0.0, values)
        sums = self.item_sums(open_values)
        if (sums <= 0).any():
            allowed = np.ones(len(self)) if self.barred is None else np.where(self.barred, 0.0, 1.0)
            open_values = np.where((sums <= 0)[self.items], allowed, open_values)
            sums = self.item_sums(open_values)
        shares: Floats = open_values / sums[self.items]
        return shares

    def added(self, scores: Floats, before: Floats) -> Floats:
        """Scores of cells x states, changed in place: those of the classes before any label is seen (classes x states) added."""
        if self.is_full:
            by_item = scores.reshape(self.count, -1)
            by_item += before.ravel()
        else:
            scores += before[self.classes]
        return scores

    def softmax(self, scores: Floats) -> tuple[Floats, Floats]:
        """Probabilities from log scores of cells (or of states of cells: cells x states), and each item's log sum."""
        states = 1 if scores.ndim == 1 else scores.shape[1]
        if self.barred is not None:
            scores = np.where(self.barred if scores.ndim == 1 else self.barred[:, None], -np.inf, scores)
        if self.is_full:
            powers, sums = softmax(scores.reshape(self.count, self.size * states))
            return powers.reshape(scores.shape), sums
        flat, starts = scores.ravel(), self.starts * states
        owners = self.items if states == 1 else np.repeat(self.items, states)
        top = np.maximum.reduceat(flat, starts)
        powers = np.exp(flat - top[owners])
        sums = np.add.reduceat(powers, starts)
        return (powers / sums[owners]).reshape(scores.shape), np.log(sums) + top


@dataclass(frozen=True, eq=False)
class Posterior:
    """How likely each cell is; an item's cells sum to 1, a class without a cell has probability 0."""

    cells: Cells
    values: Floats

    @classmethod
    def of_matrix(cls, matrix: Floats, known: Integers | None = None) -> Posterior:
        """From items x classes; known labels are certain."""
        cells = Cells.full(len(matrix), matrix.shape[1], known)
        return cls(cells, matrix.ravel() if cells.barred is None else cells.normalised(matrix.ravel()))

    def matrix(self) -> Floats:
        """Items x classes."""
        cells = self.cells
        if cells.is_full:
            return self.values.reshape(cells.count, cells.size)
        if cells.count * cells.size > _LARGEST_MATRIX:
            raise InputError(
                f"{cells.count:,} items x {cells.size:,} classes are too many for one matrix", cure="use posterior_, cell by cell"
            )
        dense = np.zeros((cells.count, cells.size))
        dense[cells.items, cells.classes] = self.values
        return dense

    @cached_property
    def highest(self) -> Floats:
        """Of each item, the probability of its likeliest class."""
        maxima: Floats = np.maximum.reduceat(self.values, self.cells.starts)
        return maxima

    def at(self, tasks: Integers, labels: Integers) -> Floats:
        """The probability of a class for an item, for each pair of them; a pair without a cell has 0."""
        cells = self.cells
        places = np.minimum(cells.places(tasks, labels), len(cells) - 1)
        values: Floats = self.values[places]
        if not cells.is_full:
            values = np.where((cells.items[places] == tasks) & (cells.classes[places] == labels), values, 0.0)
        return values
