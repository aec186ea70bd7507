"""The lexicon file, opened: mapped into memory as it is, shared between processes, ready in well under a millisecond."""

from __future__ import annotations

import contextlib
import mmap
import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from caesura.foundation import Advance, InputError, PathLike, compiled_twin, kept_on_disk, not_compiled_cure, unwatched
from caesura.lexicon.layout import PAGE, LexiconHeader, digest, header_size, unpacked_header
from caesura.lexicon.plain_table import PlainTable
from caesura.lexicon.protocol import NgramEntry, spans_one_by_one

_TWIN = "caesura.lexicon._table"

# Linux 5.14: read the whole map in now, in one go. Python has no name for it yet.
_POPULATE_READ = 22

_PIECE = 1 << 24


class _Table(Protocol):
    def lookup(self, words: Sequence[str], *, as_typed: bool = False) -> tuple[int, bool]: ...

    def probe(self, hashed: int, /) -> tuple[int, bool] | None: ...


def compiled_here() -> bool:
    """Whether the compiled look-up can run: it was built, and the machine is little-endian as the file is."""
    return compiled_twin(_TWIN) is not None and sys.byteorder == "little"


def builder_twin() -> Any:
    """The compiled part of building, where it can run; else None."""
    return compiled_twin("caesura.lexicon._build") if compiled_here() else None


class Lexicon:
    """`with Lexicon.open("my.lexicon") as lexicon: lexicon.count(["new", "york"])`.

    Opening checks the header and the sizes, not every byte: `verify()` does that. A lexicon can be pickled; it is then opened
    again by its path, and all processes share the one map.
    """

    def __init__(self, path: Path, mapped: mmap.mmap, header: LexiconHeader, *, compiled: bool) -> None:
        self.path = path
        self.header = header
        self.compiled = compiled
        self._mapped: mmap.mmap | None = mapped
        self.table: _Table = compiled_twin(_TWIN).CompiledTable(mapped, header) if compiled else PlainTable(mapped, header)

    @classmethod
    def open(cls, path: PathLike, *, preload: bool = False, compiled: bool | None = None) -> Lexicon:
        """Map a file, or a copy of what a pipe brings.

        `preload` reads all of it at once (worth it for long runs over large files); `compiled=False` takes the plain path even
        where the compiled one is there.
        """
        file = kept_on_disk(path).absolute()
        if compiled and not compiled_here():
            raise InputError("the compiled look-up is not available", cure=f"{not_compiled_cure()}, or leave compiled out")
        try:
            with file.open("rb") as raw:
                size = os.fstat(raw.fileno()).st_size
                start = raw.read(PAGE)
                start += raw.read(header_size(start) - len(start))
                header = unpacked_header(start, size, path)
                mapped = mmap.mmap(raw.fileno(), size, access=mmap.ACCESS_READ)
        except OSError as error:
            raise InputError(f"cannot be read ({error.strerror})", cure="name a lexicon file", file=path) from error
        lexicon = cls(file, mapped, header, compiled=compiled_here() if compiled is None else compiled)
        if preload:
            lexicon.preload()
        return lexicon

    @property
    def total(self) -> int:
        return self.header.total

    @property
    def longest(self) -> int:
        return self.header.longest

    def lookup(self, words: Sequence[str], *, as_typed: bool = False) -> tuple[int, bool]:
        return self.table.lookup(words, as_typed=as_typed)

    def lookup_spans(self, words: Sequence[str], *, as_typed: bool = False) -> list[list[NgramEntry]]:
        if isinstance(self.table, PlainTable):
            return self.table.lookup_spans(words, as_typed=as_typed)
        return spans_one_by_one(partial(self.table.lookup, as_typed=as_typed), words, self.longest)

    def count(self, words: Sequence[str]) -> int:
        return self.table.lookup(words)[0]

    def is_title(self, words: Sequence[str]) -> bool:
        return self.table.lookup(words)[1]

    def info(self) -> dict[str, Any]:
        """What the file holds and where that comes from."""
        header = self.header
        return {
            "ngrams": {str(size): count for size, count in enumerate(header.ngrams, start=1)},
            "titles": header.titles,
            "entries": header.entries,
            "longest": header.longest,
            "total": header.total,
            "bytes": header.file_bytes,
            "bytes_per_ngram": round(header.file_bytes / max(header.entries, 1), 3),
            "false_hit_probability": self.false_hit_probability,
            "checksum": header.body_digest.hex(),
            "sources": [dict(source) for source in header.sources],
        }

    @property
    def false_hit_probability(self) -> float:
        """By calculation: how likely one look-up of an unknown n-gram finds a foreign fingerprint in the lines it visits."""
        from caesura.lexicon.false_hits import false_hit_probability

        return false_hit_probability(self._open_map(), self.header)

    def verify(self, advance: Advance = unwatched) -> None:
        """Read every byte; an error of one line if a single one is not what was written."""
        if digest(self._pieces(advance)) != self.header.body_digest:
            raise InputError("is damaged (its checksum differs)", cure="build it again, or fetch a complete copy", file=self.path)

    def preload(self) -> None:
        """Read the whole map in now instead of page by page as look-ups come."""
        mapped = self._open_map()
        try:
            mapped.madvise(_POPULATE_READ)
        except (OSError, ValueError, AttributeError):
            for at in range(0, len(mapped), mmap.PAGESIZE):
                mapped[at]

    def close(self) -> None:
        """Let go of the map; a closed lexicon knows nothing."""
        mapped, self._mapped = self._mapped, None
        self.table = _ClosedTable(self.path)
        if mapped is not None:
            # A kernel may still hold pointers into the map; it then goes when the kernel does.
            with contextlib.suppress(BufferError):
                mapped.close()

    def __enter__(self) -> Lexicon:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return _opened_again, (str(self.path), self.compiled)

    def __repr__(self) -> str:
        return f"Lexicon.open({str(self.path)!r})"

    def _pieces(self, advance: Advance) -> Iterator[bytes]:
        mapped = self._open_map()
        for at in range(self.header.header_bytes, len(mapped), _PIECE):
            piece = mapped[at : at + _PIECE]
            yield piece
            advance(len(piece))

    def _open_map(self) -> mmap.mmap:
        if self._mapped is None:
            raise InputError("the lexicon was closed", cure="open it again", file=self.path)
        return self._mapped


class _ClosedTable:
    """Stands in for the table of a closed lexicon, so that a late look-up is an error and not a crash."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def lookup(self, words: Sequence[str], *, as_typed: bool = False) -> tuple[int, bool]:  # noqa: ARG002 - as the others
        raise InputError(f"the lexicon was closed before {' '.join(words)!r} was looked up", cure="open it again", file=self._path)

    def probe(self, hashed: int, /) -> tuple[int, bool] | None:  # noqa: ARG002 - as the others
        raise InputError("the lexicon was closed", cure="open it again", file=self._path)


def _opened_again(path: str, compiled: bool) -> Lexicon:
    # Another machine may have no compiled path; the answers are the same.
    return Lexicon.open(path, compiled=compiled and compiled_here())
