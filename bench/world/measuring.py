"""What one run of one system gives: CPU seconds, memory above what the data took, and how good the result was."""

from __future__ import annotations

import importlib.metadata
import resource
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

#: The variable that names a folder for what several systems of one run need.
SHARED_FOLDER = "CAESURA_BENCH_FOLDER"
_STATUS, _RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")


@dataclass(frozen=True)
class Measured:
    """`figures` are whatever else the subject reports: accuracies, microseconds for one, bytes."""

    amount: int
    seconds: float
    memory: float
    figures: Mapping[str, float] = field(default_factory=dict)

    @property
    def each(self) -> float:
        """CPU seconds for one unit of work."""
        return self.seconds / max(self.amount, 1)

    def document(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class System:
    """One way to do a subject's work. `run` gets the size, prepares its data outside of the clock, and measures."""

    name: str
    run: Callable[[int], Measured]
    #: The package of a peer; None for Caesura itself and for what stands in this folder.
    package: str | None = None
    #: Sizes above this are not tried: it would take too long, or too much memory.
    largest: int | None = None
    #: Only with --full.
    slow: bool = False
    #: Which of ours its cost is compared with; the subject's first, if none is named.
    beside: str | None = None

    @property
    def is_here(self) -> bool:
        return self.package is None or self.version is not None

    @property
    def version(self) -> str | None:
        """Of the peer's package, where it is installed."""
        try:
            return None if self.package is None else importlib.metadata.version(self.package)
        except importlib.metadata.PackageNotFoundError:
            return None


@dataclass(frozen=True)
class Subject:
    """Systems that do the same work. The first of `systems` is ours; ratios are the others' cost over its cost."""

    name: str
    title: str
    unit: str
    says: str
    systems: Sequence[System]
    quick: Sequence[int]
    full: Sequence[int]
    #: Which figures are shown, in this order, each with the heading of its column.
    columns: Mapping[str, str] = field(default_factory=dict)
    #: Whether time is worth reporting (not where only accuracy is compared).
    timed: bool = True

    @property
    def units(self) -> str:
        return f"{self.unit[:-1]}ies" if self.unit.endswith("y") else f"{self.unit}s"

    def system(self, name: str) -> System:
        return next(system for system in self.systems if system.name == name)

    def ours(self, system: System) -> str:
        """The name of that one of ours which this system's cost is compared with (ours with itself, where each has its own)."""
        alone = system.name if any(one.beside for one in self.systems) else self.systems[0].name
        return system.beside or alone


def megabytes(kind: str) -> float:
    """VmRSS is what the process holds now, VmHWM the most it held; 0 where the system does not say."""
    if not _STATUS.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 if kind == "VmHWM" else 0.0
    line = next(line for line in _STATUS.read_text().splitlines() if line.startswith(kind))
    return int(line.split()[1]) / 1024


#: CPU seconds after which a run is long enough to need no further round.
_LONG = 1.0


def measured(work: Callable[[], object], amount: int, *, rounds: int = 1) -> Measured:
    """The median of several rounds, fewer where one takes long; memory is the highest level above that before the first."""
    before = megabytes("VmRSS")
    if _RESET.exists():
        _RESET.write_text("5")  # forget the peak that making the data had
    seconds = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        seconds.append(time.process_time() - began)
        if sum(seconds) > _LONG:
            break
    return Measured(amount, statistics.median(seconds), max(0.0, megabytes("VmHWM") - before))


def single(work: Callable[[Any], object], asked: Sequence[Any]) -> float:
    """Median microseconds of one call, after a warm-up over a fifth of what is asked."""
    for one in asked[: len(asked) // 5]:
        work(one)
    times = []
    for one in asked:
        began = time.perf_counter_ns()
        work(one)
        times.append(time.perf_counter_ns() - began)
    return statistics.median(times) / 1000
