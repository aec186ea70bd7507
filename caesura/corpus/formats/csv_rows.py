"""CSV (or TSV with a header): one annotation per row."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from caesura.corpus.corpus import Corpus
from caesura.corpus.formats.annotation_rows import Row, check_columns, corpus_from_rows, known_columns, rows_of
from caesura.corpus.formats.base import CorpusFormat, Head, Skipped
from caesura.foundation import InputError, PathLike, input_name, lines, written


def read(path: PathLike, skip: Skipped) -> Corpus:
    return corpus_from_rows(input_name(path), _rows(path, skip), path, skip)


def _rows(path: PathLike, skip: Skipped) -> Iterator[tuple[int, Row]]:
    numbers = [0]

    def counted() -> Iterator[str]:
        # The csv module counts physical lines itself only for real files; a quoted field may span several.
        for number, line in lines(path):
            numbers[0] = number
            yield line + "\n"

    stream = counted()
    first = next(stream, "")
    delimiter = "\t" if "\t" in first else ","
    try:
        columns = check_columns(next(csv.reader([first], delimiter=delimiter), []))
    except csv.Error as error:
        raise _broken(error).at(path, 1) from None
    except InputError as error:
        raise error.at(path, 1) from None
    reader = csv.reader(stream, delimiter=delimiter, strict=True)
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            skip(_broken(error).at(path, numbers[0]))
            continue
        if cells is None:
            return
        if not cells:
            continue
        if len(cells) != len(columns):
            skip(InputError(f"{len(cells)} fields, the header has {len(columns)}", file=path, line=numbers[0]))
            continue
        yield numbers[0], dict(zip(columns, cells, strict=True))


def _broken(error: csv.Error) -> InputError:
    return InputError(f"broken CSV ({error})", cure="quote fields that hold commas, quotes or line breaks")


def write(corpus: Corpus, path: PathLike) -> None:
    rows = rows_of(corpus)
    first = next(rows, None)
    with written(path) as stream:
        if first is None:
            stream.write("id,text,flat,annotator,count,types,tags\n")
            return
        writer = csv.DictWriter(stream, list(first), lineterminator="\n")
        writer.writeheader()
        writer.writerow(first)
        writer.writerows(rows)


def looks_like(head: Head) -> bool:
    if not head.lines:
        return False
    first = head.lines[0]
    try:
        names = next(csv.reader([first], delimiter="\t" if "\t" in first else ","), [])
    except csv.Error:
        return False
    return known_columns(names) is not None


FORMAT = CorpusFormat(
    name="csv",
    description="a header and one annotation per row",
    read=read,
    write=write,
    looks_like=looks_like,
    keeps=frozenset(("annotators", "tags", "types", "machines")),
    endings=(".csv",),
    shapes=frozenset(("Flat", "Nested")),
)
