"""Draws the table of few examples in docs/learned.md: `python -m bench.adapting_curve [PAGE [PICTURE]]`.

The picture is drawn from the printed table, so the two cannot differ; the figures themselves are those of bench.adapting.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from caesura.foundation import InputError, save_figure

_DOCS = Path(__file__).parents[1] / "docs"
_FIRST = "| examples | alone |"
_COLOURS = ("#b0bec5", "#4f8f88", "#00796b")

#: What the page says of `web` as it ships and of `shop`, which learned from all.
NOTHING, EVERYTHING = 0.386, 0.662


def curves(page: str) -> tuple[list[int], dict[str, list[float]]]:
    """The numbers of examples, and the figures of each column."""
    lines = page.splitlines()
    at = next((number for number, line in enumerate(lines) if line.startswith(_FIRST)), None)
    if at is None:
        raise InputError(f"no table that begins with {_FIRST}", cure="name docs/learned.md")
    names = _cells(lines[at])[1:]
    rows = []
    for line in lines[at + 2 :]:
        if not line.startswith("|"):
            break
        rows.append(_cells(line))
    sizes = [int(row[0].replace(",", "")) for row in rows]
    return sizes, {name: [float(row[column]) for row in rows] for column, name in enumerate(names, 1)}


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def draw(axes: Any, sizes: Sequence[int], figures: Mapping[str, Sequence[float]]) -> None:
    for value, name in ((EVERYTHING, "shop, trained on all 7,841"), (NOTHING, "web, as it ships")):
        axes.axhline(value, color="#888888", linewidth=0.8, linestyle=":")
        axes.annotate(name, (sizes[0], value), xytext=(0, 3), textcoords="offset points", fontsize=7, color="#666666")
    for (name, values), colour in zip(figures.items(), _COLOURS, strict=True):
        axes.plot(sizes, values, marker="o", markersize=4, color=colour, label=name)
    axes.set_xscale("log")
    axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
    axes.minorticks_off()
    axes.set_xlabel("annotated queries", fontsize=8)
    axes.set_ylabel("query accuracy, QueryNER dev", fontsize=8)
    axes.tick_params(labelsize=8)
    axes.margins(y=0.09)
    axes.legend(fontsize=7, loc="lower right", bbox_to_anchor=(1, 0.1), frameon=False)


def main() -> None:
    page = Path(sys.argv[1]) if len(sys.argv) > 1 else _DOCS / "learned.md"
    picture = Path(sys.argv[2]) if len(sys.argv) > 2 else _DOCS / "images" / "learned-adapting.svg"
    sizes, figures = curves(page.read_text(encoding="utf-8"))
    save_figure(lambda axes: draw(axes, sizes, figures), picture, size=(6, 3.4))


if __name__ == "__main__":
    main()
