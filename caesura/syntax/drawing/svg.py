"""A forest as SVG: the same arcs as on the terminal, in one self-contained picture that follows light and dark pages."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from caesura.foundation import InputError
from caesura.shapes import Forest
from caesura.syntax.drawing.layout import Arc, arcs, ends
from caesura.syntax.drawing.terminal import text_width

# Fonts differ: a character counts as a little wider than most fonts draw it.
_CHARACTER, _SMALL = 9.5, 7.5
_GAP, _LEVEL, _MARGIN = 26, 30, 14
_BETWEEN_ENDS = 9
# Every rule begins with the picture's own class: inside a page it must not reach anything else.
_STYLE = (
    ".forest{color:#222}@media(prefers-color-scheme:dark){.forest{color:#ddd}}"
    ".forest text{font-family:system-ui,sans-serif;text-anchor:middle;fill:currentColor}"
    ".forest .word{font-size:16px}.forest .tag,.forest .label{font-size:11px;opacity:.7}"
    ".forest .arc{fill:none;stroke:#3f6fb0;stroke-width:1.5}.forest .arrow,.forest .root{fill:#3f6fb0}"
    ".forest .break{stroke:#b0563f;stroke-dasharray:2 4;stroke-width:1.5}"
)


def svg_arcs(words: Sequence[str], forest: Forest, *, labels: bool = True, tags: bool = True) -> str:
    """The whole SVG document; words are escaped, nothing is loaded from anywhere."""
    if len(words) != forest.size:
        raise InputError(f"{len(words)} words for a forest of {forest.size}")
    drawn = arcs(forest.heads, forest.labels if labels else ())
    met = [ends(drawn, word) for word in range(len(words))]
    widths = [
        max(text_width(word) * _CHARACTER, len(tag) * _SMALL if tags else 0, _BETWEEN_ENDS * len(ending))
        for word, tag, ending in zip(words, forest.tags, met, strict=True)
    ]
    centers = _centers(widths, drawn)
    base = _MARGIN + _LEVEL * max((arc.level for arc in drawn), default=0) + 18
    parts = [_arc(arc, _end(centers, met, arc.left, arc), _end(centers, met, arc.right, arc), base) for arc in drawn]
    for i, (word, center) in enumerate(zip(words, centers, strict=True)):
        parts.append(f'<text class="word" x="{center:.1f}" y="{base + 18}">{_text(word)}</text>')
        if tags:
            parts.append(f'<text class="tag" x="{center:.1f}" y="{base + 36}">{_text(forest.tags[i])}</text>')
        if not forest.heads[i]:
            parts.append(f'<circle class="root" cx="{center:.1f}" cy="{base - 3}" r="3.5"><title>root</title></circle>')
    height = base + (44 if tags else 28)
    for i, broken in enumerate(forest.segments.breaks if words else ()):
        if broken:
            x = (centers[i] + widths[i] / 2 + centers[i + 1] - widths[i + 1] / 2) / 2
            parts.append(f'<line class="break" x1="{x:.1f}" x2="{x:.1f}" y1="{_MARGIN / 2:.0f}" y2="{height - 4}"/>')
    width = centers[-1] + widths[-1] / 2 + _MARGIN if words else 2 * _MARGIN
    size = f'viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="forest" {size} role="img">'
    title = f"<title>{_text(' '.join(words))}</title><style>{_STYLE}</style>"
    return "\n".join([head + title, *parts, "</svg>", ""])


def _centers(widths: Sequence[float], drawn: Sequence[Arc]) -> list[float]:
    """The middle of each word; words move apart until every label fits into its arc."""
    gaps = [0.0] + [float(_GAP)] * (len(widths) - 1)
    for arc in drawn:
        centers = _summed(widths, gaps)
        missing = len(arc.label) * _SMALL + 22 - (centers[arc.right] - centers[arc.left])
        gaps[arc.right] += max(0.0, missing)
    return _summed(widths, gaps)


def _summed(widths: Sequence[float], gaps: Sequence[float]) -> list[float]:
    centers, at = [], float(_MARGIN)
    for width, gap in zip(widths, gaps, strict=True):
        centers.append(at + gap + width / 2)
        at += gap + width
    return centers


def _end(centers: Sequence[float], met: Sequence[Sequence[Arc]], word: int, arc: Arc) -> float:
    ending = met[word]
    return centers[word] + _BETWEEN_ENDS * (ending.index(arc) - (len(ending) - 1) / 2)


def _arc(arc: Arc, left: float, right: float, base: int) -> str:
    top, bend = base - 8 - _LEVEL * arc.level + 12, 8
    bottom = base - 8
    corners = (f"Q{left:.1f} {top} {left + bend:.1f} {top}", f"Q{right:.1f} {top} {right:.1f} {top + bend}")
    line = f"M{left:.1f} {bottom}V{top + bend}{corners[0]}H{right - bend:.1f}{corners[1]}V{bottom}"
    tip = left if arc.dependent == arc.left else right
    arrow = f'<path class="arrow" d="M{tip - 4:.1f} {bottom - 3}h8l-4 8z"/>'
    label = f'<text class="label" x="{(left + right) / 2:.1f}" y="{top - 4}">{_text(arc.label)}</text>' if arc.label else ""
    return f'<path class="arc" d="{line}"/>{arrow}{label}'


def _text(text: str) -> str:
    # XML has no control characters, however they are written.
    return escape("".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text), {'"': "&quot;"})
