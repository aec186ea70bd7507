"""Queries from whatever holds them: a log, or a list with one query per line (the last column, where there are tabs)."""

from __future__ import annotations

from collections.abc import Iterator

from caesura.corpus.log_reader import LogFile, is_log, read_blocks
from caesura.foundation import Advance, InputError, lines, unwatched


def read_queries(file: LogFile, *, lenient: bool = False, advance: Advance = unwatched) -> Iterator[str]:
    """All queries in their order, one for each line; a file whose first line is one of a log is read as a log."""
    if is_log(file.path):
        for block in read_blocks(file, lenient=lenient, advance=advance):
            yield from (query for _, query, _, _ in block)
        return
    try:
        for _, line in lines(file.path, advance=advance):
            yield line.rpartition("\t")[2]
    except InputError as error:
        raise error.at(file.name, error.line) from None
