"""Labels as integer-coded columns: who gave which item which label.

Names stay what they were (any strings, numbers); the models see codes only. One worker may have labelled one item more
than once; which of these labels counts is a named rule, and how many were dropped is kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from caesura.corpus import Duplicates, duplicates_rule
from caesura.foundation import InputError, fingerprint, notebook_table

Integers = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]
Names = tuple[Hashable, ...]

#: Every item may have every class as long as that takes at most this many numbers, or this many for each label.
_SMALL = 1 << 22
_TIMES_LABELS = 16


@dataclass(frozen=True, eq=False)
class LabelTable:
    """One row per label. Codes are places in `tasks`, `workers` and `classes`; classes are in ascending order.

    `seconds` holds the time each label took, where that is known. `dropped` counts labels that the rule for repeated
    ones removed. `choices` is for items whose classes are their own (segmentations of a query): how many labels each item
    could have been given. Then only labels that an item was given are candidates for it. `kinds` says for each worker whether it is
    a person or which kind of machine; None where all are people.
    """

    tasks: Names
    workers: Names
    classes: Names
    task_codes: Integers
    worker_codes: Integers
    label_codes: Integers
    dropped: int = 0
    seconds: Floats | None = None
    choices: Integers | None = None
    kinds: tuple[str, ...] | None = None

    def __len__(self) -> int:
        return len(self.label_codes)

    @cached_property
    def is_restricted(self) -> bool:
        """Whether an item can only have a label that it was given: classes are its own, or too many to keep all for each item."""
        size = len(self.classes)
        largest = size * max(len(self.tasks), min(len(self), len(self.workers) * size))
        return self.choices is not None or largest > max(_SMALL, _TIMES_LABELS * len(self))

    @cached_property
    def agreed(self) -> Integers:
        """How many labels of each item are its most frequent one."""
        codes, counts = np.unique(self.task_codes * len(self.classes) + self.label_codes, return_counts=True)
        found: Integers = np.maximum.reduceat(counts, np.searchsorted(codes // len(self.classes), np.arange(len(self.tasks))))
        return found

    @property
    def counts(self) -> Integers:
        """How many labels each item has of each class (items x classes)."""
        size = len(self.classes)
        cells = np.bincount(self.task_codes * size + self.label_codes, minlength=len(self.tasks) * size)
        return cells.reshape(len(self.tasks), size)

    @cached_property
    def labels_per_task(self) -> Integers:
        return np.bincount(self.task_codes, minlength=len(self.tasks))

    @cached_property
    def labels_per_worker(self) -> Integers:
        return np.bincount(self.worker_codes, minlength=len(self.workers))

    @cached_property
    def fingerprint(self) -> str:
        """Stands for the data in signatures, whatever the file was called."""
        columns = (self.task_codes, self.worker_codes, self.label_codes)
        codes = (column.astype("<i8").tobytes().hex() for column in columns)
        return fingerprint([*map(str, (*self.tasks, *self.workers, *self.classes)), *codes, *(self.kinds or ())])

    def keep(self, rows: Flags | Integers) -> LabelTable:
        """Only these rows; items and workers without any row are gone, the classes stay."""
        task_codes, tasks, used = _compact(self.task_codes[rows], self.tasks)
        worker_codes, workers, present = _compact(self.worker_codes[rows], self.workers)
        seconds = None if self.seconds is None else self.seconds[rows]
        choices = None if self.choices is None else self.choices[used]
        codes = (task_codes, worker_codes, self.label_codes[rows])
        kinds = None if self.kinds is None else tuple(self.kinds[place] for place in np.flatnonzero(present).tolist())
        return LabelTable(tasks, workers, self.classes, *codes, self.dropped, seconds, choices, kinds)

    def merged(self, other: LabelTable, duplicates: Duplicates | str = Duplicates.LAST) -> LabelTable:
        """Both sets as one, the other's labels being the later ones: equal names are the same item, worker, class."""
        seconds = None
        if self.seconds is not None and other.seconds is not None:
            seconds = np.concatenate((self.seconds, other.seconds))
        found = label_table(
            *([*self._named(kind), *other._named(kind)] for kind in ("task", "worker", "label")),
            duplicates=duplicates,
            seconds=seconds,
        )
        known = {worker: kind for one in (self, other) for worker, kind in zip(one.workers, one.kinds or (), strict=False)}
        kinds = tuple(known.get(worker, "person") for worker in found.workers) if known else None
        return replace(found, dropped=found.dropped + self.dropped + other.dropped, kinds=kinds)

    def _repr_html_(self) -> str:
        """The first labels, in a notebook."""
        rows = [
            {"task": self.tasks[task], "worker": self.workers[worker], "label": self.classes[label]}
            for task, worker, label in zip(self.task_codes[:10], self.worker_codes[:10], self.label_codes[:10], strict=True)
        ]
        note = f"{len(self.tasks):,} tasks, {len(self.workers):,} workers, {len(self.classes):,} classes"
        return notebook_table(rows, note, total=len(self))

    def with_dropped(self, dropped: int) -> LabelTable:
        return replace(self, dropped=dropped)

    def _named(self, kind: str) -> list[Hashable]:
        names = {"task": self.tasks, "worker": self.workers, "label": self.classes}[kind]
        codes: Integers = getattr(self, f"{kind}_codes")
        return [names[code] for code in codes.tolist()]


