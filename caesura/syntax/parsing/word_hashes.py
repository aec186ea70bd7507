"""Words as numbers: all the parser keeps of a word, so that its weights hold no word list."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

from caesura.shapes import fold


@lru_cache(maxsize=1 << 16)
def word_and_class(word: str) -> tuple[int, int]:
    """The hash of a word as it is looked up, and that of its class: how it ends, and whether it holds a digit."""
    folded = fold(word)
    return _hash(f"w {folded}"), _hash(_class(folded))


def _class(word: str) -> str:
    if any(c.isdigit() for c in word):
        return "c " + "".join("9" if c.isdigit() else "a" if c.isalpha() else c for c in word)[:6]
    return f"c {word[-3:]}"


def _hash(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))
