"""Rows laid out as table 4 prints them: runs downwards, and for each collection the value, %UB and %TD."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from caesura.retrieval.runs.upper_bound import NAME as BOUND

Row = Mapping[str, Any]

#: What stands behind a value: the best of its column, and one whose difference from the bag of words holds.
BEST, HOLDS = "*", "†"


def table_4(rows: Sequence[Row], measure: str) -> list[dict[str, Any]]:
    """The lines of one measure. `*` marks the best value of a column (the upper bound aside), `†` a difference that holds."""
    of_measure = [row for row in rows if row["measure"] == measure]
    collections = list(dict.fromkeys(row["collection"] for row in of_measure))
    values = {
        name: [round(row["value"], 4) for row in of_measure if row["collection"] == name and row["run"] != BOUND]
        for name in collections
    }
    # Where all are the same, none is the best.
    best = {name: max(of) if max(of) > min(of) else None for name, of in values.items()}
    lines: dict[str, dict[str, Any]] = {run: {"run": run} for run in _runs(of_measure)}
    for row in of_measure:
        name = row["collection"]
        top = row["run"] != BOUND and round(row["value"], 4) == best[name]
        marks = (BEST if top else "") + (HOLDS if row["holds"] else "")
        lines[row["run"]] |= {
            name: f"{row['value']:.4f}{marks}",
            f"{name} %UB": _percent(row["from_upper_bound"], sign=True),
            f"{name} %TD": _percent(row["phrased"]),
        }
    # A run may be missing from a collection; tables take their columns from the first line.
    columns = dict.fromkeys(key for line in lines.values() for key in line)
    return [{key: line.get(key, "") for key in columns} for line in lines.values()]


def figures_of(row: Row) -> dict[str, Any]:
    """One row with figures as people read them, for tables of one collection and measure."""
    return {
        "run": row["run"],
        "value": f"{row['value']:.4f}",
        "%UB": _percent(row["from_upper_bound"], sign=True),
        "%TD": _percent(row["phrased"]),
        "of possible gain": _percent(row["of_possible_gain"], sign=True),
        "overlap with users": _percent(row["overlap"]),
        "won": row["won"],
        "lost": row["lost"],
        "p": None if row["p"] is None else f"{row['p']:.3f}",
        "p corrected": None if row["p_holm"] is None else f"{row['p_holm']:.3f}",
    }


def _runs(rows: Sequence[Row]) -> list[str]:
    names = dict.fromkeys(row["run"] for row in rows)
    return [name for name in names if name != BOUND] + ([BOUND] if BOUND in names else [])


def _percent(value: float | None, *, sign: bool = False) -> str:
    if value is None:
        return ""
    # Zero has no sign: a difference too small to print is none.
    rounded = round(value, 1) + 0.0
    return f"{rounded:+.1f}%" if sign and rounded else f"{rounded:.1f}%"
