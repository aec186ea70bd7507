"""Figures of the paper: workers' accuracy against what they did (1), accuracy against labels per item (2).

Each is drawn onto given axes in given colours, so that a page and a file share them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from caesura.foundation import Colour, extra
from caesura.labels.calibration import ReliabilityBin
from caesura.labels.simulation import Point
from caesura.labels.workers import JudgedWorker

Draw = Callable[[Any], None]


#: Small panels of calibration beside each other.
_ACROSS = 5


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


def confusions_figure(workers: Sequence[JudgedWorker], classes: Sequence[Hashable], colours: Palette, *, most: int = 24) -> Draw:
    """A small matrix for each of the workers with the most labels: truths downwards, labels to the right, dark where frequent."""
    with extra("plots"):
        from matplotlib.patches import Rectangle
    shown = sorted(workers, key=lambda worker: -worker.done)[:most]

    def draw(axes: Any) -> None:
        size, across = len(classes), min(6, len(shown))
        for number, worker in enumerate(shown):
            counts = worker.confusion
            shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1e-12)
            left, top = number % across * (size + 1), number // across * (size + 1.6)
            for truth, label in np.ndindex(size, size):
                place = (left + label, -top - truth - 1)
                axes.add_patch(Rectangle(place, 1, 1, color=colours.accent, alpha=float(shares[truth, label]), linewidth=0))
            axes.add_patch(Rectangle((left, -top - size), size, size, fill=False, edgecolor=colours.quiet, linewidth=0.5))
            axes.text(left, -top + 0.15, str(worker.name)[:12], fontsize=6)
        axes.set_xlim(-0.5, across * (size + 1))
        axes.set_ylim(-(-(-len(shown) // across) * (size + 1.6)), 1.2)
        axes.set_aspect("equal")
        axes.set_axis_off()

    return draw


def calibration_figure(models: Mapping[str, Sequence[ReliabilityBin]], colours: Palette) -> Draw:
    """How many labels are right of those a model is so sure of; on the diagonal, probabilities are what they say.

    Larger points stand for more items. Several models have a small panel each, from 0 to 1 both ways.
    """

    def draw(axes: Any) -> None:
        across = min(_ACROSS, len(models))
        for number, (name, bins) in enumerate(models.items()):
            left, bottom = number % across * 1.3, -(number // across) * 1.5
            axes.plot([left, left + 1], [bottom, bottom + 1], color=colours.quiet, linestyle="--", linewidth=1)
            points = sorted(bins, key=lambda one: one.probability)
            at = [left + one.probability for one in points], [bottom + one.accuracy for one in points]
            axes.plot(*at, color=colours.accent, linewidth=1)
            most = max(one.items for one in points)
            axes.scatter(*at, s=[4 + 26 * one.items / most for one in points], color=colours.accent, linewidths=0)
            if len(models) > 1:
                box = [left, left + 1, left + 1, left, left], [bottom, bottom, bottom + 1, bottom + 1, bottom]
                axes.plot(*box, color=colours.quiet, linewidth=0.5)
                axes.text(left, bottom + 1.06, name, fontsize=7)
        if len(models) > 1:
            axes.set_aspect("equal")
            axes.set_axis_off()
            return
        axes.set_xlim(0, 1.02)
        axes.set_ylim(0, 1.02)
        axes.set_xlabel("probability of the label")
        axes.set_ylabel("accuracy")

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
