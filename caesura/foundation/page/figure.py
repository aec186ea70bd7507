"""Figures for pages: matplotlib draws, the page colours.

Figures are drawn in stand-in colours which are then exchanged for the page's CSS variables, so one figure fits light and
dark. Text stays text: it can be found, copied and read aloud.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from caesura.foundation.extras import extra

if TYPE_CHECKING:
    from markupsafe import Markup


class Colour(StrEnum):
    """Colours to draw with; each stands for a CSS variable of the page."""

    INK = "#010203"
    QUIET = "#010204"
    LINE = "#010205"
    ACCENT = "#010206"
    SECOND = "#010207"
    CARD = "#010208"
    SERIES_1 = "#020101"
    SERIES_2 = "#020102"
    SERIES_3 = "#020103"
    SERIES_4 = "#020104"
    SERIES_5 = "#020105"
    SERIES_6 = "#020106"
    SERIES_7 = "#020107"
    SERIES_8 = "#020108"

    @classmethod
    def series(cls, number: int) -> Colour:
        """Colours for lines that must be told apart; after eight they begin again."""
        return cls[f"SERIES_{number % 8 + 1}"]

    @property
    def variable(self) -> str:
        return f"var(--{self.name.lower().replace('_', '-')})"


def svg_figure(draw: Callable[[Any], None], *, label: str, width: float = 6.0, height: float = 3.5) -> Markup:
    """`draw` gets matplotlib axes. `label` is the caption; width and height are inches at the usual text size."""
    with extra("plots"):
        import matplotlib as mpl
        from markupsafe import Markup
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure

    settings: dict[Any, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": label,
        "font.family": "sans-serif",
        "text.parse_math": False,  # a dollar in a name is a dollar
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": Colour.LINE.value,
        "axes.labelcolor": Colour.QUIET.value,
        "text.color": Colour.INK.value,
        "xtick.color": Colour.LINE.value,
        "ytick.color": Colour.LINE.value,
        "xtick.labelcolor": Colour.QUIET.value,
        "ytick.labelcolor": Colour.QUIET.value,
        "grid.color": Colour.LINE.value,
        "legend.frameon": False,
    }
    with mpl.rc_context(settings):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        figure.patch.set_visible(False)
        axes = figure.add_subplot()
        axes.patch.set_visible(False)
        draw(axes)
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return Markup("<figure>{}<figcaption>{}</figcaption></figure>").format(Markup(_inline(buffer.getvalue())), label)  # noqa: S704


def _inline(svg: str) -> str:
    """Only the svg element, without a size of its own, in the page's colours and fonts."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    # Its style element would reach beyond the figure; page.css says the same for figures alone.
    svg = re.sub(r"<style[^>]*>.*?</style>", "", svg, flags=re.DOTALL)
    # matplotlib names the fonts it knows; the page has its own.
    svg = re.sub(r"font: ([\d.]+px) [^;\"]*", r"font-size: \1", svg)
    for colour in Colour:
        svg = svg.replace(colour.value, colour.variable)
    return svg
