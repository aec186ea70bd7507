"""Labels from Parquet, part by part: names become codes as they are read, so that ten million labels never are as many strings."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from caesura.corpus import Duplicates
from caesura.foundation import InputError, PathLike, extra
from caesura.labels.kinds import labelled_by, with_kinds
from caesura.labels.table import Integers, LabelTable, coded_table

#: Rows read at a time.
_ROWS = 1_000_000


def read_parquet_labels(path: PathLike, duplicates: Duplicates, annotators: Sequence[str]) -> LabelTable:
    """From a file with the columns task, worker, label and, where there are machines, kind."""
    with extra("frames"):
        import polars

    try:
        frame = polars.scan_parquet(str(path))
        names = frame.collect_schema().names()
        rows = int(frame.select(polars.len()).collect().item())
    except (OSError, polars.exceptions.PolarsError) as error:
        raise InputError(f"the file cannot be read as Parquet: {error}", cure="write it again", file=path) from None
    if missing := [name for name in ("task", "worker", "label") if name not in names]:
        raise InputError(f"there is no column '{missing[0]}'", cure="name the columns task, worker, label", file=path)
    if not rows:
        raise InputError("there are no labels", cure="the file needs rows", file=path)
    columns = {name: _Coder() for name in ("task", "worker", "label")}
    for begin in range(0, rows, _ROWS):
        part = frame.select(columns.keys()).slice(begin, _ROWS).collect()
        for name, coder in columns.items():
            if part[name].null_count():
                raise InputError(f"a row has no {name}", cure="leave rows without a value out", file=path)
            coder.add(part[name])
    table = coded_table(*((coder.names, coder.codes()) for coder in columns.values()), duplicates=duplicates)
    if "kind" not in names:
        return table
    pairs = frame.select("worker", "kind").unique().collect()
    return labelled_by(with_kinds(table, pairs["worker"].to_list(), pairs["kind"].to_list()), annotators)


class _Coder:
    """One column: its distinct names in the order they appear, and the code of each row."""

    def __init__(self) -> None:
        self._places: dict[Hashable, int] = {}
        self._parts: list[Integers] = []

    def add(self, column: Any) -> None:
        distinct = column.unique(maintain_order=True)
        codes = [self._places.setdefault(name, len(self._places)) for name in distinct.to_list()]
        self._parts.append(column.replace_strict(distinct, codes).to_numpy().astype(np.int64, copy=False))

    @property
    def names(self) -> tuple[Hashable, ...]:
        return tuple(self._places)

    def codes(self) -> Integers:
        return np.concatenate(self._parts)
