"""The crowd's curve under each measure, and where each method stands on it."""

from __future__ import annotations

from typing import Any

from caesura.evaluation.worth.figures import WorthInPeople
from caesura.evaluation.worth.scores import MEASURES
from caesura.foundation import PathLike, save_figure


def save_worth_figure(figures: WorthInPeople, path: PathLike) -> None:
    """As SVG, PNG or PDF, by the name of the file."""

    def draw(axes: Any) -> None:
        sizes = list(figures.curve)
        markers = dict(zip(dict.fromkeys(row.method for row in figures.rows), "osD^vP*X", strict=False))
        for number, measure in enumerate(MEASURES):
            colour = f"C{number}"
            axes.plot(sizes, [figures.curve[size][measure] for size in sizes], color=colour, label=f"people, {measure}")
            for row in figures.rows:
                if row.measure == measure:
                    label = row.method if number == 0 else None
                    axes.plot([row.people.number], [row.score], markers.get(row.method, "o"), color=colour, label=label)
        axes.set_xlabel(f"people in the crowd (against {figures.reference} others)")
        axes.set_ylabel("score")
        axes.set_xticks(sizes)
        axes.legend(fontsize=8, ncols=2)

    save_figure(draw, path, title="Worth in people")
