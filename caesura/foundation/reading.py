"""Reading files. A regular file, a FIFO, `/dev/stdin` and `-` are read alike, compressed or not.

A pipe can be read once only, so nothing may open an input to look at it and then open it again. Whoever must look first takes
`peeked(path)`: it opens the input once, `head` shows how it begins, and `lines`, `csv_rows` and `open_bytes` take it in place of a
path and read from its first byte on. Whoever needs an input more than once, or needs to jump in it, takes `on_disk(path)`.
"""

from __future__ import annotations

import codecs
import contextlib
import csv
import io
import os
import shutil
import sys
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from caesura.foundation.compression import compression_of, decompressed, is_undecided, without_compression
from caesura.foundation.csv_tables import original_cell
from caesura.foundation.errors import InputError, MissingExtraError
from caesura.foundation.progress import Advance, unwatched

PathLike = str | os.PathLike[str]

_BUFFER = 1 << 17
#: How far `head_lines` looks where lines are very long.
_LONGEST_HEAD = 1 << 22


class InputFile(os.PathLike[str]):
    """An input opened once. It stands for its path wherever a reader expects one: in `lines(file)` and in error messages."""

    def __init__(self, path: PathLike) -> None:
        self.name = str(path)
        self._rest: IO[bytes] = open_bytes(path)
        self._head = b""
        self._handed_on = False

    def __fspath__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.name

    def head(self, size: int) -> bytes:
        """The first bytes, decompressed; fewer only where the input ends."""
        if self._handed_on:
            raise RuntimeError(f"{self.name} is being read, its head is gone")
        try:
            while len(self._head) < size and (piece := self._rest.read(size - len(self._head))):
                self._head += piece
        except OSError as error:
            raise _unreadable(error, self) from error
        return self._head[:size]

    def head_lines(self, count: int) -> list[str]:
        """Up to this many of the first lines, without their ends."""
        size = 1 << 14
        while True:
            start = self.head(size)
            if len(start) < size or start.count(b"\n") >= count or size >= _LONGEST_HEAD:
                break
            size *= 4
        # The last line may be cut off; nothing follows the last line feed of an input.
        pieces = start.split(b"\n") if len(start) < size else start.split(b"\n")[:-1] or [start]
        kept = pieces[: len(pieces) - (not pieces[-1])][:count]
        return [line for _, line in _decoded(lambda: contextlib.nullcontext(kept), self)]

    def stream(self) -> IO[bytes]:
        """The whole content, head included. It can be asked for once."""
        self.head(0)
        self._handed_on = True
        if not self._head:
            return self._rest
        return io.BufferedReader(_Joined(self._head, self._rest), buffer_size=_BUFFER)

    def close(self) -> None:
        self._rest.close()


@contextlib.contextmanager
def peeked(path: PathLike) -> Iterator[InputFile]:
    """`with peeked(path) as file: ...` opens an input to look at its head and then read it; one that is open already stays so."""
    if isinstance(path, InputFile):
        yield path
        return
    file = InputFile(path)
    try:
        yield file
    finally:
        file.close()


def existing(path: PathLike) -> Path:
    """The path, or an error that says it is not there."""
    file = Path(path)
    try:
        file.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise InputError("no such file or folder", cure="check the path", file=path) from None
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", cure="check the path and its permissions", file=path) from error
    return file


def is_stdin(path: PathLike) -> bool:
    """Whether this names standard input."""
    return str(path) in ("-", "/dev/stdin")


def input_name(path: PathLike) -> str:
    """What data are called after their input: its name without folder and ending, or `stdin`."""
    if is_stdin(path):
        return "stdin"
    file = Path(path)
    # What the name of a pipe leads to is a number that changes with every run.
    if file.is_file() or file.is_dir():
        file = file.resolve()
    name = without_compression(file.name)
    return name if file.is_dir() or "." not in name.lstrip(".") else name.rsplit(".", 1)[0]


def is_regular(path: PathLike) -> bool:
    """Whether this is a file that can be read any number of times: not a folder, pipe, device or standard input."""
    return not is_stdin(path) and not isinstance(path, InputFile) and Path(path).is_file()


def open_bytes(path: PathLike) -> IO[bytes]:
    """Open for reading; compression is recognised by the content, not by the name."""
    if isinstance(path, InputFile):
        return path.stream()
    if is_stdin(path):
        raw: IO[bytes] = _stdin()
    else:
        file = existing(path)
        if file.is_dir():
            raise InputError("is a folder, a file was expected", cure="name a file inside it", file=path)
        try:
            raw = file.open("rb", buffering=0)
        except OSError as error:
            raise InputError(f"cannot be read ({error.strerror})", cure="check its permissions", file=path) from error
    try:
        return _decompressed(raw)
    except BaseException as error:
        raw.close()
        if isinstance(error, OSError):
            raise _unreadable(error, path) from error
        if isinstance(error, MissingExtraError):
            raise MissingExtraError("reading it", error.extra, error.package, file=path) from error
        raise


