"""docs/benchmarks.md and its pictures, from bench/results.json alone: nothing is measured here."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.world.internet_scale import scale_section
from bench.world.measuring import Measured, Subject
from bench.world.running import ROOT, Run, read_runs
from bench.world.subjects import SUBJECTS
from caesura.foundation import save_figure, written

PAGE = ROOT / "docs" / "benchmarks.md"
IMAGES = ROOT / "docs" / "images"
#: Times shorter than this say nothing about how cost grows.
_SHORTEST = 0.02

#: System -> size -> the median of its rounds.
Medians = Mapping[str, Mapping[int, Measured]]


def medians(runs: Sequence[Run], subject: str) -> dict[str, dict[int, Measured]]:
    by: dict[str, dict[int, list[Measured]]] = {}
    for run in runs:
        if run.subject == subject and run.measured is not None:
            by.setdefault(run.system, {}).setdefault(run.size, []).append(run.measured)
    return {system: {size: _median(several) for size, several in sizes.items()} for system, sizes in by.items()}


def _median(several: Sequence[Measured]) -> Measured:
    def middle(value: Callable[[Measured], float]) -> float:
        return statistics.median(map(value, several))

    figures = {name: middle(lambda one, name=name: one.figures[name]) for name in several[0].figures}  # type: ignore[misc]
    return Measured(round(middle(lambda one: one.amount)), middle(lambda one: one.seconds), middle(lambda one: one.memory), figures)


def slope(sizes: Mapping[int, Measured]) -> float | None:
    """By which power the cost grows with the work: 1 is linear."""
    points = [(math.log(one.amount), math.log(one.seconds)) for one in sizes.values() if one.seconds >= _SHORTEST]
    if len(points) < 2 or len({x for x, _ in points}) < 2:
        return None
    return statistics.linear_regression(*zip(*points, strict=True)).slope


def ratio(ours: Mapping[int, Measured], theirs: Mapping[int, Measured]) -> float | None:
    """Their cost over ours, for one unit of work at the largest size both took."""
    shared = set(ours) & set(theirs)
    return theirs[max(shared)].each / max(ours[max(shared)].each, 1e-12) if shared else None


def table(subject: Subject, found: Medians, runs: Sequence[Run]) -> list[str]:
    heads = ["system", *subject.columns.values()]
    if subject.timed:
        heads = ["system", "size", f"CPU per {subject.unit}", "times ours", "MB", "growth", *subject.columns.values()]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    ours = found.get(subject.systems[0].name, {})
    for system in subject.systems:
        sizes = found.get(system.name)
        if not sizes:
            reason = next((run.reason for run in runs if (run.subject, run.system) == (subject.name, system.name)), "")
            if reason:
                lines.append(f"| {system.name} | {reason} |" + " |" * (len(heads) - 2))
            continue
        largest = sizes[max(sizes)]
        cells = [system.name]
        if subject.timed:
            times, power = ratio(ours, sizes), slope(sizes)
            memory = f"{largest.memory:,.0f}" if largest.memory >= 0.5 else "–"
            cells += [
                f"{max(sizes):,}",
                duration(largest.each),
                "" if times is None else number(times),
                memory,
                "" if power is None else f"n^{power:.2f}",
            ]
        cells += [figure(name, largest.figures.get(name)) for name in subject.columns]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def duration(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{number(seconds / size)} {unit}"
    return f"{number(seconds / 1e-9)} ns"


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 99.5 else f"{value:.3g}"


def figure(name: str, value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.3f}".lstrip("0") if 0 < abs(value) < 1 and name not in ("microseconds", "words", "phrase") else number(value)


def draw_ratios(axes: Any, subject: Subject, found: Medians) -> None:
    """Bars of the others' cost over ours, on a logarithmic axis."""
    ours = found[subject.systems[0].name]
    bars = {name: times for name, sizes in found.items() if (times := ratio(ours, sizes)) is not None}
    names = list(reversed(bars))
    colours = ["#00796b" if name.startswith("Caesura") else "#b0bec5" for name in names]
    axes.barh(names, [bars[name] for name in names], color=colours)
    axes.set_xscale("log")
    axes.set_xlabel(f"CPU time per {subject.unit}, times that of {subject.systems[0].name}", fontsize=8)
    axes.tick_params(labelsize=8)
    for place, name in enumerate(names):
        axes.annotate(number(bars[name]), (bars[name], place), xytext=(3, 0), textcoords="offset points", va="center", fontsize=7)
    axes.margins(x=0.15)


def draw_growth(axes: Any, subject: Subject, found: Medians) -> None:
    for name, sizes in found.items():
        points = sorted((one.amount, one.seconds) for one in sizes.values())
        style = {"color": "#00796b", "linewidth": 2} if name == subject.systems[0].name else {"linewidth": 1}
        axes.plot(*zip(*points, strict=True), marker="o", markersize=3, label=name, **style)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel(f"number of {subject.unit.replace('y', 'ie') if subject.unit.endswith('y') else subject.unit}s", fontsize=8)
    axes.set_ylabel("CPU seconds", fontsize=8)
    axes.tick_params(labelsize=8)
    axes.legend(fontsize=7)


def pictures(subject: Subject, found: Medians) -> list[str]:
    drawn = []
    if len(found) > 1:
        name = f"bench-{subject.name}.svg"
        save_figure(lambda axes: draw_ratios(axes, subject, found), IMAGES / name, size=(6, 0.6 + 0.3 * len(found)))
        drawn.append(f"![{subject.title}: cost beside ours](images/{name})")
    if any(len(sizes) > 2 for sizes in found.values()):
        name = f"bench-{subject.name}-growth.svg"
        save_figure(lambda axes: draw_growth(axes, subject, found), IMAGES / name, size=(6, 3.2))
        drawn.append(f"![{subject.title}: cost against size](images/{name})")
    return drawn


def text(kept: Mapping[str, Any], runs: Sequence[Run], *, draw: bool) -> str:
    here = kept["machine"]
    parts = [
        "# Benchmarks",
        "Caesura beside what others offer, measured by one command on one machine: `make bench` in minutes, "
        "`make bench FULL=--full` in hours. This page and its pictures are written by it.",
        f"{here['processor']}, {here['cores']} cores, {here['memory_mb'] // 1024} GB, {here['system']}, Python "
        f"{here['python']}. Times are CPU seconds, medians of rounds in which the systems took turns; memory is what a run held "
        "above its data. *Growth* is the power of the size by which the cost grows. "
        "`make bench-check` compares the ratios that matter with those of `bench/baseline.json`.",
    ]
    for name, subject in SUBJECTS.items():
        if name not in kept["subjects"]:
            continue
        found = medians(runs, name)
        parts += [
            f"## {subject.title}",
            f"{subject.says} Measured on {kept['subjects'][name]['date']}.",
            "\n".join(table(subject, found, runs)),
        ]
        if subject.timed:
            parts += pictures(subject, found) if draw else []
    parts += scale_section({name: medians(runs, name) for name in kept["subjects"]})
    parts += ["## Versions", ", ".join(f"{package} {version}" for package, version in kept["versions"].items()) + "."]
    return "\n\n".join(parts) + "\n"


def write_report(page: Path = PAGE) -> None:
    kept, runs = read_runs()
    with written(page) as out:
        out.write(text(kept, runs, draw=True))
