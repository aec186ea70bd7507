"""Words as the numbers of word pieces, as the transformer's own tokenizer cuts them (Devlin et al. 2019, lower case)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

_UNKNOWN = "[UNK]"
_LONGEST_WORD = 100
_REMEMBERED = 1 << 16

#: Control characters, marks of format, private and surrogate code points.
_NO_LETTERS = frozenset(("Cc", "Cf", "Co", "Cs"))

#: Where letters stand for themselves: CJK and its extensions.
_ALONE = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F))


class WordPieces:
    """Cuts words greedily into the longest pieces of a vocabulary."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self._unknown = self._numbers[_UNKNOWN]
        #: The numbers of a word's pieces, one or more; frequent words are not cut again.
        self.of = lru_cache(maxsize=_REMEMBERED)(self._of)

    def _of(self, word: str) -> tuple[int, ...]:
        numbers = [number for part in _parts(word) for number in self._greedy(part)]
        return tuple(numbers) or (self._unknown,)

    def _greedy(self, part: str) -> list[int]:
        if len(part) > _LONGEST_WORD:
            return [self._unknown]
        numbers, start = [], 0
        while start < len(part):
            for end in range(len(part), start, -1):
                number = self._numbers.get(("##" if start else "") + part[start:end])
                if number is not None:
                    break
            else:
                return [self._unknown]
            numbers.append(number)
            start = end
        return numbers


def _parts(word: str) -> Iterator[str]:
    """Without accents and control characters; punctuation and CJK letters stand for themselves."""
    kept: list[str] = []
    for letter in unicodedata.normalize("NFD", _cleaned(word).lower()):
        if unicodedata.category(letter) == "Mn":
            continue
        if _stands_alone(letter):
            if kept:
                yield "".join(kept)
            yield letter
            kept = []
        else:
            kept.append(letter)
    if kept:
        yield "".join(kept)


def _cleaned(word: str) -> str:
    return "".join(letter for letter in word if letter != "\ufffd" and unicodedata.category(letter) not in _NO_LETTERS)


def _stands_alone(letter: str) -> bool:
    code = ord(letter)
    if code < 128:
        return not letter.isalnum() and letter.isprintable() and letter != " "
    return unicodedata.category(letter).startswith("P") or any(first <= code <= last for first, last in _ALONE)
