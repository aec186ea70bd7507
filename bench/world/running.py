"""Runs systems, each in a process of its own bound to what it needs, one after the other, and keeps what they measured."""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
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
    """One system at one size, once. `measured` is None where it was stopped; `reason` says why."""

    subject: str
    system: str
    size: int
    measured: Measured | None
    reason: str = ""

    def document(self) -> dict[str, Any]:
        body = {"reason": self.reason} if self.measured is None else self.measured.document()
        return {"subject": self.subject, "system": self.system, "size": self.size, **body}

    @classmethod
    def read(cls, document: dict[str, Any]) -> Run:
        given = dict(document)
        place = (given.pop("subject"), given.pop("system"), given.pop("size"))
        if "reason" in given:
            return cls(*place, None, given["reason"])
        return cls(*place, Measured(**given))


def in_a_process(subject: Subject, system: System, size: int, limit: float) -> Run:
    """A system that fails or takes too long is reported so and does not end the others."""
    command = [sys.executable, "-m", "bench", "--one", subject.name, system.name, str(size)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONWARNINGS": "ignore"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, cwd=ROOT, env=environment)
    except subprocess.TimeoutExpired:
        return Run(subject.name, system.name, size, None, f"stopped after {limit:g} s")
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]
        return Run(subject.name, system.name, size, None, last[:100])
    return Run(subject.name, system.name, size, Measured(**json.loads(done.stdout.splitlines()[-1])))


def planned(subjects: Iterable[Subject], full: bool) -> Iterator[tuple[Subject, System, int]]:
    """Round by round over the systems, so that a busy minute of the machine touches all of them alike."""
    for subject in subjects:
        sizes = subject.full if full else subject.quick
        systems = [system for system in subject.systems if system.is_here and (full or not system.slow)]
        for size in sizes:
            rounds = ROUNDS if subject.timed and size == sizes[0] else 1
            for _ in range(rounds):
                for system in systems:
                    if system.largest is None or size <= system.largest:
                        yield subject, system, size


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


def save(runs: Sequence[Run], full: bool, path: Path = RESULTS) -> None:
    """Runs of subjects measured now take the place of those kept before; the others stay with their date."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    kept = json.loads(path.read_text()) if path.exists() else {"subjects": {}}
    for name in dict.fromkeys(run.subject for run in runs):
        kept["subjects"][name] = {
            "date": today,
            "full": full,
            "runs": [
                {key: value for key, value in run.document().items() if key != "subject"} for run in runs if run.subject == name
            ],
        }
    kept |= {"machine": machine(), "versions": versions()}
    kept["subjects"] = {name: kept["subjects"][name] for name in SUBJECTS if name in kept["subjects"]}
    with written(path) as out:
        out.write(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


def read_runs(path: Path = RESULTS) -> tuple[dict[str, Any], list[Run]]:
    kept = json.loads(path.read_text())
    runs = [Run.read({"subject": name, **one}) for name, subject in kept["subjects"].items() for one in subject["runs"]]
    return kept, runs
