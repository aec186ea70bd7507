"""A lexicon in a dict: for tests, examples, and vocabularies of a few thousand phrases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from caesura.foundation import InputError
from caesura.lexicon.protocol import LARGEST_COUNT, LONGEST_COUNTED, NgramEntry, spans_one_by_one
from caesura.shapes import Words, fold, lookup_forms, shown


class MemoryLexicon:
    """`MemoryLexicon({"new york": 120, "new": 900}, titles=["New York"])`.

    Texts are split at spaces and folded; counts of n-grams that fold to the same words add up. `total` is the sum of the one-word
    counts unless it is stated.
    """

    def __init__(self, counts: Mapping[str, int], titles: Iterable[str] = (), *, total: int | None = None) -> None:
        self._counts: dict[Words, int] = {}
        for text, count in counts.items():
            key = _key(text)
            if len(key) > LONGEST_COUNTED:
                raise InputError(
                    f"{shown(text)} has {len(key)} words", cure=f"counts go up to {LONGEST_COUNTED} words, titles may be longer"
                )
            if type(count) is not int or not 0 <= count <= LARGEST_COUNT:
                raise InputError(f"{shown(text)} has the count {count!r}", cure="counts are whole numbers from 0 to 2^64-1")
            if count:
                self._counts[key] = self._counts.get(key, 0) + count
        if max(self._counts.values(), default=0) > LARGEST_COUNT:
            raise InputError("the counts of one n-gram add up to more than 2^64-1", cure="scale the counts down")
        self._titles = frozenset(map(_key, titles))
        self._total = sum(count for key, count in self._counts.items() if len(key) == 1) if total is None else total
        self._longest = max(map(len, (*self._counts, *self._titles)), default=0)

    @property
    def total(self) -> int:
        return self._total

    @property
    def longest(self) -> int:
        return self._longest

    def count(self, words: Sequence[str]) -> int:
        return self.lookup(words)[0]

    def is_title(self, words: Sequence[str]) -> bool:
        return self.lookup(words)[1]

    def lookup(self, words: Sequence[str], *, as_typed: bool = False) -> tuple[int, bool]:
        key = tuple(map(fold, words.split() if isinstance(words, str) else words))
        keys = [key] if as_typed or not key else list(zip(*map(lookup_forms, key), strict=True))
        return max(self._counts.get(form, 0) for form in keys), any(form in self._titles for form in keys)

    def lookup_spans(self, words: Sequence[str], *, as_typed: bool = False) -> list[list[NgramEntry]]:
        return spans_one_by_one(partial(self.lookup, as_typed=as_typed), words, self._longest)


def _key(text: str) -> Words:
    key = tuple(map(fold, text.split()))
    if not key:
        raise InputError("an n-gram without words", cure="leave empty lines out")
    return key
