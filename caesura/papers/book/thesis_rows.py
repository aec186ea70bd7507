"""Rows of the thesis for the book: computed once for all its entries."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from caesura.corpus import read_corpus
from caesura.foundation import signature
from caesura.papers.book.base import Computed, Row
from caesura.papers.thesis import reproduce_thesis


@lru_cache(maxsize=1)
def _rows(place: Path) -> tuple[tuple[Row, ...], str]:
    corpus = read_corpus(place)
    return tuple(reproduce_thesis(corpus)), signature(data=corpus.signature, reference="published")


def thesis_entry(tables: tuple[str, ...], drawn: str | None = None) -> Callable[[Path], Computed]:
    """What computes these tables; `drawn` names the row whose figures are drawn beside the published ones."""

    def compute(place: Path) -> Computed:
        everything, signed = _rows(place)
        rows = [dict(row) for row in everything if row["table"] in tables]
        if not any(row["ours_if_ties_join"] is not None for row in rows):
            rows = [{key: value for key, value in row.items() if key != "ours_if_ties_join"} for row in rows]
        judged = [row for row in rows if row["agrees"] is not None]
        picture = [row for row in rows if row["row"] == drawn and row["subset"] == rows[0]["subset"]] if drawn else []
        return Computed(
            rows,
            signed,
            sum(bool(row["agrees"]) for row in judged),
            len(judged),
            draw=(lambda axes: _bars(axes, picture)) if picture else None,
            caption=f"{drawn}: published and computed",
        )

    return compute


def _bars(axes: Any, rows: list[dict[str, Any]]) -> None:
    from caesura.foundation import Colour

    places = range(len(rows))
    for shift, key, colour in ((-0.2, "published", Colour.QUIET), (0.2, "ours", Colour.ACCENT)):
        axes.bar([at + shift for at in places], [row[key] or 0 for row in rows], 0.4, label=key, color=colour.value)
    axes.set_xticks(list(places), [row["column"] for row in rows])
    axes.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1))
