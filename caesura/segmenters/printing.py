"""Queries and their breaks written out in pipe or quote form, one or many; many by the compiled twin where it is there."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from caesura.foundation import compiled_twin
from caesura.shapes import Flat, print_pipe, print_quotes


def text_lines(raw: bytes) -> Iterable[str]:
    lines = raw.split(b"\n")
    return (line.decode("utf-8") for line in (lines if lines[-1] else lines[:-1]))


def piped(text: str, mask: int) -> str:
    words = text.split()
    return print_pipe(words, Flat.from_mask(len(words), mask)) if words else ""


def quoted(text: str, mask: int) -> str:
    words = text.split()
    return print_quotes(words, Flat.from_mask(len(words), mask)) if words else ""


def printed_texts(texts: Sequence[str], masks: array[int], *, quotes: bool) -> list[str]:
    """Each text with its breaks (64-bit masks); a text without words gives an empty string."""
    plain = quoted if quotes else piped
    twin = compiled_twin("caesura.segmenters.kernel._batch")
    if twin is None:
        return [plain(text, mask) for text, mask in zip(texts, masks, strict=True)]
    printed: list[str] = twin.print_texts(texts, masks, plain, quotes)
    return printed


def printed_lines(texts: Sequence[str], masks: array[int], *, quotes: bool) -> bytes:
    """As `printed_texts`, one per line."""
    return "".join([line + "\n" for line in printed_texts(texts, masks, quotes=quotes)]).encode()
