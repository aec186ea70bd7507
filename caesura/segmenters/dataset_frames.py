"""Data sets of Hugging Face as they are: `segment_frame(dataset)` gives the same kind back, in batches, streamed ones too."""

from __future__ import annotations

import uuid
from typing import Any

from caesura.foundation import InputError, unknown
from caesura.segmenters.registry import Segmenter


def is_dataset(frame: Any) -> bool:
    """Told by its module, so that the library is not imported to ask."""
    return type(frame).__module__.partition(".")[0] == "datasets" and hasattr(frame, "map")


def with_segmented_column(dataset: Any, column: str, output: str, segmenter: Segmenter, lenient: bool) -> Any:
    """The data set with one more column; a dictionary of splits gives a dictionary."""
    from caesura.segmenters.frames import pipes

    if isinstance(dataset, dict):
        return type(dataset)({name: with_segmented_column(of, column, output, segmenter, lenient) for name, of in dataset.items()})
    names = dataset.column_names  # None where a streamed data set does not know them
    if names is not None and column not in names:
        raise unknown("column of the data set", column, names)
    if output in (names or ()):
        raise InputError(f"the data set has a column '{output}' already", cure="name another with output=")

    def segmented(queries: list[Any]) -> dict[str, list[str | None]]:
        return {output: pipes(segmenter, queries, lenient=lenient)}

    # A segmenter holds a mapped file, which cannot be hashed for the library's cache: each call is new to it.
    fresh = {"new_fingerprint": uuid.uuid4().hex} if names is not None and hasattr(dataset, "_fingerprint") else {}
    return dataset.map(segmented, batched=True, input_columns=[column], **fresh)
