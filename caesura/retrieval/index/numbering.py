"""From text to term numbers, in the order terms are first met."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable

from caesura.foundation import compiled_twin
from caesura.retrieval.index.analysis import Analysis

_LEFT_OUT = -1
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


class TermNumbers(dict[str, int]):
    """From a folded word to the number of its term: each different word is stopped and stemmed once. `terms` are in order."""

    def __init__(self, analysis: Analysis) -> None:
        super().__init__()
        self._analysis = analysis
        self.terms: dict[str, int] = {}

    def __missing__(self, word: str) -> int:
        term = self._analysis.term(word)
        number = _LEFT_OUT if term is None else self.terms.setdefault(term, len(self.terms))
        self[word] = number
        return number


def numbering(analysis: Analysis, numbers: TermNumbers, *, compiled: bool | None = None) -> Callable[[str], array[int]]:
    """A function from a text to the numbers of its terms; stop words are left out."""

    def plain(text: str) -> array[int]:
        numbered = array("i", map(numbers.__getitem__, analysis.cut(text)))
        return array("i", (number for number in numbered if number != _LEFT_OUT)) if analysis.stop_words else numbered

    twin = compiled_twin("caesura.retrieval._numbering")
    if analysis.tokeniser != "words" or compiled is False or twin is None:
        return plain
    return _ascii_faster(plain, twin.WordNumbers(numbers).cut)


def _ascii_faster(plain: Callable[[str], array[int]], fast: Callable[[str], array[int]]) -> Callable[[str], array[int]]:
    """What stands between spaces and holds other letters goes the plain way, everything else the fast one.

    Folding changes nothing across a space, so the pieces are numbered as the whole would be.
    """

    def both(text: str) -> array[int]:
        if text.isascii():
            return fast(text)
        numbered, done = array("i"), 0
        while other := _BEYOND_ASCII.search(text, done):
            begin = max(done, text.rfind(" ", done, other.start()) + 1)
            end = text.find(" ", other.start())
            end = len(text) if end < 0 else end
            numbered += fast(text[done:begin]) + plain(text[begin:end])
            done = end
        return numbered + fast(text[done:])

    return both
