"""What `caesura log` reports: one document for each way to go, with a signature of everything that changes it."""

from __future__ import annotations

from typing import Any

from caesura.corpus.log_rules import LogRules
from caesura.corpus.log_sample import LogSample
from caesura.corpus.log_steps import Steps
from caesura.foundation import signature


def filter_report(steps: Steps, rules: LogRules) -> dict[str, Any]:
    """What fell at each step of a filter."""
    return {
        "lines": steps.lines,
        "steps": steps.rows(),
        "remained": steps.remained,
        "signature": signature(log=steps.fingerprint, **rules.bounds),
    }


def sample_report(
    sample: LogSample, rules: LogRules, *, count: int, seed: int, by: str = "line", spelling: str | None = None
) -> dict[str, Any]:
    """What fell, what was drawn of each length, and what correcting did; `spelling` is the name of the corrections."""
    lengths = [
        {"length": stratum.length, "lines": stratum.lines, "wanted": stratum.wanted, "drawn": stratum.drawn}
        for stratum in sample.drawn.strata
    ]
    report: dict[str, Any] = {
        "lines": sample.steps.lines,
        "steps": sample.steps.rows(),
        "lengths": lengths,
        "wanted": count,
        "drawn": len(sample.drawn.queries),
    }
    if sample.spelling is not None:
        report |= {"spelling": sample.spelling.steps.rows(), "corrected": sample.spelling.changed}
    facts = {"log": sample.steps.fingerprint, **rules.bounds, "n": count, "seed": seed, "spelling": spelling}
    facts |= {"by": by} if by != "line" else {}
    return report | {
        "queries": len(sample.corpus),
        "signature": signature(**facts),
    }


def sentences_report(steps: Steps, drawn: int, *, words: tuple[int, int], count: int, seed: int) -> dict[str, Any]:
    """What fell at each check, and how many sentences were drawn."""
    return {
        "sentences": steps.lines,
        "steps": steps.rows(),
        "wanted": count,
        "drawn": drawn,
        "signature": signature(words=f"{words[0]}-{words[1]}", n=count, seed=seed),
    }