def _decompressed(raw: Any) -> IO[bytes]:
    start = b""
    while is_undecided(start) and (piece := raw.read(16 if not start else 1)):
        start += piece
    if raw.seekable():
        raw.seek(0)
    whole = io.BufferedReader(raw if raw.seekable() else _Joined(start, raw), buffer_size=_BUFFER)
    compression = compression_of(start)
    return whole if compression is None else decompressed(whole, compression)


@contextlib.contextmanager
def on_disk(path: PathLike, folder: PathLike | None = None) -> Iterator[Path]:
    """A file that can be read any number of times and anywhere: the file itself, or a temporary copy of what a pipe brings.

    The copy lies in `folder`, or where the system keeps temporary files.
    """
    if is_regular(path):
        yield Path(path)
        return
    with tempfile.TemporaryDirectory(prefix=".caesura-input-", dir=folder) as place:
        copy = Path(place) / "input"
        copy_to(path, copy)
        try:
            yield copy
        except InputError as error:
            if error.file is None or Path(error.file) != copy:
                raise
            raise error.at(path, error.line) from error  # the copy has a name the user never gave


def copy_to(path: PathLike, copy: Path) -> None:
    """Write what an input holds, decompressed, to a file of our own."""
    with open_bytes(path) as content, copy.open("wb") as out:
        try:
            shutil.copyfileobj(content, out, _BUFFER)
        except OSError as error:
            if error.filename is None and error.errno is None:
                raise _unreadable(error, path) from error
            raise


def lines(path: PathLike, *, advance: Advance = unwatched) -> Iterator[tuple[int, str]]:
    """Numbered lines without their line end, as UTF-8.

    `advance` gets the number of bytes read every few thousand lines, so that a caller can draw a progress bar. Only
    line feeds end a line: Unicode's other line separators may be part of what a user typed.
    """
    return _decoded(lambda: open_bytes(path), path, advance)


def _decoded(
    opened: Callable[[], contextlib.AbstractContextManager[Iterable[bytes]]], path: PathLike, advance: Advance = unwatched
) -> Iterator[tuple[int, str]]:
    number = unreported = 0
    # One generator, not one inside another: that would cost as much as all the rest.
    with opened() as raw_lines:
        try:
            for number, raw in enumerate(raw_lines, start=1):
                unreported += len(raw)
                if number % 4096 == 0:
                    advance(unreported)
                    unreported = 0
                # A byte order mark, which some editors put before the first line, is not part of it.
                line = raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw
                yield number, line.rstrip(b"\r\n").decode("utf-8")
        except UnicodeDecodeError as error:
            raise InputError(
                f"byte {error.start + 1} of the line is not UTF-8", cure="convert the file to UTF-8", file=path, line=number
            ) from error
        except OSError as error:
            raise _unreadable(error, path, number + 1) from error
        advance(unreported)


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


def bytes_to_read(paths: Iterable[PathLike]) -> int | None:
    """What a progress bar counts up to; None where nobody can know: something is compressed or comes through a pipe."""
    total = 0
    for path in paths:
        if not is_regular(path):
            return None
        with Path(path).open("rb") as raw:
            if compression_of(raw.read(8)) is not None:
                return None
        total += Path(path).stat().st_size
    return total


def _unreadable(error: OSError, path: PathLike, line: int | None = None) -> InputError:
    return InputError(f"cannot be read to its end ({error})", cure="is the file complete?", file=path, line=line)


#: The standard input that was handed out last: a pipe gives its content once, and a second reader would find nothing, silently.
_given_out: weakref.ref[Any] | None = None


def _stdin() -> IO[bytes]:
    global _given_out
    stdin: Any = sys.stdin
    if stdin is None:
        raise InputError("standard input is closed", cure="name a file, or pipe something in")
    previous = None if _given_out is None else _given_out()
    if not stdin.isatty() and previous is stdin:
        raise InputError("standard input can be read only once", cure="name it for one input only")
    _given_out = weakref.ref(stdin)
    return _Joined(b"", stdin.buffer, closes=False)  # type: ignore[return-value]


class _Joined(io.RawIOBase):
    """What was read of a stream already, then the rest of it."""

    def __init__(self, start: bytes, rest: Any, *, closes: bool = True) -> None:
        self._start = memoryview(start)
        self._rest = rest
        self._closes = closes

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece: Any = self._start[: len(buffer)]
        if len(piece):
            self._start = self._start[len(piece) :]
        else:
            # Not more than one read of what lies below: what a slow writer has sent must not wait for what follows.
            read = getattr(self._rest, "read1", self._rest.read)
            piece = read(len(buffer)) or b""
        buffer[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        if not self.closed and self._closes:
            self._rest.close()
        super().close()
