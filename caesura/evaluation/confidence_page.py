"""The curve of a minimum confidence as a page in one file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caesura.foundation import Colour, Page, PathLike, Section, html_table, shared_signature, svg_figure, written

if TYPE_CHECKING:
    from markupsafe import Markup

Row = Mapping[str, Any]

_COLUMNS = ("method", "threshold", "phrased", "coverage", "phrases", "precision", "recall", "support", "confidence", "all_right")


def write_confidence_page(name: str, rows: Sequence[Row], path: PathLike) -> None:
    """`rows` are those of `confidence_rows`, and of `method_row` for methods beside them."""
    with written(path) as stream:
        stream.write(confidence_page(name, rows).render())


def confidence_page(name: str, rows: Sequence[Row]) -> Page:
    """The report in sections."""
    curve = [row for row in rows if row["threshold"] is not None]
    lead = (
        f"{curve[0]['queries']:,} queries of two or more words. A phrase passes if the method finds it at least this likely "
        "that a person would have made it."
    )
    sections = [
        Section(
            "Precision and coverage",
            precision_figure(rows),
            "To the left few queries are phrased, but correctly; methods without probabilities are single points.",
        ),
        Section(
            "Can the confidence be trusted?",
            trust_figure(curve),
            "On the diagonal, phrases are made by as many people as the method says.",
        ),
        Section("All thresholds", html_table(rows, [key for key in _COLUMNS if key in rows[0]])),
    ]
    return Page(f"Confidence on {name}", lead, sections, footer=shared_signature(row["signature"] for row in rows))


def precision_figure(rows: Sequence[Row]) -> Markup:
    """Precision over the share of queries phrased; the thresholds stand beside the curve."""
    curve = [row for row in rows if row["threshold"] is not None and row["precision"] is not None]
    points = [row for row in rows if row["threshold"] is None and row["precision"] is not None]

    def draw(axes: Any) -> None:
        axes.plot([row["coverage"] for row in curve], [row["precision"] for row in curve], "-o", markersize=3, color=Colour.ACCENT)
        for row in curve[:: max(1, len(curve) // 6)]:
            axes.annotate(
                f"{row['threshold']:g}", (row["coverage"], row["precision"]), (4, 4), textcoords="offset points", fontsize=8
            )
        for number, row in enumerate(points):
            axes.plot(row["coverage"], row["precision"], "D", markersize=6, color=Colour.series(number + 1), label=row["method"])
        axes.set_xlabel("share of queries that are phrased")
        axes.set_ylabel("share of phrases that are right")
        axes.set_xlim(0, 1)
        axes.grid(linewidth=0.6)
        if points:
            axes.legend(fontsize=8.5, loc="lower left")

    return svg_figure(draw, label="Precision against coverage, with the minimum confidence at some points", height=3.8)


def trust_figure(curve: Sequence[Row]) -> Markup:
    """Mean confidence of the phrases that pass each threshold against their support."""
    known = [row for row in curve if row["confidence"] is not None]

    def draw(axes: Any) -> None:
        axes.plot([0, 1], [0, 1], color=Colour.LINE, linewidth=1)
        axes.plot([row["confidence"] for row in known], [row["support"] for row in known], "o", markersize=4, color=Colour.ACCENT)
        axes.set_xlabel("mean confidence of the phrases that pass")
        axes.set_ylabel("share of people who made them")
        low = min([row[key] for row in known for key in ("confidence", "support")], default=0)
        axes.set_xlim(max(0, low - 0.05), 1)
        axes.set_ylim(max(0, low - 0.05), 1)
        axes.set_aspect("equal")
        axes.grid(linewidth=0.6)

    return svg_figure(draw, label="Confidence against support, one point for each threshold", width=6.0, height=4.4)
