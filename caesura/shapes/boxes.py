"""Shapes as boxes of HTML for notebooks: plain elements with their own style, so that a cell shows them without any page around."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from caesura.shapes.flat import Flat
from caesura.shapes.nested import Nested, nodes

_BOX = "display:inline-block;border:1px solid currentColor;border-radius:.5em;padding:.1em .45em;margin:.1em .15em;opacity:{:.2f}"


def flat_boxes(words: Sequence[str], flat: Flat, titles: Sequence[str] = ()) -> str:
    """One box for each segment, single words too; `titles` are what boxes say when pointed at."""
    texts = [" ".join(segment) for segment in flat.segments(words)]
    said = titles or [""] * len(texts)
    return "".join(_box(escape(text), title, 1 if " " in text else 0.75) for text, title in zip(texts, said, strict=True))


def nested_boxes(words: Sequence[str], nested: Nested) -> str:
    """A box around every two parts that were joined."""
    made = {(place, place + 1): f"<span>{escape(word)}</span>" for place, word in enumerate(words)}
    for start, boundary, end in nodes(nested.heights):
        made[start, end] = _box(f"{made[start, boundary + 1]} {made[boundary + 1, end]}", "", 1)
    return made[0, len(words)]


def _box(content: str, title: str, opacity: float) -> str:
    said = f' title="{escape(title)}"' if title else ""
    return f'<span style="{_BOX.format(opacity)}"{said}>{content}</span>'
