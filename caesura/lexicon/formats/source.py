"""A source of n-grams or titles: which file, what it is, and what its owner allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from caesura.foundation import InputError, Registry, existing, is_stdin, one_of, without_compression
from caesura.lexicon.formats.arpa import ArpaReader
from caesura.lexicon.formats.blocks import Batch, LineBlock
from caesura.lexicon.formats.books import read_books
from caesura.lexicon.formats.counts import read_counts
from caesura.lexicon.formats.detect import counts_format, titles_format
from caesura.lexicon.formats.log10 import SCALE, checked_scale, read_log10
from caesura.lexicon.formats.text import read_queries, read_text
from caesura.lexicon.formats.titles import read_plain_titles, read_redirects, read_wikipedia_titles
from caesura.lexicon.log_statistics import STATISTICS_KEY

SourceKind = Literal["counts", "titles", "log", "text", "log10"]
#: What turns the blocks of a file into records.
Reader = Callable[[LineBlock], Batch]
#: The format is found by the content.
AUTO = "auto"


@dataclass(frozen=True, slots=True)
class SourceFormat:
    """A form of n-gram files or of titles; `reader` is given the seed of the hashes and what probability 1 counts as."""

    name: str
    description: str
    reader: Callable[[int, int], Reader]


def _by_block(read: Callable[[LineBlock, int], Batch]) -> Callable[[int, int], Reader]:
    """The reader of a format that needs the seed alone."""
    return lambda seed, _: lambda block: read(block, seed)


COUNTS_FORMATS: Registry[SourceFormat] = Registry.of(
    "format for counts",
    SourceFormat("tsv", "an n-gram, a tab and its count", _by_block(read_counts)),
    SourceFormat("web1t", "the Web 1T collection, which is the same", _by_block(read_counts)),
    SourceFormat("books", "Google Books n-grams, by year", _by_block(read_books)),
    SourceFormat("arpa", "a language model in ARPA form", ArpaReader),
)
TITLES_FORMATS: Registry[SourceFormat] = Registry.of(
    "format for titles",
    SourceFormat("plain", "one title per line", _by_block(read_plain_titles)),
    SourceFormat("wikipedia", "the list of titles of a Wikipedia dump", _by_block(read_wikipedia_titles)),
    SourceFormat("redirects", "a title, a tab and what it leads to", _by_block(read_redirects)),
)

#: What is not n-grams in the folders that n-gram collections come in: lists sorted another way, totals, indexes, notes.
_NOT_NGRAMS = ("vocab_cs", "total", "index", "readme", "license")
_NOT_ENDINGS = (".idx", ".html", ".md", ".md5", ".pdf")


@dataclass(frozen=True, slots=True)
class Source:
    """`Source("counts", Path("2gms"))`: a file, or a folder of n-gram files, with what the lexicon will say about it."""

    kind: SourceKind
    path: Path
    format: str = AUTO
    licence: str = ""
    origin: str = ""
    #: What probability 1 counts as, for logarithms and ARPA files.
    scale: int = SCALE
    #: Which column of a log holds the query, counted from 1.
    column: int | None = None
    #: Whether more of a log is kept than its n-grams: which runs begin, end and are queries, which words meet in any order.
    statistics: bool = True
    #: What the lexicon calls it; by default the name of its file.
    name: str = ""

    def __post_init__(self) -> None:
        known: Mapping[str, SourceFormat] = {"counts": COUNTS_FORMATS, "titles": TITLES_FORMATS}.get(self.kind, {})
        one_of(f"format for {self.kind}", self.format, (AUTO, *known))
        checked_scale(self.scale)
        if self.column is not None and self.column < 1:
            raise InputError(f"no column {self.column}", cure="columns are numbered from 1")

    def files(self) -> list[Path]:
        """The file itself, or the n-gram files in and under the folder, by name."""
        if is_stdin(self.path):
            return [self.path]
        source = existing(self.path)
        if not source.is_dir():
            return [source]
        files = [file for file in sorted(source.rglob("*")) if file.is_file() and _may_hold_ngrams(file)]
        if not files:
            raise InputError("is a folder without files to read", cure="name the folder that holds them", file=self.path)
        return files

    def reader(self, file: Path, seed: int) -> Reader:
        """What turns the file's blocks into records."""
        match self.kind:
            case "log":
                return lambda block: read_queries(block, seed, self.column, statistics=self.statistics)
            case "text":
                return lambda block: read_text(block, seed)
            case "log10":
                return lambda block: read_log10(block, seed, self.scale)
            case "titles":
                titles = TITLES_FORMATS[titles_format(file) if self.format == AUTO else self.format]
                return titles.reader(seed, self.scale)
            case "counts":
                counts = COUNTS_FORMATS[counts_format(file) if self.format == AUTO else self.format]
                return counts.reader(seed, self.scale)

    def about(self) -> dict[str, Any]:
        """What the lexicon's header says: the name without its folder, so that the same sources give the same bytes anywhere."""
        facts: dict[str, Any] = {
            "name": self.name or self.path.name,
            "kind": self.kind,
            "licence": self.licence or "not stated",
            "origin": self.origin or "not stated",
        }
        if self.kind == "log" and self.statistics:
            facts[STATISTICS_KEY] = True
        return facts | ({"scale": self.scale} if self.kind == "log10" else {})


def _may_hold_ngrams(file: Path) -> bool:
    name = file.name.lower()
    return not name.startswith((".", *_NOT_NGRAMS)) and not without_compression(name).endswith(_NOT_ENDINGS)
