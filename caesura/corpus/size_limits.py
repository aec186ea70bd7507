"""How much is in a file before it is read as a corpus: rows and unpacked bytes, counted without keeping any of it.

Eighty kilobytes of Parquet, or of gzip, may hold a million rows or gigabytes. Whoever takes files from strangers asks here first.
"""

from __future__ import annotations

from pathlib import Path

from caesura.corpus.formats.parquet import MAGIC
from caesura.foundation import InputError, PathLike, extra, open_bytes

_PIECE = 1 << 20


def check_size(path: PathLike, rows: int, size: int) -> None:
    """An `InputError` where a file, or a folder of files, has more rows or unpacks to more bytes."""
    place = Path(path)
    left_rows, left_bytes = rows, size
    for file in sorted(one for one in place.rglob("*") if one.is_file()) if place.is_dir() else [place]:
        found_rows, found_bytes = _measured(file, left_rows, left_bytes)
        left_rows, left_bytes = left_rows - found_rows, left_bytes - found_bytes
        if left_rows < 0:
            raise InputError(f"has more than {rows:,} rows", cure="divide it into several", file=path)
        if left_bytes < 0:
            raise InputError(f"unpacks to more than {size >> 20} MB", cure="divide it into several", file=path)


def _measured(file: Path, rows: int, size: int) -> tuple[int, int]:
    """Rows and bytes, counted until there are too many of either."""
    found_rows = found_bytes = 0
    with open_bytes(file) as stream:
        first = stream.read(_PIECE)
        if first.startswith(MAGIC):
            return _parquet(first + stream.read(size), rows, size)
        while first and found_rows <= rows and found_bytes <= size:
            found_rows, found_bytes = found_rows + first.count(b"\n"), found_bytes + len(first)
            first = stream.read(_PIECE)
    return found_rows, found_bytes


def _parquet(content: bytes, rows: int, size: int) -> tuple[int, int]:
    """The rows stand in the file's own list; the bytes are counted a part of the rows at a time."""
    with extra("frames"):
        import polars

    if len(content) > size:
        return 0, len(content)
    try:
        frame = polars.scan_parquet(content)
        counted = int(frame.select(polars.len()).collect().item())
        if counted > rows:
            return counted, 0
        columns = [polars.col(name).cast(polars.String, strict=False).str.len_bytes().sum() for name in frame.collect_schema()]
        measured = 0
        for start in range(0, counted, 50_000):
            part = frame.slice(start, 50_000).select(columns).collect()
            measured += sum(int(value or 0) for value in part.row(0))
            if measured > size:
                break
    except (polars.exceptions.PolarsError, OSError):
        return 0, 0  # whoever reads it says what is wrong with it
    return counted, measured
