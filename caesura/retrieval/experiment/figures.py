"""The figures of the report: what runs gain, gain against agreement (figure 4), trust against phrasing (figure 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caesura.foundation import Colour, svg_figure
from caesura.retrieval.runs.bag_of_words import NAME as BAG

if TYPE_CHECKING:
    from markupsafe import Markup

Row = Mapping[str, Any]


def gains_figure(rows: Sequence[Row], measure: str) -> Markup:
    """For each run a dot per collection: its distance from the bag of words."""
    drawn = [row for row in rows if row["measure"] == measure]
    bags = {row["collection"]: row["value"] for row in drawn if row["run"] == BAG}
    runs = list(dict.fromkeys(row["run"] for row in drawn if row["run"] != BAG))[::-1]
    collections = list(bags)

    def draw(axes: Any) -> None:
        axes.axvline(0, color=Colour.LINE, linewidth=1.2)
        for number, collection in enumerate(collections):
            dots = [(row["value"] - bags[collection], runs.index(row["run"])) for row in drawn if _dot(row, collection)]
            lift = (len(collections) - 1) / 2 - number  # dots of one run do not hide each other
            axes.plot(
                [gain for gain, _ in dots],
                [place + 0.14 * lift for _, place in dots],
                "o",
                color=Colour.series(number),
                markersize=6,
                label=collection,
            )
        axes.set_yticks(range(len(runs)), runs)
        axes.set_ylim(-0.7, len(runs) - 0.3)
        axes.tick_params(axis="y", length=0, labelcolor=Colour.INK)
        axes.spines["left"].set_visible(False)
        axes.grid(axis="x", linewidth=0.6)
        axes.legend(fontsize=8.5, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=4, handlelength=1, columnspacing=1.2)

    return svg_figure(draw, label=f"{measure}: gain over the bag of words", height=1.4 + 0.34 * len(runs))


def agreement_figure(rows: Sequence[Row], collection: str) -> Markup:
    """Gain of the users' choice over the bag of words against their agreement; a line for each measure."""
    drawn = [row for row in rows if row["collection"] == collection]

    def draw(axes: Any) -> None:
        axes.axhline(0, color=Colour.INK, linewidth=0.8)
        for number, measure in enumerate(dict.fromkeys(row["measure"] for row in drawn)):
            line = [(row["middle"], row["gain"]) for row in drawn if row["measure"] == measure]
            axes.plot(*zip(*line, strict=True), marker="o", markersize=4, color=Colour.series(number), linewidth=1.5, label=measure)
        axes.set_xlim(0, 1)
        axes.set_xlabel("agreement on the most popular option")
        axes.set_ylabel("gain")
        axes.grid(axis="y", linewidth=0.6)
        axes.legend(fontsize=8.5, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=4, handlelength=1.4, columnspacing=1.2)

    label = " (simulated crowd)" if any(row["simulated"] for row in drawn) else ""
    return svg_figure(draw, label=f"{collection}: gain of user choice by agreement{label}")


def trust_figure(rows: Sequence[Row], rho: float | None, collection: str) -> Markup:
    """Share of queries that annotators phrase, against their trust."""

    def draw(axes: Any) -> None:
        axes.plot([row["middle"] for row in rows], [row["phrased"] for row in rows], "o-", color=Colour.ACCENT, linewidth=1.5)
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 100)
        axes.set_xlabel("trust of the annotators")
        axes.set_ylabel("queries phrased, %")
        axes.grid(axis="y", linewidth=0.6)

    label = "" if rho is None else f", Spearman's rho {rho:.2f}"
    simulated = " (simulated crowd)" if any(row["simulated"] for row in rows) else ""
    return svg_figure(draw, label=f"{collection}: phrasing by trust{label}{simulated}")


def _dot(row: Row, collection: str) -> bool:
    return bool(row["collection"] == collection and row["run"] != BAG)
