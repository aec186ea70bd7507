"""Labels and gold labels from files, data frames and plain columns."""

from __future__ import annotations

import csv
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from caesura.corpus import PEOPLE, Duplicates, duplicates_rule
from caesura.foundation import InputError, PathLike, csv_rows, extra, plain_cell, unknown, written
from caesura.labels.table import LabelTable, label_table

#: What a user may hand to a model: a table, a data frame, or the column of tasks (then workers and labels follow).
Data = Any
#: A list, an array or a series with one value per label.
Column = Any
Gold = Mapping[Hashable, Hashable]


def read_labels(
    path: PathLike, *, duplicates: Duplicates | str = Duplicates.LAST, annotators: Sequence[str] = (PEOPLE,)
) -> LabelTable:
    """From CSV (or TSV) with the columns task, worker, label and, where known, seconds, kind; or from Parquet (`.parquet`).

    Labels of machines (by their `kind`) are left out unless `annotators` names them.
    """
    if str(path).endswith(".parquet"):
        from caesura.labels.parquet import read_parquet_labels

        return read_parquet_labels(path, duplicates_rule(duplicates), annotators)
    columns = label_columns(path, optional=("seconds", "kind"))
    seconds = None
    if "seconds" in columns:
        seconds = [read_seconds(text, path, line) for text, line in zip(columns["seconds"], columns[""], strict=True)]
    if not columns["task"]:
        raise InputError("there are no labels", cure="the file needs rows below its header", file=path)
    table = label_table(columns["task"], columns["worker"], columns["label"], duplicates=duplicates, seconds=seconds)
    if "kind" not in columns:
        return table
    from caesura.labels.kinds import labelled_by, with_kinds

    return labelled_by(with_kinds(table, columns["worker"], columns["kind"]), annotators)


def label_columns(path: PathLike, optional: Sequence[str] = ()) -> dict[str, Any]:
    """Task, worker and label of each row as texts, and under "" the line it ended on."""
    return _columns(path, ("task", "worker", "label"), optional)


def read_gold(path: PathLike) -> dict[Hashable, Hashable]:
    """From CSV (or TSV) with the columns task, label; a task with two different labels is an error."""
    columns = _columns(path, ("task", "label"))
    gold: dict[Hashable, Hashable] = {}
    for task, label, line in zip(columns["task"], columns["label"], columns[""], strict=True):
        if gold.setdefault(task, label) != label:
            raise InputError(
                f"task {task} has the gold labels {gold[task]} and {label}", cure="keep one of them", file=path, line=line
            )
    return gold


def as_table(
    data: Data,
    workers: Column = None,
    labels: Column = None,
    *,
    duplicates: Duplicates | str = Duplicates.LAST,
) -> LabelTable:
    """A table as it is, a data frame with the columns task, worker, label (pandas or polars), or three columns."""
    if isinstance(data, LabelTable):
        return data
    if workers is not None or labels is not None:
        if workers is None or labels is None:
            raise InputError("workers and labels belong together", cure="give tasks, workers and labels")
        return label_table(data, workers, labels, duplicates=duplicates)
    frame = _frame(data)
    if frame is None:
        raise InputError(
            f"labels cannot be read from a value of type {type(data).__name__}",
            cure="give a data frame, or tasks, workers and labels as columns",
        )
    missing = [name for name in ("task", "worker", "label") if name not in frame.columns]
    if missing:
        raise unknown("column of the frame", missing[0], frame.columns)
    seconds = frame["seconds"].to_list() if "seconds" in frame.columns else None
    columns = (frame[name].to_list() for name in ("task", "worker", "label"))
    return label_table(*columns, duplicates=duplicates, seconds=seconds)


def as_gold(gold: Any) -> Gold:
    """A mapping as it is; a data frame with the columns task, label; a series of pandas indexed by task, as crowd-kit has it."""
    if isinstance(gold, Mapping):
        return gold
    if hasattr(gold, "index") and hasattr(gold, "to_dict") and not hasattr(gold, "columns"):
        return dict(gold.items())
    frame = _frame(gold)
    if frame is None or not {"task", "label"} <= set(frame.columns):
        raise InputError("these are not gold labels", cure="give a mapping task -> label, or a frame with the columns task, label")
    gold_labels: dict[Hashable, Hashable] = {}
    for task, label in zip(frame["task"].to_list(), frame["label"].to_list(), strict=True):
        if gold_labels.setdefault(task, label) != label:
            raise InputError(f"task {task} has the gold labels {gold_labels[task]} and {label}", cure="keep one of them")
    return gold_labels


def write_labels(path: PathLike, labels: Mapping[Hashable, Hashable | None], probabilities: Mapping[Hashable, float]) -> None:
    """CSV with the columns task, label, probability; an item the model abstains from has an empty label."""
    with written(path) as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("task", "label", "probability"))
        for task, label in labels.items():
            writer.writerow((plain_cell(task), "" if label is None else plain_cell(label), f"{probabilities[task]:.6f}"))


def write_items(path: PathLike, rows: Sequence[Mapping[str, Any]]) -> None:
    """CSV of what is known of each item; the columns are those of the first row."""
    with written(path) as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(rows[0])
        for row in rows:
            writer.writerow(
                "" if value is None else f"{value:.6f}" if isinstance(value, float) else value for value in row.values()
            )


def _frame(data: Any) -> Any:
    with extra("frames"):
        import narwhals

    table = narwhals.from_native(data, pass_through=True)
    if isinstance(table, narwhals.LazyFrame):
        table = table.collect()
    return table if isinstance(table, narwhals.DataFrame) else None


def _columns(path: PathLike, needed: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Any]:
    """The named columns as lists of texts, and under "" the line each row ended on."""
    rows = csv_rows(path)
    _, header = next(rows, (1, []))
    names = [name.strip().lower() for name in header]
    missing = [name for name in needed if name not in names]
    if missing:
        cure = f"begin the file with a header that has the columns {', '.join(needed)}"
        raise InputError(f"there is no column '{missing[0]}'", cure=cure, file=path, line=1)
    wanted = [*needed, *(name for name in optional if name in names)]
    if doubled := [name for name in wanted if names.count(name) > 1]:
        raise InputError(f"the header names '{doubled[0]}' twice", cure="name each column once", file=path, line=1)
    places = [(name, names.index(name)) for name in wanted]
    columns: dict[str, Any] = {name: [] for name in ("", *wanted)}
    for line, cells in rows:
        if len(cells) != len(names):
            raise InputError(
                f"{len(cells)} fields, the header has {len(names)}", cure="quote fields with commas", file=path, line=line
            )
        for name, place in places:
            if not cells[place]:
                raise InputError(f"no {name}", cure="fill it in or leave the row out", file=path, line=line)
            columns[name].append(cells[place])
        columns[""].append(line)
    return columns


def read_seconds(text: str, path: PathLike, line: int) -> float:
    """How long something took, as a table says it."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise InputError(f"'{text}' is not a number of seconds", cure="write a number of 0 or more", file=path, line=line)
    return value
