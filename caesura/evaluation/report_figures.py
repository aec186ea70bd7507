"""The figures of an evaluation's page: scores beside people, the votes' distribution, scores by length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from caesura.evaluation.evaluation import Evaluation
from caesura.evaluation.names import SHORT_PERSON
from caesura.evaluation.people import PERSON
from caesura.evaluation.table import out_of_ten
from caesura.foundation import Colour, extra, svg_figure

if TYPE_CHECKING:
    from markupsafe import Markup

Row = Mapping[str, Any]


def scores_figure(rows: Sequence[Row], measure: str, level: str, names: Mapping[str, str]) -> Markup:
    """A dot with its interval for each method, and a line for people."""
    of_measure = {row["method"]: row for row in rows if row["measure"] == measure}
    methods = [name for name in names if name in of_measure][::-1]

    def draw(axes: Any) -> None:
        for place, name in enumerate(methods):
            row = of_measure[name]
            if "intervals" in row:
                axes.plot(row["intervals"][level], [place, place], color=Colour.ACCENT, linewidth=2, solid_capstyle="round")
            axes.plot(row[level], place, "o", color=Colour.ACCENT, markersize=6)
            axes.annotate(f"{row[level]:.3f}", (row[level], place), (0, 7), textcoords="offset points", ha="center", fontsize=8.5)
        if PERSON in of_measure:
            value = of_measure[PERSON][level]
            axes.axvline(value, color=Colour.SECOND, linewidth=1.5, linestyle=(0, (4, 3)))
            axes.annotate(
                f"a person {value:.3f}",
                (value, 1),
                (3, 3),
                xycoords=("data", "axes fraction"),
                textcoords="offset points",
                color=Colour.SECOND,
                fontsize=8.5,
            )
        axes.set_yticks(range(len(methods)), [names[name] for name in methods])
        axes.set_ylim(-0.6, len(methods) - 0.3)
        axes.margins(x=0.12)
        axes.tick_params(axis="y", length=0, labelcolor=Colour.INK)
        axes.spines["left"].set_visible(False)
        axes.grid(axis="x", linewidth=0.6)

    shown = measure if level == "value" else f"{measure}, {level.replace('_', ' ')}"
    return svg_figure(draw, label=shown, height=1.0 + 0.42 * len(methods))


def votes_figure(evaluation: Evaluation) -> Markup:
    """How many queries have which votes (v1, v2), as figure 3.1 of the thesis; more than ten votes are scaled to ten."""
    table = evaluation.table
    many = table.totals > 10
    first, second = (np.where(many, out_of_ten(votes, table.totals), votes) for votes in (table.top_counts, table.second_counts))
    pairs = list(zip(first.tolist(), second.tolist(), strict=True))
    cells = Counter(pairs)
    safe = dict(zip(pairs, table.safe.tolist(), strict=True))
    most = max(cells.values())

    def draw(axes: Any) -> None:
        with extra("plots"):
            from matplotlib.patches import Rectangle

        for (first, second), count in cells.items():
            colour = Colour.ACCENT if safe[first, second] else Colour.SECOND
            corner = (first - 0.46, second - 0.46)
            axes.add_patch(Rectangle(corner, 0.92, 0.92, facecolor=colour, alpha=0.12 + 0.6 * count / most, linewidth=0))
            axes.text(first, second, str(count), ha="center", va="center", fontsize=8.5)
        firsts, seconds = [first for first, _ in cells], [second for _, second in cells]
        axes.set_xlim(min(firsts) - 0.6, max(firsts) + 0.6)
        axes.set_ylim(min(seconds) - 0.6, max(seconds) + 0.6)
        axes.set_xticks(range(min(firsts), max(firsts) + 1))
        axes.set_yticks(range(min(seconds), max(seconds) + 1))
        axes.set_xlabel("votes for the most frequent segmentation (v1)")
        axes.set_ylabel("votes for the second (v2)")
        axes.tick_params(length=0)
        axes.set_aspect("equal")

    label = (
        f"Queries by their two highest votes; green: safe ({int(table.safe.sum())}), orange: unsafe ({int((~table.safe).sum())})"
    )
    return svg_figure(draw, label=label, width=6.4, height=4.2)


def lengths_figure(rows: Sequence[Row], methods: Sequence[str], label: str) -> Markup:
    """One line per method over the lengths of queries; people are dashed."""

    def draw(axes: Any) -> None:
        for number, method in enumerate(methods):
            line = [(row["length"], row["score"]) for row in rows if row["method"] == method]
            person = method == SHORT_PERSON
            axes.plot(
                *zip(*line, strict=True),
                marker="o",
                markersize=3.5,
                color=Colour.INK if person else Colour.series(number),
                linestyle=(0, (4, 3)) if person else "-",
                linewidth=1.5,
                label=method,
            )
        axes.set_xlabel("words in the query")
        axes.set_xticks(sorted({row["length"] for row in rows}))
        axes.grid(axis="y", linewidth=0.6)
        axes.legend(fontsize=8.5, loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3, handlelength=1.4, columnspacing=1.2)

    return svg_figure(draw, label=label, width=6.0, height=3.2 + 0.18 * len(methods) / 3)
