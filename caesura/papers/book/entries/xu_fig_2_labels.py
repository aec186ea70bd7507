"""Figure 2 of Xu and Klakow: accuracy against the number of labels for each item."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from caesura.foundation import Colour, InputError
from caesura.labels import read_gold, read_labels, simulate, simulation_signature
from caesura.papers.book.base import BookEntry, Computed

MODELS = ("majority", "naive-bayes", "glad")
REPEATS = 10
#: Values drawn, as far as the crowd's items have that many labels; the paper draws 1 to 8.
VALUES = (1, 3, 5, 7, 9)


def compute(place: Path) -> Computed:
    for file in sorted(place.glob("*.labels.csv"), key=lambda one: (one.stat().st_size, one.name)):
        table = read_labels(file)
        fewest = int(table.labels_per_task.min())
        if fewest >= VALUES[1]:
            break
    else:
        raise InputError(f"no crowd has {VALUES[1]} labels for every item", cure="give one with more")
    name = file.name.removesuffix(".labels.csv")
    gold = read_gold(place / f"{name}.gold.csv")
    values = [value for value in VALUES if value <= fewest]
    points = simulate(table, gold, values=values, models=MODELS, repeats=REPEATS)
    rows = [{"set": name, **point.row("labels")} for point in points]
    signed = simulation_signature(
        table, gold, points, vary="labels", repeats=REPEATS, duplicates="last", folds=20, ties="lowest", seed=1
    )

    def draw(axes: Any) -> None:
        for number, model in enumerate(MODELS):
            axes.plot(values, means[model], marker="o", label=model, color=Colour.series(number).value)
        axes.set_xticks(values)
        axes.set_xlabel("labels per item")
        axes.set_ylabel("accuracy")
        axes.legend()

    means = {model: [point.mean for point in points if point.model == model] for model in MODELS}
    rising = sum(own[-1] > own[0] for own in means.values())
    note = "in the paper more labels make every model more accurate; its figure prints no numbers"
    return Computed(rows, signed, rising, len(MODELS), draw, f"accuracy on {name}, {REPEATS} draws for each number of labels", note)


ENTRY = BookEntry(
    name="xu-fig-2-labels",
    chapter="xu-klakow-2010",
    title="Figure 2: accuracy against labels per item",
    compute=compute,
    source="crowd",
    tolerance="more labels help the model",
    why="The paper's judgements are not published; ours is the smallest public crowd with enough labels for every item.",
    order=2,
)
