"""A source of n-grams or titles: which file, what it is, and what its owner allows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from caesura.foundation import InputError, existing, is_stdin, one_of, without_compression
from caesura.lexicon.formats.arpa import ArpaReader
from caesura.lexicon.formats.blocks import Batch, LineBlock
from caesura.lexicon.formats.books import read_books
from caesura.lexicon.formats.counts import read_counts
from caesura.lexicon.formats.detect import counts_format, titles_format
from caesura.lexicon.formats.log10 import SCALE, checked_scale, read_log10
from caesura.lexicon.formats.text import read_queries, read_text
from caesura.lexicon.formats.titles import read_plain_titles, read_redirects, read_wikipedia_titles

SourceKind = Literal["counts", "titles", "log", "text", "log10"]
CountsFormat = Literal["auto", "tsv", "web1t", "books", "arpa"]
TitlesFormat = Literal["auto", "plain", "wikipedia", "redirects"]

#: What is not n-grams in the folders that n-gram collections come in: lists sorted another way, totals, indexes, notes.
_NOT_NGRAMS = ("vocab_cs", "total", "index", "readme", "license")
_NOT_ENDINGS = (".idx", ".html", ".md", ".md5", ".pdf")


@dataclass(frozen=True, slots=True)
class Source:
    """`Source("counts", Path("2gms"))`: a file, or a folder of n-gram files, with what the lexicon will say about it."""

    kind: SourceKind
    path: Path
    format: str = "auto"
    licence: str = ""
    origin: str = ""
    #: What probability 1 counts as, for logarithms and ARPA files.
    scale: int = SCALE
    #: Which column of a log holds the query, from 1.
    column: int | None = None
    #: What the lexicon calls it; by default the name of its file.
    name: str = ""

    def __post_init__(self) -> None:
        allowed = {"counts": get_args(CountsFormat), "titles": get_args(TitlesFormat)}.get(self.kind, ("auto",))
        one_of(f"format for {self.kind}", self.format, allowed)
        checked_scale(self.scale)
        if self.column is not None and self.column < 1:
            raise InputError(f"no column {self.column}", cure="columns are numbered from 1")

    def files(self) -> list[Path]:
        """The file itself, or the n-gram files in and under the folder, by name."""
        if is_stdin(self.path):
            return [self.path]
        found = existing(self.path)
        if not found.is_dir():
            return [found]
        files = [file for file in sorted(found.rglob("*")) if file.is_file() and _may_hold_ngrams(file)]
        if not files:
            raise InputError("is a folder without files to read", cure="name the folder that holds them", file=self.path)
        return files

    def reader(self, file: Path, seed: int) -> Callable[[LineBlock], Batch]:
        """What turns the file's blocks into records."""
        match self.kind:
            case "log":
                return lambda block: read_queries(block, seed, self.column)
            case "text":
                return lambda block: read_text(block, seed)
            case "log10":
                return lambda block: read_log10(block, seed, self.scale)
            case "titles":
                chosen = titles_format(file) if self.format == "auto" else self.format
                read = {"plain": read_plain_titles, "wikipedia": read_wikipedia_titles, "redirects": read_redirects}[chosen]
                return lambda block: read(block, seed)
            case "counts":
                chosen = counts_format(file) if self.format == "auto" else self.format
                if chosen == "arpa":
                    return ArpaReader(seed, self.scale)
                counted = read_books if chosen == "books" else read_counts
                return lambda block: counted(block, seed)

    def about(self) -> dict[str, Any]:
        """What the lexicon's header says: the name without its folder, so that the same sources give the same bytes anywhere."""
        facts = {
            "name": self.name or self.path.name,
            "kind": self.kind,
            "licence": self.licence or "not stated",
            "origin": self.origin or "not stated",
        }
        return facts | ({"scale": self.scale} if self.kind == "log10" else {})


def _may_hold_ngrams(file: Path) -> bool:
    name = file.name.lower()
    return not name.startswith((".", *_NOT_NGRAMS)) and not without_compression(name).endswith(_NOT_ENDINGS)
