"""The comparison of two logs as a page in one file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caesura.foundation import Colour, Page, PathLike, Section, html_table, shared_signature, svg_figure, written
from caesura.segmenters.drift import BINS

if TYPE_CHECKING:
    from markupsafe import Markup

Row = Mapping[str, Any]

_COLUMNS = ("log", "queries", "words", "known_words", "known_pairs", "seen_words", "seen_pairs", "breaks", "break_entropy")


def write_drift_page(rows: Sequence[Row], path: PathLike) -> None:
    """`rows` are those of `compare_logs`."""
    with written(path) as stream:
        stream.write(drift_page(rows).render())


def drift_page(rows: Sequence[Row]) -> Page:
    """The report in sections."""
    old, new = rows
    lead = f"{new['queries']:,} queries of {new['log']} against {old['queries']:,} of {old['log']}."
    divergence = (
        f"The Jensen-Shannon divergence of both is {new['confidence_divergence']:.3f} bits (0: alike, 1: nothing in common)."
    )
    sections = [
        Section("How much is known", html_table(rows, _COLUMNS), "Shares of words, of pairs of neighbours, and of places."),
        Section("How sure the segmenter is", confidence_figure(rows), f"Segments of two and more words. {divergence}"),
    ]
    return Page(f"{old['log']} and {new['log']}", lead, sections, footer=shared_signature(row["signature"] for row in rows))


def confidence_figure(rows: Sequence[Row]) -> Markup:
    """The share of segments in each bin of probability, both logs side by side."""

    def draw(axes: Any) -> None:
        width = 0.8 / BINS / len(rows)
        for number, row in enumerate(rows):
            total = sum(row["confidence"]) or 1
            places = [(bin + 0.1) / BINS + (number + 0.5) * width for bin in range(BINS)]
            shares = [count / total for count in row["confidence"]]
            axes.bar(places, shares, width, color=Colour.series(number), label=row["log"])
        axes.set_xlabel("probability of a segment")
        axes.set_ylabel("share of segments")
        axes.set_xlim(0, 1)
        axes.legend(fontsize=8.5, loc="upper left")

    return svg_figure(draw, label="How likely the segments of both logs are", height=3.4)