def label_table(
    tasks: Any,
    workers: Any,
    labels: Any,
    *,
    duplicates: Duplicates | str = Duplicates.LAST,
    seconds: Sequence[float] | Floats | None = None,
) -> LabelTable:
    """Code three columns (lists, arrays, series) of equal length. `seconds` is a fourth one, where times are known."""
    rule = duplicates_rule(duplicates)
    columns = [_values(column) for column in (tasks, workers, labels)]
    if len({len(column) for column in columns}) > 1:
        raise InputError(f"columns of {', '.join(str(len(column)) for column in columns)} rows", cure="give one value per label")
    if not columns[0]:
        raise InputError("there are no labels", cure="give at least one task, worker and label")
    for name, column in zip(("task", "worker", "label"), columns, strict=True):
        _check(name, column)
    return coded_table(*map(_coded, columns), duplicates=rule, seconds=seconds)


def coded_table(
    tasks: tuple[Names, Integers],
    workers: tuple[Names, Integers],
    labels: tuple[Names, Integers],
    *,
    duplicates: Duplicates,
    seconds: Sequence[float] | Floats | None = None,
) -> LabelTable:
    """From three columns that are coded already, each as distinct names and the code of each row."""
    (task_names, task_codes), (worker_names, worker_codes), (found, codes) = tasks, workers, labels
    order = ascending(found)
    place = np.empty(len(found), dtype=np.int64)
    place[order] = np.arange(len(found))
    times = None if seconds is None else np.asarray(seconds, dtype=np.float64)
    table = LabelTable(
        task_names, worker_names, tuple(found[i] for i in order), task_codes, worker_codes, place[codes], seconds=times
    )
    return table if duplicates is Duplicates.ALL else _without_repeats(table, duplicates)


def ascending(names: Sequence[Hashable]) -> list[int]:
    """The order of classes: by number where all are numbers, else by their text. The lowest wins ties."""
    texts = [str(name) for name in names]
    try:
        numbers = [float(text) for text in texts]
    except ValueError:
        numbers = []
    if numbers and all(np.isfinite(numbers)):
        return sorted(range(len(names)), key=lambda i: (numbers[i], texts[i]))
    return sorted(range(len(names)), key=lambda i: texts[i])


def _values(column: Any) -> list[Any]:
    if isinstance(column, str):
        raise InputError("a text was given for a column", cure="give a list with one value per label")
    return column.tolist() if hasattr(column, "tolist") else list(column)


def _check(name: str, column: list[Any]) -> None:
    for row, value in enumerate(column, start=1):
        # Only NaN differs from itself.
        if value is None or value != value:
            raise InputError(f"row {row} has no {name}", cure="leave rows without a value out")
    try:
        set(column)
    except TypeError:
        raise InputError(f"a {name} is a list or the like", cure="give names or numbers") from None


def _coded(column: list[Hashable]) -> tuple[Names, Integers]:
    """Codes in the order of first appearance."""
    places: dict[Hashable, int] = {}
    codes = np.fromiter((places.setdefault(value, len(places)) for value in column), dtype=np.int64, count=len(column))
    return tuple(places), codes


def _compact(codes: Integers, names: Names) -> tuple[Integers, Names, Flags]:
    used = np.bincount(codes, minlength=len(names)) > 0
    if used.all():
        return codes, names, used
    place = np.cumsum(used) - 1
    return place[codes], tuple(names[i] for i in np.flatnonzero(used).tolist()), used


def _without_repeats(table: LabelTable, rule: Duplicates) -> LabelTable:
    pairs = table.task_codes * len(table.workers) + table.worker_codes
    if rule is Duplicates.LAST:
        pairs = pairs[::-1]
    _, first = np.unique(pairs, return_index=True)
    if len(first) == len(pairs):
        return table
    rows = np.sort(len(pairs) - 1 - first if rule is Duplicates.LAST else first)
    return table.keep(rows).with_dropped(len(pairs) - len(rows))
