"""What a corpus format is, and how a reader treats a wrong line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from caesura.corpus.corpus import Corpus, Entry
from caesura.foundation import InputError, PathLike, lines

#: What a corpus may hold besides queries and votes; a format names the ones it keeps.
EXTRAS = ("annotators", "tags", "types", "outputs", "machines", "settings of machines")


@dataclass
class Skipped:
    """Lines that did not fit. Strict reading stops at the first; lenient reading passes over them and keeps count."""

    lenient: bool = False
    errors: list[InputError] = field(default_factory=list)

    def __call__(self, error: InputError) -> None:
        if not self.lenient:
            raise error
        self.errors.append(error)


@dataclass(frozen=True)
class Head:
    """What a format is shown to recognise itself: the path, the first bytes and the first lines (without blank ones)."""

    path: Path
    start: bytes = b""
    lines: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(line.split("\t")) for line in self.lines)


Reader = Callable[[PathLike, Skipped], Corpus]
Writer = Callable[[Corpus, PathLike], None]


@dataclass(frozen=True)
class CorpusFormat:
    """One way to store a corpus. `keeps` says which extras survive writing, `votes` how many of a query's votes do."""

    name: str
    description: str
    read: Reader
    write: Writer
    looks_like: Callable[[Head], bool]
    keeps: frozenset[str] = frozenset()
    endings: tuple[str, ...] = ()
    shapes: frozenset[str] = frozenset(("Flat",))
    votes: Literal["all", "top", "none"] = "all"
    is_folder: bool = False


def numbered_lines(path: PathLike) -> Iterator[tuple[int, str]]:
    """Lines of a file without the blank ones."""
    return ((number, line) for number, line in lines(path) if line.strip())


def one_entry_a_line(path: PathLike, skip: Skipped, entry_of: Callable[[str], Entry]) -> tuple[Entry, ...]:
    """The entries of a file that holds one query per line; a query may be there once."""
    entries: dict[str, Entry] = {}
    for number, line in numbered_lines(path):
        try:
            entry = entry_of(line)
            if entry.query.id in entries:
                raise InputError(f"query {entry.query.id} occurs twice", cure="keep one line per query")
            entries[entry.query.id] = entry
        except InputError as error:
            skip(error.at(path, number))
    return tuple(entries.values())


def fields(line: str, count: Sequence[int], what: str) -> list[str]:
    """Tab-separated fields; an error where there are not as many as expected."""
    cells = line.split("\t")
    if len(cells) not in count:
        wanted = " or ".join(map(str, count))
        raise InputError(f"{len(cells)} tab-separated field(s), expected {wanted}", cure=f"each line is {what}")
    return cells
