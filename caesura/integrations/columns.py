"""What the accessors of pandas and polars and the functions of DuckDB share: a column of queries in, a column of answers out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caesura.foundation import InputError
from caesura.phrasing import Options, one_line, phrase
from caesura.segmenters import Segmentation, Segmenter, default_method, segmenter


def segmenter_for(method: str | None, lexicon: Any, options: dict[str, Any]) -> Segmenter:
    return segmenter(method or default_method(), lexicon=lexicon, **options)


def segmented(made: Segmenter, values: Sequence[object]) -> list[Segmentation | None]:
    """Each query's segmentation; None for a missing value and for a text without words."""
    texts = {value: None for value in values if isinstance(value, str) and value.split()}
    answers = dict(zip(texts, made.segment_many(list(texts)), strict=True))
    for value in values:
        if not isinstance(value, str) and value is not None and type(value).__name__ != "NAType" and value == value:
            raise InputError(f"the value {value!r} is not a string", cure="convert it, or leave the row out")
    return [answers.get(value) if isinstance(value, str) else None for value in values]


def pipe_column(made: Segmenter, values: Sequence[object]) -> list[str | None]:
    return [None if one is None else one.pipe for one in segmented(made, values)]


def list_column(made: Segmenter, values: Sequence[object]) -> list[list[str] | None]:
    return [None if one is None else [segment.text for segment in one.segments] for one in segmented(made, values)]


def phrase_column(made: Segmenter, values: Sequence[object], engine: str, options: Options) -> list[str | None]:
    return [None if one is None else one_line(phrase(one, engine, options)) for one in segmented(made, values)]
