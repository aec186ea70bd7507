"""The pictures of docs/benchmarks.md: bars of ratios, and cost against size."""

from __future__ import annotations

from typing import Any

from bench.world.growth import Medians, ratio
from bench.world.measuring import Subject
from bench.world.printing import number
from bench.world.running import ROOT
from caesura.foundation import save_figure

IMAGES = ROOT / "docs" / "images"
_OURS, _OTHERS = "#00796b", "#b0bec5"


def draw_ratios(axes: Any, subject: Subject, found: Medians) -> None:
    """Bars of the others' cost over ours, on a logarithmic axis."""
    bars = _ratios(subject, found)
    names = list(reversed(bars))
    axes.barh(names, [bars[name] for name in names], color=[_OURS if name.startswith("Caesura") else _OTHERS for name in names])
    axes.set_xscale("log")
    _plain_numbers(axes.xaxis)
    beside = "ours of its kind" if any(system.beside for system in subject.systems) else subject.systems[0].name
    axes.set_xlabel(f"CPU time per {subject.unit}, times that of {beside}", fontsize=8)
    axes.tick_params(labelsize=8)
    for place, name in enumerate(names):
        axes.annotate(number(bars[name]), (bars[name], place), xytext=(3, 0), textcoords="offset points", va="center", fontsize=7)
    axes.margins(x=0.15)


def _ratios(subject: Subject, found: Medians) -> dict[str, float]:
    """Where each has one of ours beside it, ours themselves are left out: they would all be 1."""
    paired = any(system.beside for system in subject.systems)
    return {
        system.name: times
        for system in subject.systems
        if system.name in found and (system.beside or not paired)
        if (times := ratio(found.get(subject.ours(system), {}), found[system.name])) is not None
    }


def draw_growth(axes: Any, subject: Subject, found: Medians) -> None:
    for name, sizes in found.items():
        if len(sizes) < 2:
            continue
        points = sorted((one.amount, one.seconds) for one in sizes.values() if one.seconds > 0)
        first = name == subject.systems[0].name
        colour = {"color": _OURS} if first else {}
        dashes = "-" if name.startswith("Caesura") else "--"
        axes.plot(*zip(*points, strict=True), dashes, marker="o", markersize=3, linewidth=2 if first else 1, label=name, **colour)
    axes.set_xscale("log")
    axes.set_yscale("log")
    _plain_numbers(axes.xaxis)
    _plain_numbers(axes.yaxis)
    axes.set_xlabel(f"number of {subject.units}", fontsize=8)
    axes.set_ylabel("CPU seconds", fontsize=8)
    axes.tick_params(labelsize=8)
    axes.legend(fontsize=6, loc="upper left", bbox_to_anchor=(1, 1), frameon=False)


def _plain_numbers(axis: Any) -> None:
    """Ticks at powers of ten as plain numbers: matplotlib's own writes them as formulas, which we keep as text."""
    axis.set_major_formatter("{x:,.10g}")
    axis.set_minor_formatter("")


def pictures(subject: Subject, found: Medians) -> list[str]:
    drawn = []
    bars = len(_ratios(subject, found))
    if bars > 1:
        name = f"bench-{subject.name}.svg"
        save_figure(lambda axes: draw_ratios(axes, subject, found), IMAGES / name, size=(6, 0.6 + 0.3 * bars))
        drawn.append(f"![{subject.title}: cost beside ours](images/{name})")
    if any(len(sizes) > 2 for sizes in found.values()):
        name = f"bench-{subject.name}-growth.svg"
        save_figure(lambda axes: draw_growth(axes, subject, found), IMAGES / name, size=(8, 3.6))
        drawn.append(f"![{subject.title}: cost against size](images/{name})")
    return drawn
