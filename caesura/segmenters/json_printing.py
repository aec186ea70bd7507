"""Segmentations as JSON, one or many: by the kernel where the method has one that writes it, else by Python's own encoder.

Both give the same bytes. `compact` leaves out the spaces, as JSON goes over the wire; with `blank` a text without words is an
object without segments, else it is an error as everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from caesura.segmenters.kernel.available import threads_for
from caesura.segmenters.printing import text_lines
from caesura.segmenters.registry import Segmenter

if TYPE_CHECKING:
    from caesura.segmenters.kernel._scored import ChoosingKernel

# Made once: `json.dumps` would make one for every line.
_SPACED = json.JSONEncoder(ensure_ascii=False)
_COMPACT = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


@runtime_checkable
class WritesManyAsJson(Protocol):
    """A segmenter that writes many texts in a way of its own."""

    def json_texts(
        self, texts: Sequence[str], *, compact: bool = True, between: bytes = b",", threads: int | None = None
    ) -> bytes: ...


@runtime_checkable
class WritesJson(Protocol):
    """A segmenter whose kernel writes JSON; None where the plain path must."""

    @property
    def json_kernel(self) -> ChoosingKernel | None: ...


def json_encoded(content: object, *, compact: bool) -> bytes:
    """What a segmentation is printed as; characters that UTF-8 does not have are kept as they came in."""
    return (_COMPACT if compact else _SPACED).encode(content).encode("utf-8", "surrogatepass")


def json_texts(
    segmenter: Segmenter, texts: Sequence[str], *, compact: bool = True, between: bytes = b",", threads: int | None = None
) -> bytes:
    """The segmentation of each text, `between` in between."""
    if isinstance(segmenter, WritesManyAsJson):
        return segmenter.json_texts(texts, compact=compact, between=between, threads=threads)
    plain = _plain(segmenter, compact, blank=False)
    kernel = segmenter.json_kernel if isinstance(segmenter, WritesJson) else None
    if kernel is None:
        return between.join(map(plain, texts))
    name = json_encoded(segmenter.name, compact=True)
    return kernel.json_texts(texts, plain, name, compact, between, threads_for(len(texts), threads))


def json_lines(
    segmenter: Segmenter, lines: bytes, *, compact: bool = False, blank: bool = False, threads: int | None = None
) -> bytes:
    """UTF-8 with one query per line -> one object per line."""
    plain = _plain(segmenter, compact, blank)
    kernel = segmenter.json_kernel if isinstance(segmenter, WritesJson) else None
    # A line may end in a carriage return, which is not part of the query: those lines are few, and Python's.
    if kernel is None or b"\r" in lines:
        return b"".join([plain(text.removesuffix("\r")) + b"\n" for text in text_lines(lines)])
    return kernel.json_lines(
        lines, plain, json_encoded(segmenter.name, compact=True), compact, threads_for(lines.count(b"\n"), threads)
    )


def _plain(segmenter: Segmenter, compact: bool, blank: bool) -> Callable[[str], bytes]:
    def write(text: str) -> bytes:
        if blank and (not text or text.isspace()):
            return json_encoded({"query": text, "segments": [], "score": 0, "method": segmenter.name}, compact=compact)
        return json_encoded(segmenter.segment(text).as_json(), compact=compact)

    return write
