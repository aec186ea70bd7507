"""Small line charts as SVG, drawn on the server: they need no script and follow the colours of the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup

_WIDTH, _HEIGHT, _LEFT, _BELOW = 480, 140, 44, 18


def line_chart(values: Sequence[float | None], title: str, top: float, first: str, last: str, form: str = "{:,.0f}") -> Markup:
    """A line through the values, evenly spaced; None leaves a gap. `first` and `last` are written below its ends."""
    from markupsafe import Markup, escape

    wide, high = _WIDTH - _LEFT - 6, _HEIGHT - _BELOW - 8
    step = wide / max(1, len(values) - 1)
    parts: list[list[str]] = [[]]
    for number, value in enumerate(values):
        if value is None:
            parts.append([])
        else:
            parts[-1].append(f"{_LEFT + number * step:.1f},{8 + high * (1 - min(value / top, 1) if top else 1):.1f}")
    # A single point would not be seen.
    lines = Markup("").join(
        Markup('<polyline points="{}"/>').format(
            " ".join(part if len(part) > 1 else [part[0], f"{_LEFT + wide},{part[0].split(',')[1]}"])
        )
        for part in parts
        if part
    )
    known = [value for value in values if value is not None]
    spoken = f"{title}: now {form.format(known[-1])}" if known else title
    return Markup(
        '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}"><line x1="{}" y1="{}" x2="{}" y2="{}"/>'
        '<text x="{}" y="14" class="end">{}</text><text x="{}" y="{}" class="end">0</text>'
        '<text x="{}" y="{}">{}</text><text x="{}" y="{}" class="end">{}</text>{}</svg>'
    ).format(
        _WIDTH, _HEIGHT, escape(spoken), _LEFT, 8 + high, _LEFT + wide, 8 + high,
        _LEFT - 6, form.format(top), _LEFT - 6, 8 + high,
        _LEFT, _HEIGHT - 2, escape(first), _LEFT + wide, _HEIGHT - 2, escape(last), lines,
    )  # fmt: skip
