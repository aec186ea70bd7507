"""`python -m bench --check`: have the ratios that matter fallen? Medians of CPU time, in turns, beside bench/baseline.json."""

from __future__ import annotations

import datetime
import json
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.world.running import ROOT, in_a_process
from bench.world.subjects import SUBJECTS
from caesura.foundation import written

BASELINE = ROOT / "bench" / "baseline.json"
_ROUNDS = 3
_LIMIT = 300.0
#: A ratio may be this much lower than the stored one before the check fails; machines differ, and busy ones more so.
MARGIN = 0.3


@dataclass(frozen=True)
class Watched:
    """How many times the other's cost for one unit is ours."""

    subject: str
    ours: str
    other: str
    size: int


WATCHED = (
    Watched("segmenting", "Caesura, wikipedia", "obvious: dict, all candidates", 10_000),
    Watched("segmenting", "Caesura, learned (default)", "obvious: dict, all candidates", 10_000),
    Watched("segmenting", "Caesura, titles", "gensim FrozenPhrases", 10_000),
    Watched("lexicon", "Caesura", "SQLite", 100_000),
    Watched("counting", "Caesura", "Counter", 1_000_000),
    Watched("labels", "Caesura, dawid-skene", "crowd-kit DawidSkene", 100_000),
    Watched("labels", "Caesura, glad", "crowd-kit GLAD", 10_000),
    Watched("agreement-flat", "Caesura", "nltk", 100),
    Watched("retrieval", "Caesura", "SQLite FTS5", 1_000),
    Watched("syntax", "Caesura", "spaCy, small English model", 1_000),
)

#: Subject, system, size -> CPU seconds for one unit; None where it could not be measured.
Cost = Callable[[str, str, int], float | None]


def cost(subject: str, system: str, size: int) -> float | None:
    known = SUBJECTS[subject]
    run = in_a_process(known, known.system(system), size, _LIMIT)
    return None if run.measured is None else run.measured.each


def ratio_now(watched: Watched, measure: Cost = cost, rounds: int = _ROUNDS) -> float | None:
    if not SUBJECTS[watched.subject].system(watched.other).is_here:
        return None
    ours: list[float] = []
    others: list[float] = []
    for _ in range(rounds):
        for costs, system in ((ours, watched.ours), (others, watched.other)):
            each = measure(watched.subject, system, watched.size)
            if each is None:
                return None
            costs.append(each)
    return statistics.median(others) / statistics.median(ours)


def check(measure: Cost = cost, baseline: Path = BASELINE, rounds: int = _ROUNDS) -> int:
    """Prints every ratio; 1 where one fell, 2 where nothing could be compared."""
    stored = {tuple(row["watched"].values()): row["ratio"] for row in json.loads(baseline.read_text())["ratios"]}
    fallen = compared = 0
    for watched in WATCHED:
        before = stored.get(tuple(asdict(watched).values()))
        now = ratio_now(watched, measure, rounds) if before is not None else None
        state = "not measured here"
        if before is not None and now is not None:
            compared += 1
            lost = now < before * (1 - MARGIN)
            fallen += lost
            state = f"{now:8.1f} times, was {before:.1f}{'   FALLEN' if lost else ''}"
        print(f"{watched.subject:<20} {watched.ours:<28} against {watched.other:<32} {state}", flush=True)
    print(f"{compared} compared, {fallen} fallen by more than {MARGIN:.0%}")
    return 2 if not compared else 1 if fallen else 0


def store(measure: Cost = cost, baseline: Path = BASELINE, watched: Sequence[Watched] = WATCHED) -> None:
    """Each ratio is written as soon as it is measured; those that are not measured now stay, if they are still watched."""
    known = {Watched(**row["watched"]): row for row in json.loads(baseline.read_text())["ratios"]} if baseline.exists() else {}
    for one in watched:
        now = ratio_now(one, measure)
        print(f"{one.subject:<20} {one.ours:<28} against {one.other:<32} {'-' if now is None else f'{now:.1f}'}", file=sys.stderr)
        if now is None:
            continue
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        known[one] = {"watched": asdict(one), "ratio": round(now, 2), "date": today}
        rows = [known[each] for each in dict.fromkeys((*WATCHED, *watched)) if each in known]
        with written(baseline) as out:
            out.write(json.dumps({"ratios": rows}, indent=1) + "\n")
