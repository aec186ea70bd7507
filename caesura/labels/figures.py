"""Figures of the paper: workers' accuracy against what they did (1), accuracy against labels per item (2).

Each is drawn onto given axes in given colours, so that a page and a file share them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from caesura.foundation import Colour, extra
from caesura.labels.simulation import Point
from caesura.labels.workers import JudgedWorker

Draw = Callable[[Any], None]


class Palette(NamedTuple):
    """Colours to draw with."""

    quiet: str
    accent: str
    warning: str
    series: tuple[str, ...]


#: Colours that the page exchanges for its own.
OF_THE_PAGE = Palette(Colour.LINE, Colour.ACCENT, Colour.SECOND, tuple(Colour.series(number) for number in range(8)))
#: Colours of a picture in a file.
OF_A_FILE = Palette("#999999", "#00796b", "#c2410c", tuple(f"C{number}" for number in range(8)))


def workers_figure(workers: Sequence[JudgedWorker], colours: Palette, *, spam: float = 0.5) -> Draw:
    """Figure 1: a point per worker; likely spammers stand out."""
    with extra("plots"):
        from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter

    def draw(axes: Any) -> None:
        for is_suspect, colour, label in ((False, colours.accent, "worker"), (True, colours.warning, "probably random")):
            points = [
                (worker.done, worker.accuracy)
                for worker in workers
                if worker.accuracy is not None and (worker.spam_probability > spam) == is_suspect
            ]
            if points:
                axes.scatter(*zip(*points, strict=True), s=18, color=colour, alpha=0.7, linewidths=0, label=label)
        axes.set_xscale("log")
        done = [worker.done for worker in workers]
        narrow = bool(done) and max(done) < 5 * min(done)  # too narrow for 1, 2, 5: whole numbers as they come
        axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True) if narrow else LogLocator(subs=(1, 2, 5)))
        axes.xaxis.set_major_formatter("{x:g}")  # matplotlib's own writes powers as formulas, which we keep as text
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_ylim(-0.03, 1.03)
        axes.set_xlabel("labels given")
        axes.set_ylabel("accuracy")
        if axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize=8)

    return draw


def curves_figure(points: Sequence[Point], label: str, colours: Palette, *, target: float | None = None) -> Draw:
    """Figure 2: a line per model through the means, a band that holds 95 % of the draws."""

    def draw(axes: Any) -> None:
        for number, model in enumerate(dict.fromkeys(point.model for point in points)):
            curve = sorted((point for point in points if point.model == model), key=lambda point: point.value)
            values = [point.value for point in curve]
            rows = [point.row("value") for point in curve]
            colour = colours.series[number % len(colours.series)]
            axes.plot(values, [row["accuracy"] for row in rows], color=colour, marker=".", linewidth=1.5, label=model)
            axes.fill_between(
                values, [row["low"] for row in rows], [row["high"] for row in rows], color=colour, alpha=0.15, linewidth=0
            )
        if target is not None:
            axes.axhline(target, color=colours.quiet, linestyle="--", linewidth=1)
        axes.set_xlabel(label)
        axes.set_ylabel("accuracy")
        axes.legend(fontsize=8)

    return draw
