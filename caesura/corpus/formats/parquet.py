"""Parquet for large corpora, with the columns of the CSV form."""

from __future__ import annotations

from collections.abc import Iterator

from caesura.corpus.corpus import Corpus
from caesura.corpus.formats.annotation_rows import Row, check_columns, corpus_from_rows, rows_of
from caesura.corpus.formats.base import CorpusFormat, Skipped
from caesura.foundation import InputError, PathLike, extra, input_name, open_bytes, written_bytes

#: How a Parquet file begins.
MAGIC = b"PAR1"


def read(path: PathLike, skip: Skipped) -> Corpus:
    with extra("frames"):
        import polars

    try:
        # Read from its end: what comes through a pipe is kept in memory, as the corpus is in a moment anyway.
        with open_bytes(path) as stream:
            frame = polars.read_parquet(stream.read())
    except (polars.exceptions.PolarsError, OSError) as error:
        raise InputError(
            f"cannot be read as Parquet ({str(error).splitlines()[0]})", cure="is the file complete?", file=path
        ) from None
    try:
        columns = check_columns(frame.columns)
    except InputError as error:
        raise error.at(path) from None

    def rows() -> Iterator[tuple[int, Row]]:
        for number, values in enumerate(frame.iter_rows(), start=1):
            yield number, {key: "" if value is None else str(value) for key, value in zip(columns, values, strict=True)}

    return corpus_from_rows(input_name(path), rows(), path, skip)


def write(corpus: Corpus, path: PathLike) -> None:
    with extra("frames"):
        import polars

    frame = polars.DataFrame(list(rows_of(corpus)), infer_schema_length=None)
    with written_bytes(path) as stream:
        frame.write_parquet(stream)


FORMAT = CorpusFormat(
    name="parquet",
    description="the columns of the CSV form, for large corpora",
    read=read,
    write=write,
    looks_like=lambda head: head.start == MAGIC,
    keeps=frozenset(("annotators", "tags", "types", "machines")),
    endings=(".parquet",),
    shapes=frozenset(("Flat", "Nested")),
)
