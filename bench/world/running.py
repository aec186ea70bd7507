"""Runs systems, each in a process of its own bound to what it needs, one after the other, and keeps what they measured."""

from __future__ import annotations

import datetime
import fcntl
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.world.measuring import Measured, Subject, System
from bench.world.subjects import SUBJECTS
from caesura import __version__
from caesura.foundation import written

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "bench" / "results.json"
ROUNDS = 3


@dataclass(frozen=True)
class Run:
    """One system at one size, once. `measured` is None where it was stopped; `reason` says why. `load` is how many processes
    wanted a core in the minute before."""

    subject: str
    system: str
    size: int
    measured: Measured | None
    reason: str = ""
    date: str = ""
    load: float = 0.0

    def document(self) -> dict[str, Any]:
        body = {"reason": self.reason} if self.measured is None else self.measured.document()
        return {"system": self.system, "size": self.size, "date": self.date, "load": self.load, **body}

    @classmethod
    def read(cls, subject: str, document: dict[str, Any]) -> Run:
        given = dict(document)
        system, size, date, load = (given.pop(name) for name in ("system", "size", "date", "load"))
        reason = given.pop("reason", "")
        return cls(subject, system, size, None if reason else Measured(**given), reason, date, load)


def in_a_process(subject: Subject, system: System, size: int, limit: float) -> Run:
    """A system that fails or takes too long is reported so and does not end the others."""
    command = [sys.executable, "-m", "bench", "--one", subject.name, system.name, str(size)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONWARNINGS": "ignore"}
    now: dict[str, Any] = {"date": datetime.datetime.now(datetime.UTC).date().isoformat(), "load": round(os.getloadavg()[0], 1)}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, cwd=ROOT, env=environment)
    except subprocess.TimeoutExpired:
        return Run(subject.name, system.name, size, None, f"stopped after {limit:g} s", **now)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]
        return Run(subject.name, system.name, size, None, last[:100], **now)
    return Run(subject.name, system.name, size, Measured(**json.loads(done.stdout.splitlines()[-1])), **now)


@dataclass(frozen=True)
class Chosen:
    """Which part of the subjects is measured: the quick sizes or all, or those that are named, of all systems or some."""

    full: bool = False
    sizes: Sequence[int] = ()
    systems: Sequence[str] = ()
    #: At a subject's smallest size; larger ones take long enough to be measured once.
    rounds: int = ROUNDS

    def has(self, system: System) -> bool:
        return system.is_here and (system.name in self.systems if self.systems else self.full or not system.slow)


def planned(subject: Subject, chosen: Chosen) -> Iterator[tuple[System, int]]:
    """Round by round over the systems, so that a busy minute of the machine touches all of them alike."""
    known = subject.full if chosen.full or chosen.sizes else subject.quick
    for size in (size for size in known if not chosen.sizes or size in chosen.sizes):
        rounds = chosen.rounds if subject.timed and size == known[0] else 1
        for _ in range(rounds):
            for system in subject.systems:
                if chosen.has(system) and (system.largest is None or size <= system.largest):
                    yield system, size


def machine() -> dict[str, Any]:
    model = next(
        (line.split(":")[1].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")), platform.processor()
    )
    memory = next((int(line.split()[1]) // 1024 for line in _lines("/proc/meminfo") if line.startswith("MemTotal")), 0)
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "memory_mb": memory,
        "system": platform.system(),
        "python": platform.python_version(),
    }


def _lines(path: str) -> Sequence[str]:
    file = Path(path)
    return file.read_text().splitlines() if file.exists() else ()


def versions() -> dict[str, str]:
    systems = [system for subject in SUBJECTS.values() for system in subject.systems]
    peers = {system.package: system.version for system in systems if system.package is not None and system.version is not None}
    return {"caesura": __version__, **dict(sorted(peers.items()))}


def save(runs: Sequence[Run], path: Path = RESULTS) -> None:
    """What was measured now takes the place of what was kept of the same system at the same size; everything else stays."""
    with path.with_suffix(".lock").open("w") as lock:  # two subjects may be measured side by side
        fcntl.flock(lock, fcntl.LOCK_EX)
        _merge(runs, path)


def _merge(runs: Sequence[Run], path: Path) -> None:
    document, before = read_runs(path) if path.exists() else ({"versions": {}}, [])
    new = {(run.subject, run.system, run.size) for run in runs}
    kept = [run for run in before if (run.subject, run.system, run.size) not in new]
    subjects: dict[str, list[dict[str, Any]]] = {}
    for name, subject in SUBJECTS.items():
        order = [system.name for system in subject.systems]
        own = [run for run in (*kept, *runs) if run.subject == name and run.system in order]
        if own:
            subjects[name] = [run.document() for run in sorted(own, key=lambda run: (order.index(run.system), run.size))]
    # A peer that is not installed now was when its rows were measured.
    peers = dict(sorted({**document["versions"], **versions()}.items()))
    known = {"caesura": peers.pop("caesura"), **peers}
    document = {"machine": machine(), "versions": known, "subjects": subjects}
    with written(path) as out:
        out.write(json.dumps(document, indent=1, ensure_ascii=False) + "\n")


def read_runs(path: Path = RESULTS) -> tuple[dict[str, Any], list[Run]]:
    kept = json.loads(path.read_text())
    runs = [Run.read(name, one) for name, documents in kept["subjects"].items() for one in documents]
    return kept, runs
