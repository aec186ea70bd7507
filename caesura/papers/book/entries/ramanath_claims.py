"""What the middle path says alpha and S do, on annotators made up for the purpose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from caesura.foundation import Colour, signature
from caesura.papers.book.base import BookEntry, Computed
from caesura.papers.middle_path import claims, simulated_rows

QUERIES = 300


def compute(_place: Path) -> Computed:
    simulated = simulated_rows(queries=QUERIES, seed=1)
    rows = claims(simulated)
    shown = [row for row in simulated if row["distance"] in ("d", "d1")]

    def draw(axes: Any) -> None:
        names = [f"{row['annotators']} ({row['shape']})" for row in shown]
        axes.barh(names, [row["S_pairs"] for row in shown], 0.8, color=Colour.LINE.value, label="S")
        axes.barh(names, [row["alpha"] or 0 for row in shown], 0.4, color=Colour.ACCENT.value, label="alpha")
        axes.legend(ncols=2, loc="lower center", bbox_to_anchor=(0.5, 1))

    holding = sum(bool(row["holds"]) for row in rows)
    signed = signature(annotators="simulated", queries=QUERIES, seed=1)
    return Computed(rows, signed, holding, len(rows), draw, "agreement of simulated annotators")


ENTRY = BookEntry(
    name="ramanath-claims",
    chapter="ramanath-2013",
    title="What alpha sees and S does not, on simulated annotators",
    compute=compute,
    tolerance="the claim holds",
    order=3,
)
