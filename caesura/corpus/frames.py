"""Corpora as data frames, pandas or polars alike (through narwhals)."""

from __future__ import annotations

from typing import Any, Literal

from caesura.corpus.corpus import Corpus
from caesura.corpus.formats.annotation_rows import check_columns, corpus_from_rows, rows_of
from caesura.corpus.formats.base import Skipped
from caesura.foundation import extra


def corpus_from_frame(frame: Any, name: str = "frame") -> Corpus:
    """From a frame with one annotation per row, columns as in the CSV form."""
    with extra("frames"):
        import narwhals

    table = narwhals.from_native(frame, eager_only=True)
    columns = check_columns(table.columns)
    rows = (
        (number, {key: "" if value is None else str(value) for key, value in zip(columns, values, strict=True)})
        for number, values in enumerate(table.iter_rows(), start=1)
    )
    return corpus_from_rows(name, rows, name, Skipped())


def corpus_to_frame(corpus: Corpus, backend: Literal["polars", "pandas", "pyarrow"] = "polars") -> Any:
    """One row per annotator where they are known, else one per vote; a native frame of the backend."""
    with extra("frames"):
        import narwhals

    rows = list(rows_of(corpus))
    columns = list(rows[0]) if rows else ["id", "text", "flat", "annotator", "count", "types", "tags"]
    return narwhals.from_dict({key: [row[key] for row in rows] for key in columns}, backend=backend).to_native()
