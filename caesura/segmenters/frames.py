"""Segmenting a data frame with one line, whatever built the frame: polars (lazy too), pandas, pyarrow, Spark, Hugging Face."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, TypeVar

from caesura.foundation import InputError, extra, unknown
from caesura.lexicon import LexiconLike, default_lexicon, open_lexicon
from caesura.segmenters.dataset_frames import is_dataset, with_segmented_column
from caesura.segmenters.methods import METHODS
from caesura.segmenters.registry import Segmenter, default_method, segmenter

Frame = TypeVar("Frame")


def segment_frame(
    frame: Frame,
    column: str = "query",
    *,
    method: str | None = None,
    lexicon: LexiconLike | str | os.PathLike[str] | None = None,
    output: str = "segmentation",
    lenient: bool = False,
    min_confidence: float | None = None,
    **options: Any,
) -> Frame:
    """The frame with one more column: each query in pipe form, `new york|times square|dance`.

    A missing value stays missing; a text without words gives an empty string. A text that cannot be segmented (more than 64 words)
    is an error, with `lenient` a missing value. Without a lexicon, the one that comes with Caesura answers. With `min_confidence`
    only segments that are at least so likely are kept. `options` are those of `segmenter()`: phrases, rules, tagger, the method's
    parameters. On Spark nothing runs before the frame is used, and the lexicon
    file is sent to the workers.
    """
    if is_dataset(frame):
        if min_confidence is not None:
            options["min_confidence"] = min_confidence
        built = segmenter(method or default_method(), lexicon=lexicon, **options)
        with_column: Frame = with_segmented_column(frame, column, output, built, lenient)
        return with_column
    with extra("frames"):
        import narwhals

    table = narwhals.from_native(frame, pass_through=True)
    if not isinstance(table, narwhals.DataFrame | narwhals.LazyFrame):
        raise InputError(
            f"{type(frame).__name__} is not a known kind of data frame", cure="use polars, pandas, pyarrow, Spark or datasets"
        )
    schema = table.collect_schema()
    if column not in schema:
        raise unknown("column of the frame", column, schema)
    # A column without any value may have no type, or pandas' type for everything.
    if not isinstance(schema[column], narwhals.String | narwhals.Object | narwhals.Unknown):
        raise InputError(f"the column '{column}' is {schema[column]}", cure="name a column of strings")
    if output in schema:
        raise InputError(f"the frame has a column '{output}' already", cure="name another with output=")
    name = method or default_method()
    opened = open_lexicon(os.fspath(lexicon)) if isinstance(lexicon, str | os.PathLike) else lexicon
    if opened is None and METHODS[name].needs_lexicon:
        opened = default_lexicon()
    if min_confidence is not None:
        options["min_confidence"] = min_confidence
    # Built here even for Spark, so that a wrong option is reported now and not by a worker later.
    made = segmenter(name, lexicon=opened, **options)
    made_by = table.implementation
    widened: Any
    if isinstance(table, narwhals.DataFrame):
        printed = pipes(made, table[column].to_list(), lenient=lenient)
        widened = table.with_columns(narwhals.new_series(output, printed, narwhals.String, backend=made_by)).to_native()
    elif made_by.is_polars():
        widened = _with_lazy_column(frame, column, output, made, lenient)
    elif made_by.is_pyspark() or made_by.is_pyspark_connect():
        from caesura.segmenters.spark_frames import with_segmentations

        spark_frame: Any = frame
        widened = with_segmentations(spark_frame, column, output, lenient, name, opened, options)
    else:
        raise InputError(f"a lazy frame of {made_by.name.lower()} cannot be segmented", cure="collect it first")
    same_kind: Frame = widened
    return same_kind


def _with_lazy_column(lazy: Any, column: str, output: str, segmenter: Segmenter, lenient: bool) -> Any:
    with extra("frames"):
        import polars

    def segmented(queries: polars.Series) -> polars.Series:
        return polars.Series(output, pipes(segmenter, queries.to_list(), lenient=lenient), polars.String)

    # Each row by itself: polars may filter first, leave columns out, and stream.
    return lazy.with_columns(polars.col(column).map_batches(segmented, polars.String, is_elementwise=True).alias(output))


def pipes(segmenter: Segmenter, values: Sequence[object], *, lenient: bool, threads: int | None = None) -> list[str | None]:
    """Each text in pipe form; None for a missing value (None, NaN, pandas.NA)."""
    places = [place for place, value in enumerate(values) if not _missing(value)]
    texts = []
    for place in places:
        value = values[place]
        if not isinstance(value, str):
            raise InputError(f"the value {value!r} is not a string", cure="convert it, or leave the row out")
        texts.append(value)
    printed: list[str | None] = [None] * len(values)
    try:
        pieces: Sequence[str | None] = segmenter.pipe_many(texts, threads)
    except InputError:
        if not lenient:
            raise
        pieces = [_pipe_or_nothing(segmenter, text) for text in texts]
    for place, piece in zip(places, pieces, strict=True):
        printed[place] = piece
    return printed


def _pipe_or_nothing(segmenter: Segmenter, text: str) -> str | None:
    try:
        return segmenter.pipe_many([text], 1)[0]
    except InputError:
        return None


def _missing(value: object) -> bool:
    # NaN is what does not equal itself; pandas.NA would not even answer.
    return value is None or type(value).__name__ == "NAType" or (isinstance(value, float) and value != value)
