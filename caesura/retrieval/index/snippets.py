"""A few words of a document around what was asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

#: Longer texts are looked through from their start up to here.
_LOOKED_THROUGH = 2000


def snippet(text: str, wanted: Collection[str], terms_of: Callable[[str], Sequence[str]], size: int = 12) -> str:
    """The first stretch of `size` words that holds the most of the wanted terms, or the beginning where none occurs."""
    words = text.split()[:_LOOKED_THROUGH]
    held = [set(terms_of(word)) & set(wanted) for word in words]
    starts = range(max(1, len(words) - size + 1))
    start = max(starts, key=lambda start: (len(set().union(*held[start : start + size])), -start))
    # That stretch ends with a wanted word; further right it holds the same, and more of what follows.
    first = next((at for at in range(start, len(words)) if held[at]), 0)
    start = min(max(start, first - 2), starts[-1])
    shown = " ".join(words[start : start + size])
    return f"{'... ' if start else ''}{shown}{' ...' if start + size < len(words) else ''}"
