"""The counts that come with a Webis-QSeC-10 folder: what its algorithms looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from caesura.foundation import InputError, PathLike, existing, lines

Value = TypeVar("Value")


@dataclass(frozen=True)
class WebisCounts:
    """Each table is read when it is first asked for; one that is not in the folder is an error that names it."""

    folder: Path

    @cached_property
    def ngrams(self) -> dict[str, int]:
        """Google n-gram frequencies, 2 to 5 words."""
        return dict(self._table("*-n-gram-web-frequencies-google.txt", int))

    @cached_property
    def unigrams_log10(self) -> dict[str, float]:
        """MSN frequencies of single words, as decimal logarithms."""
        return dict(self._table("*-1-gram-web-frequencies-msn.txt", float))

    @cached_property
    def bigrams_log10(self) -> dict[str, float]:
        """MSN frequencies of word pairs, as decimal logarithms."""
        return dict(self._table("*-2-gram-web-frequencies-msn.txt", float))

    @cached_property
    def pmi(self) -> dict[str, float]:
        return dict(self._table("*-n-gram-pmi-values.txt", float))

    @cached_property
    def titles(self) -> frozenset[str]:
        """The queries' n-grams that are Wikipedia titles."""
        return frozenset(line for _, line in lines(self.file("*-n-gram-wikipedia-titles.txt")) if line)

    def file(self, pattern: str) -> Path:
        files = sorted((self.folder / "data").glob(pattern))
        if len(files) != 1:
            raise InputError(f"{len(files)} files data/{pattern}, one was expected", file=self.folder)
        return files[0]

    def _table(self, pattern: str, parse: Callable[[str], Value]) -> Iterator[tuple[str, Value]]:
        file = self.file(pattern)
        for number, line in lines(file):
            ngram, tab, value = line.rpartition("\t")
            try:
                yield ngram, parse(value)
            except ValueError:
                raise InputError(
                    f"'{value}' is not a number", cure="each line is n-gram, tab, number", file=file, line=number
                ) from None
            if not tab:
                raise InputError("no tab", cure="each line is n-gram, tab, number", file=file, line=number)


def read_webis_counts(path: PathLike) -> WebisCounts:
    return WebisCounts(existing(path))
