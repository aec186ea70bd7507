"""The figures of the bias page: figure 3 of Ramanath et al. 2013, and table 6 as bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from caesura.agreement.bias.prepositions import POSITIONS
from caesura.foundation import Colour, svg_figure

if TYPE_CHECKING:
    from markupsafe import Markup

Row = dict[str, Any]
#: More lengths in one figure cannot be told apart.
_LENGTHS = 6


def lines_by_length(rows: Sequence[Row], across: str, label: str) -> Markup:
    """One line per query length: observed solid, by chance dashed, the second corpus dotted."""
    lengths = _commonest(rows)

    def draw(axes: Any) -> None:
        for number, words in enumerate(lengths):
            of_length = [row for row in rows if row["words"] == words]
            places = [row[across] for row in of_length]
            colour = Colour.series(number)
            axes.plot(places, [row["share"] for row in of_length], color=colour, marker="o", markersize=3, label=f"{words} words")
            axes.plot(places, [row["expected"] for row in of_length], color=colour, linestyle="--", linewidth=1)
            if of_length[0]["other"] is not None:
                axes.plot(places, [row["other"] for row in of_length], color=colour, linestyle=":", linewidth=1)
        axes.set_xlabel(across)
        axes.set_xticks(sorted({row[across] for row in rows if row["words"] in lengths}))
        axes.set_ylabel("share of annotations")
        axes.set_ylim(bottom=0)
        axes.legend(fontsize=8)

    second = "; dotted: second corpus" if any(row["other"] is not None for row in rows) else ""
    return svg_figure(draw, label=f"{label}; dashed: by chance{second}")


def deviation_bars(rows: Sequence[Row], segments: int) -> Markup:
    """How unequal the lengths of the segments are, in steps of one half."""
    steps = ("0", "to .5", "to 1", "to 1.5", "to 2", "over 2")
    drawn = [row for row in rows if row["segments"] == segments]

    def summed(which: str) -> list[float]:
        bars = [0.0] * len(steps)
        for row in drawn:
            value = row["deviation"]
            bars[next((place for place in range(5) if value <= place / 2 + 1e-9), 5)] += row[which] or 0.0
        return bars

    return svg_figure(
        _bars(steps, _series(drawn, summed), "standard deviation of segment lengths"),
        label=f"How unequal {segments} segments are",
    )


def preposition_bars(row: Row) -> Markup:
    """Table 6's first column as bars."""
    series = {"observed": [row[position] / 100 for position in POSITIONS], "by chance": [row["chance_each"] / 100] * 4}
    if row.get("other_both") is not None:
        series["second corpus"] = [row[f"other_{position}"] / 100 for position in POSITIONS]
    return svg_figure(
        _bars(POSITIONS, series, "breaks beside a preposition"), label="On which side of a preposition annotators break"
    )


def _series(rows: Sequence[Row], summed: Callable[[str], list[float]]) -> dict[str, list[float]]:
    series = {"observed": summed("share"), "by chance": summed("expected")}
    if any(row["other"] is not None for row in rows):
        series["second corpus"] = summed("other")
    return series


def _bars(names: Sequence[str], series: dict[str, list[float]], across: str) -> Callable[[Any], None]:
    def draw(axes: Any) -> None:
        width = 0.8 / len(series)
        colours = {"observed": Colour.ACCENT, "by chance": Colour.LINE, "second corpus": Colour.SECOND}
        for number, (name, values) in enumerate(series.items()):
            places = [place + (number - (len(series) - 1) / 2) * width for place in range(len(names))]
            axes.bar(places, values, width=width, color=colours[name].value, label=name)
        axes.set_xticks(range(len(names)), names)
        axes.set_xlabel(across)
        axes.set_ylabel("share of annotations")
        axes.legend(fontsize=8)

    return draw


def _commonest(rows: Sequence[Row]) -> list[int]:
    numbers: dict[int, int] = {}
    for row in rows:
        numbers[row["words"]] = numbers.get(row["words"], 0) + row["annotations"]
    return sorted(sorted(numbers, key=lambda words: -numbers[words])[:_LENGTHS])
