"""Suggests corrections of misspelt words in a log, from the log itself and from what a lexicon has counted; a person reviews
them.

A word's strength is its count in the lexicon plus `own_weight` times its count in the log. A word is suggested for correction if
a word one edit away (a letter left out, put in, changed, or two neighbours swapped), or the word cut in two, is at least `ratio`
times as strong, and if it goes better with the words beside it in the log: the pairs with them are counted at least `fit` times
as often. Short words, words with digits or marks, and words that are common themselves are left alone, and so are first letters and
endings in -s and -e: where only those differ, both words are mostly meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from caesura.foundation import Advance, InputError, unwatched

#: How often some words stand next to each other in the lexicon.
CountOf = Callable[[Sequence[str]], int]
#: Neighbours of a word that are looked at.
_CONTEXTS = 5


@dataclass(frozen=True, slots=True)
class SpellingSettings:
    """`min_length`: letters of a word that may be corrected; `rare`: a word with a larger share of the lexicon is left alone."""

    ratio: float = 3.0
    fit: float = 100.0
    own_weight: float = 10.0
    min_length: int = 5
    rare: float = 1e-6

    def __post_init__(self) -> None:
        if self.ratio <= 1 or self.fit < 1 or self.own_weight < 0 or self.min_length < 2:
            raise InputError(
                f"ratio {self.ratio}, fit {self.fit}, own weight {self.own_weight}, shortest word {self.min_length}",
                cure="give a ratio above 1, a fit from 1 and a weight from 0 on, and 2 letters or more",
            )


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A word and what to write instead, with how often each stands in the log and in the lexicon."""

    wrong: str
    right: str
    times: int
    right_times: int
    known: int
    right_known: int


def suggest_corrections(
    queries: Iterable[str],
    count_of: CountOf,
    total: int,
    settings: SpellingSettings | None = None,
    advance: Advance = unwatched,
) -> list[Suggestion]:
    """Suggestions for the words of a log, the most frequent first. `total` is the number of words that the lexicon has counted."""
    log = _Log(count_of, settings or SpellingSettings())
    for query in queries:
        log.add(query.lower().split())
    suggestions = []
    for word, times in log.words.items():
        advance(1)
        known = log.candidate(word, total)
        if known is None or (right := log.better(word, known)) is None:
            continue
        suggestions.append(Suggestion(word, right, times, log.words[right], known, count_of(tuple(right.split()))))
    return sorted(suggestions, key=lambda one: (-one.times, one.wrong))


class _Log:
    """The words of a log with their neighbours."""

    def __init__(self, count_of: CountOf, settings: SpellingSettings) -> None:
        self.words: Counter[str] = Counter()
        self._beside: dict[str, list[tuple[str, str]]] = {}
        self._count_of = count_of
        self._settings = settings

    def add(self, words: Sequence[str]) -> None:
        self.words.update(words)
        for place, word in enumerate(words):
            beside = self._beside.setdefault(word, [])
            if len(beside) < _CONTEXTS:
                beside.append((words[place - 1] if place else "", words[place + 1] if place + 1 < len(words) else ""))

    def candidate(self, word: str, total: int) -> int | None:
        """The lexicon's count of a word that may be corrected; None for one that may not."""
        if len(word) < self._settings.min_length or not (word.isascii() and word.isalpha()):
            return None
        known = self._count_of((word,))
        return None if known > self._settings.rare * total else known

    def better(self, word: str, known: int) -> str | None:
        """The strongest word one edit away, or the word cut in two, that goes better with the neighbours."""
        strength = known + self._settings.own_weight * self.words[word]
        best, strongest = None, self._settings.ratio * (strength + 1)
        needed = self._settings.fit * (self._fit(word, word) + 1)
        for other in edits(word):
            if other[:1] != word[:1] or _differ_by_ending(word, other):
                continue
            value = self._count_of((other,)) + self._settings.own_weight * self.words[other]
            if value >= strongest and self._fit(word, other) >= needed:
                best, strongest = other, value
        for place in range(2, len(word) - 1):
            parts = word[:place], word[place:]
            value = self._count_of(parts)
            if value >= strongest and self._fit(word, *parts) >= needed:
                best, strongest = " ".join(parts), value
        return best

    def _fit(self, word: str, *instead: str) -> int:
        """How often the pairs with the word's neighbours were counted, if these words stood in its place."""
        before = sum(self._count_of((left, instead[0])) for left, _ in self._beside[word] if left)
        return before + sum(self._count_of((instead[-1], right)) for _, right in self._beside[word] if right)


def _differ_by_ending(word: str, other: str) -> bool:
    return other in (word + "s", word + "e") or word == other + "s"


def edits(word: str) -> Iterator[str]:
    """All words one edit away."""
    for at in range(len(word) + 1):
        head, tail = word[:at], word[at:]
        if tail:
            yield head + tail[1:]
        if len(tail) > 1 and tail[0] != tail[1]:
            yield head + tail[1] + tail[0] + tail[2:]
        for letter in ascii_lowercase:
            if tail and letter != tail[0]:
                yield head + letter + tail[1:]
            yield head + letter + tail
