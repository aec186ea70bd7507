"""Reads query logs of the AOL kind: `AnonID Query QueryTime ItemRank ClickURL`, tab separated, three or five columns.

A log is read in small blocks and one regular expression takes all lines of a block apart at once, which is what
makes two passes over millions of lines quick in plain Python. Only a block with a wrong line is
looked at line by line, to name that line. AOL's header line is skipped wherever it stands, because people put the ten
files of that log together into one.
"""

from __future__ import annotations

import contextlib
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from caesura.corpus.log_steps import Steps
from caesura.foundation import Advance, InputError, PathLike, bytes_taken, is_stdin, on_disk, open_bytes, unwatched

#: User, query, time, and the rest of the line as it stood: empty, or a tab, the rank, a tab and the clicked address.
Fields = tuple[str, str, str, str]

#: The four fields of every line of a block.
LogBlock = list[Fields]

# 128 KiB: the fields of a block then stay in the processor's cache. A mebibyte is a third slower.
_BLOCK_BYTES = 1 << 17
_LONGEST_LINE = 1 << 22

_TIME = r"[12][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01]) (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-6][0-9]"
_LINE = re.compile(rf"^([^\t\r\n]++)\t([^\t\r\n]*+)\t({_TIME})((?:\t[0-9]*+\t[^\t\r\n]*+)?)\r?$", re.MULTILINE)
_HEADER = re.compile(r"^anonid\tquery\tquerytime(?:\titemrank\tclickurl)?\r?$", re.MULTILINE | re.IGNORECASE)


class LogLine(NamedTuple):
    """One line of a log; `clicks` is the rest of the line as it stood (see `Fields`)."""

    user: str
    query: str
    time: str
    clicks: str = ""

    @property
    def clicked(self) -> str:
        """The address that was clicked, or nothing."""
        return self.clicks.rpartition("\t")[2]

    def __str__(self) -> str:
        return f"{self.user}\t{self.query}\t{self.time}{self.clicks}"


@dataclass(frozen=True, slots=True)
class LogFile:
    """A log on disk, and the name an error message gives it: what came through a pipe lies in a temporary file."""

    path: Path
    name: str

    @property
    def bytes(self) -> int:
        return self.path.stat().st_size


@contextlib.contextmanager
def logs_on_disk(paths: Sequence[PathLike]) -> Iterator[list[LogFile]]:
    """The logs as files that can be read twice; what a pipe brings is kept in a temporary file while it is needed."""
    with contextlib.ExitStack() as stack:
        files: list[LogFile] = []
        for path in paths:
            file = stack.enter_context(on_disk(path))
            with open_bytes(file):
                pass  # what cannot be read is reported now, not after the first file was read
            files.append(LogFile(file, "stdin" if is_stdin(path) else str(path)))
        yield files


def read_blocks(
    file: LogFile, *, lenient: bool = False, steps: Steps | None = None, advance: Advance = unwatched
) -> Iterator[LogBlock]:
    """The lines of a log, a block at a time. `steps` counts the lines, and what `lenient` skipped, and sums up the bytes.

    `advance` gets the bytes taken from the disk, which for a compressed log are fewer than those read.
    """
    number = 1
    for chunk in _chunks(file, advance):
        size = chunk.count(b"\n") + (not chunk.endswith(b"\n"))
        block, headers, skipped = _taken_apart(chunk, size, file.name, number, lenient)
        if steps is not None:
            steps.lines += size - headers
            steps.drop("unreadable", skipped)
            steps.checksum = zlib.crc32(chunk, steps.checksum)
        yield block
        number += size


def is_log(path: Path) -> bool:
    """Whether the first line is one of a log, or its header."""
    with open_bytes(path) as stream:
        try:
            first = stream.readline(_LONGEST_LINE).rstrip(b"\r\n").decode("utf-8")
        except (OSError, UnicodeDecodeError):
            return False
    return bool(_LINE.fullmatch(first) or _HEADER.fullmatch(first))


def _taken_apart(chunk: bytes, size: int, name: str, number: int, lenient: bool) -> tuple[LogBlock, int, int]:
    """The block, how many header lines were in it, and how many lines were skipped."""
    try:
        text = chunk.decode("utf-8")
    except UnicodeDecodeError:
        return _line_by_line(chunk, name, number, lenient)
    block = _LINE.findall(text)
    if len(block) == size:
        return block, 0, 0
    return _line_by_line(chunk, name, number, lenient)


def _line_by_line(chunk: bytes, name: str, number: int, lenient: bool) -> tuple[LogBlock, int, int]:
    block: LogBlock = []
    headers = skipped = 0
    for offset, raw in enumerate(chunk.removesuffix(b"\n").split(b"\n")):
        problem = "a line that is not user, query, time[, rank, address] between tabs, with times as 2006-03-01 07:17:12"
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            problem, text = f"byte {error.start + 1} of the line is not UTF-8", ""
        if match := _LINE.fullmatch(text):
            block.append(match.groups())  # type: ignore[arg-type]  # the pattern has four groups, none of them optional
        elif _HEADER.fullmatch(text):
            headers += 1
        elif lenient:
            skipped += 1
        else:
            raise InputError(problem, cure="correct it, or skip such lines with --lenient", file=name, line=number + offset)
    return block, headers, skipped


def _chunks(file: LogFile, advance: Advance) -> Iterator[bytes]:
    """The file in pieces that end with a whole line."""
    reported, number, rest = 0, 1, b""
    with open_bytes(file.path) as stream:
        try:
            while True:
                read = stream.read(_BLOCK_BYTES)
                advance(bytes_taken(stream) - reported)
                reported = bytes_taken(stream)
                if not read:
                    break
                cut = read.rfind(b"\n") + 1
                if cut:
                    whole, rest = rest + read[:cut], read[cut:]
                    yield whole
                    number += whole.count(b"\n")
                else:
                    rest += read
                    if len(rest) > _LONGEST_LINE:
                        raise InputError(
                            "a line of over four million bytes", cure="is this a query log?", file=file.name, line=number
                        )
        except OSError as error:
            raise InputError(
                f"cannot be read to its end ({error})", cure="is the file complete?", file=file.name, line=number
            ) from error
    if rest:
        yield rest


def total_bytes(files: Sequence[LogFile]) -> int:
    """What a progress bar counts up to, once for each pass."""
    return sum(file.bytes for file in files)
