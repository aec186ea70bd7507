"""Reading and writing files: plain or gzip, `-` for the standard streams, and never a half-written result."""

from __future__ import annotations

import codecs
import contextlib
import csv
import gzip
import os
import shutil
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from caesura.foundation.csv_tables import original_cell
from caesura.foundation.errors import InputError

PathLike = str | os.PathLike[str]


def existing(path: PathLike) -> Path:
    """The path, or an error that says it is not there."""
    found = Path(path)
    if not found.exists():
        raise InputError("no such file or folder", cure="check the path", file=path)
    return found


def open_bytes(path: PathLike) -> IO[bytes]:
    """Open for reading; gzip is seen by its first two bytes, not by its name."""
    if str(path) == "-":
        return sys.stdin.buffer
    found = existing(path)
    if found.is_dir():
        raise InputError("is a folder, a file was expected", cure="name a file inside it", file=path)
    try:
        raw = found.open("rb")
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", cure="check its permissions", file=path) from error
    if raw.peek(2)[:2] != b"\x1f\x8b":
        return raw
    raw.close()
    return gzip.open(found, "rb")  # type: ignore[return-value]


def lines(path: PathLike, *, advance: Callable[[int], None] | None = None) -> Iterator[tuple[int, str]]:
    """Numbered lines without their line end, as UTF-8.

    `advance` is told the bytes read so far every few thousand lines, so that a caller can draw a progress bar. Only
    line feeds end a line: Unicode's other line separators may be part of what a user typed.
    """
    number = 0
    with contextlib.ExitStack() as stack:
        stream = open_bytes(path)
        if str(path) != "-":
            stack.enter_context(stream)
        told = 0
        try:
            for number, raw in enumerate(stream, start=1):
                told += len(raw)
                if advance is not None and number % 4096 == 0:
                    advance(told)
                    told = 0
                # A byte order mark, which some editors put before the first line, is no part of it.
                line = raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw
                yield number, line.rstrip(b"\r\n").decode("utf-8")
        except UnicodeDecodeError as error:
            raise InputError(
                f"byte {error.start + 1} of the line is not UTF-8", cure="convert the file to UTF-8", file=path, line=number
            ) from error
        except (EOFError, OSError, zlib.error) as error:
            raise InputError(
                f"cannot be read to its end ({error})", cure="is the file whole?", file=path, line=number + 1
            ) from error
        if advance is not None:
            advance(told)


def csv_rows(path: PathLike) -> Iterator[tuple[int, list[str]]]:
    """Numbered rows of a CSV or TSV file, the header first; a field in quotes may span lines.

    The apostrophe before what a spreadsheet would take for a formula is taken off, as `write_csv` put it there.
    """
    # Cells may be long (a page of paragraphs); the module's own limit is 128 kB.
    csv.field_size_limit(16 << 20)
    number = 0

    def counted() -> Iterator[str]:
        nonlocal number
        for number, line in lines(path):  # noqa: B007 - errors name it
            yield line + "\n"

    stream = counted()
    first = next(stream, "")
    delimiter = "\t" if "\t" in first and "," not in first else ","

    def again() -> Iterator[str]:
        yield first
        yield from stream

    reader = csv.reader(again(), delimiter=delimiter, strict=True)
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise InputError(
                f"broken CSV ({error})", cure="quote fields that hold commas, quotes or line breaks", file=path, line=number
            ) from None
        if cells is None:
            return
        if cells:
            yield number, [original_cell(cell) for cell in cells]


def check_writable(*paths: PathLike | None) -> None:
    """An error now, not after an hour of work, where nothing could be written to one of these files later."""
    for path in paths:
        if path is not None and str(path) != "-":
            _beside(Path(path)).unlink()


@contextlib.contextmanager
def written(path: PathLike) -> Iterator[IO[str]]:
    """Write text to a temporary neighbour and rename it when all went well: the result is whole or not there."""
    if str(path) == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    with written_bytes(path) as raw:
        import io

        text = io.TextIOWrapper(raw, encoding="utf-8", newline="\n", write_through=True)
        yield text
        text.flush()
        text.detach()


@contextlib.contextmanager
def written_bytes(path: PathLike) -> Iterator[IO[bytes]]:
    """As `written`, for bytes; a name that ends in .gz is compressed (with no time stamp: same input, same bytes)."""
    target = Path(path)
    temporary = _beside(target)
    try:
        with temporary.open("wb") as raw:
            if target.suffix == ".gz":
                with gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as packed:
                    yield packed  # type: ignore[misc]
            else:
                yield raw
            raw.flush()
            os.fsync(raw.fileno())
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def written_folder(path: PathLike) -> Iterator[Path]:
    """A folder that appears whole or not at all. An existing one is refused: we do not guess what may be deleted."""
    target = Path(path)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise InputError("already exists", cure="name a new folder, or empty this one", file=path)
    _parent_of(target)
    temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        yield temporary
        temporary.chmod(0o777 & ~_umask())
        temporary.replace(target)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


def _beside(target: Path) -> Path:
    _parent_of(target)
    if target.is_dir():
        raise InputError("is a folder, a file was expected", cure="name a file inside it", file=target)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror})", cure="check the folder's permissions", file=target) from error
    os.close(handle)
    return Path(name)


def _parent_of(target: Path) -> None:
    if not target.parent.is_dir():
        raise InputError("its folder does not exist", cure=f"create {target.parent} first", file=target)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
