"""Table 5 of the middle path: the expected height of random trees, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from caesura.foundation import Colour, signature
from caesura.papers.book.base import BookEntry, Computed
from caesura.papers.middle_path import height_table


def compute(_place: Path) -> Computed:
    rows = [
        {
            "words": row["words"],
            "published": row["printed"],
            "ours": row["expected"],
            "exactly": row["exactly"],
            "agrees": row["agrees"],
        }
        for row in height_table()
    ]

    def draw(axes: Any) -> None:
        words = [row["words"] for row in rows]
        axes.plot(words, [row["ours"] for row in rows], color=Colour.ACCENT.value, label="computed")
        axes.plot(words, [row["published"] for row in rows], "o", color=Colour.QUIET.value, label="published")
        axes.set(xlabel="words", ylabel="mean height")
        axes.set_xticks(words)
        axes.legend()

    agree = sum(bool(row["agrees"]) for row in rows)
    return Computed(rows, signature(trees="uniform"), agree, len(rows), draw, "expected height of random trees")


ENTRY = BookEntry(
    name="ramanath-5-heights",
    chapter="ramanath-2013",
    title="Table 5, column Expected: heights of random trees",
    compute=compute,
    tolerance="to the printed digits",
    order=2,
)
