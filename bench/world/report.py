"""docs/benchmarks.md and its pictures, from bench/results.json alone: nothing is measured here."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.world.growth import Medians, growth_section, ratio, slope
from bench.world.internet_scale import scale_section
from bench.world.measuring import Measured, Subject
from bench.world.pictures import pictures
from bench.world.printing import duration, figure, number
from bench.world.running import ROOT, Run, read_runs
from bench.world.subjects import SUBJECTS
from caesura.foundation import written

PAGE = ROOT / "docs" / "benchmarks.md"


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


def table(subject: Subject, found: Medians, runs: Sequence[Run]) -> list[str]:
    heads = ["system", *subject.columns.values()]
    if subject.timed:
        heads = ["system", "size", f"CPU per {subject.unit}", "times ours", "MB", "growth", *subject.columns.values()]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
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
            times, power = ratio(found.get(subject.ours(system), {}), sizes), slope(sizes)
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


def measured_when(runs: Sequence[Run], cores: int) -> str:
    """With the load where it was noted: how many processes wanted a core."""
    dates, loads = " and ".join(sorted({run.date for run in runs})), [run.load for run in runs if run.load]
    load = f", with {min(loads):g} to {max(loads):g} processes wanting the {cores} cores" if loads else ""
    return f"Measured on {dates}{load}."


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
            f"{subject.says} {measured_when([run for run in runs if run.subject == name], here['cores'])}",
            "\n".join(table(subject, found, runs)),
        ]
        if subject.timed and draw:
            parts += pictures(subject, found)
    parts += growth_section({name: medians(runs, name) for name in kept["subjects"]})
    parts += scale_section({name: medians(runs, name) for name in kept["subjects"]})
    parts += ["## Versions", ", ".join(f"{package} {version}" for package, version in kept["versions"].items()) + "."]
    return "\n\n".join(parts) + "\n"


def write_report(page: Path = PAGE) -> None:
    kept, runs = read_runs()
    with written(page) as out:
        out.write(text(kept, runs, draw=True))
