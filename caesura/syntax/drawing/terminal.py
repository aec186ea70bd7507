"""A forest on the terminal: words in a line, arcs above them from head to dependent, tags below, a dotted line between segments."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import combining, east_asian_width

from caesura.foundation import InputError
from caesura.shapes import Forest
from caesura.syntax.drawing.layout import Arc, arcs, ends

ROOT, ARROW, BREAK = "●", "▼", "┊"
_GAP = 2


def draw_arcs(words: Sequence[str], forest: Forest, *, labels: bool = True, tags: bool = True, width: int | None = None) -> str:
    """Lines of text. A dot marks the root of each segment; segments that do not fit into `width` go below each other."""
    if len(words) != forest.size:
        raise InputError(f"{len(words)} words for a forest of {forest.size}")
    if not words:
        return ""
    blocks = [_segment(words, forest, span, labels, tags) for span in forest.segments.spans]
    wide = sum(text_width(block[-1]) for block in blocks) + (len(BREAK) + 2 * _GAP) * (len(blocks) - 1)
    if width is not None and wide > width:
        return "\n\n".join("\n".join(row.rstrip() for row in block) for block in blocks)
    height = max(map(len, blocks))
    between = f"{' ' * _GAP}{BREAK}{' ' * _GAP}"
    filled = [[" " * text_width(block[-1])] * (height - len(block)) + block for block in blocks]
    return "\n".join(between.join(row).rstrip() for row in zip(*filled, strict=True))


def text_width(text: str) -> int:
    """Columns of a terminal: wide characters take two, marks on others none."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def _segment(words: Sequence[str], forest: Forest, span: tuple[int, int], labels: bool, tags: bool) -> list[str]:
    """One tree as rows of equal width."""
    start, end = span
    heads = [head - start if head else 0 for head in forest.heads[start:end]]
    drawn = arcs(heads, forest.labels[start:end] if labels else ())
    met = [ends(drawn, word) for word in range(end - start)]
    below = forest.tags[start:end] if tags else ("",) * (end - start)
    widths = [
        max(text_width(word), len(tag), 2 * len(ending) - 1, 1)
        for word, tag, ending in zip(words[start:end], below, met, strict=True)
    ]
    places = _places(widths, drawn, met)
    size = places[-1] + widths[-1]
    height = max((arc.level for arc in drawn), default=0)
    canvas = [[" "] * size for _ in range(height + 1)]
    for arc in drawn:
        left, right = (_column(places, widths, met, word, arc) for word in (arc.left, arc.right))
        _draw(canvas, arc, left, right, height)
    root = heads.index(0)
    rows = ["".join(row) for row in canvas]
    dot = places[root] + (widths[root] - 1) // 2
    rows[height] = rows[height][:dot] + ROOT + rows[height][dot + 1 :]
    rows.append(_row(words[start:end], places, widths))
    if tags:
        rows.append(_row(below, places, widths))
    return rows


def _places(widths: Sequence[int], drawn: Sequence[Arc], met: Sequence[Sequence[Arc]]) -> list[int]:
    """The first column of each word; words move apart until every label fits into its arc."""
    gaps = [0] + [_GAP] * (len(widths) - 1)
    for arc in drawn:
        places = _summed(widths, gaps)
        left, right = (_column(places, widths, met, word, arc) for word in (arc.left, arc.right))
        missing = len(arc.label) + 2 - (right - left - 1)
        if arc.label and missing > 0:
            gaps[arc.right] += missing
    return _summed(widths, gaps)


def _summed(widths: Sequence[int], gaps: Sequence[int]) -> list[int]:
    places, at = [], 0
    for width, gap in zip(widths, gaps, strict=True):
        places.append(at + gap)
        at += gap + width
    return places


def _column(places: Sequence[int], widths: Sequence[int], met: Sequence[Sequence[Arc]], word: int, arc: Arc) -> int:
    """Where an arc meets a word: all that do stand in the middle, with a column between two."""
    ending = met[word]
    return places[word] + (widths[word] - (2 * len(ending) - 1)) // 2 + 2 * ending.index(arc)


def _draw(canvas: list[list[str]], arc: Arc, left: int, right: int, height: int) -> None:
    top = height - arc.level
    canvas[top][left], canvas[top][right] = "╭", "╮"
    run = right - left - 1
    canvas[top][left + 1 : right] = f"{arc.label:─^{run}}"
    for row in range(top + 1, height + 1):
        canvas[row][left] = canvas[row][right] = "│"
    canvas[height][left if arc.dependent == arc.left else right] = ARROW


def _row(texts: Sequence[str], places: Sequence[int], widths: Sequence[int]) -> str:
    line = ""
    for text, place, width in zip(texts, places, widths, strict=True):
        line += " " * (place + (width - text_width(text)) // 2 - text_width(line)) + text
    return line + " " * (places[-1] + widths[-1] - text_width(line))
