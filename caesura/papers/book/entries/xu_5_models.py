"""Table 5 of Xu and Klakow: majority, naive Bayes and GLAD against gold labels, on the crowds at hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from caesura.foundation import Colour, signature
from caesura.labels import infer, label_model, read_gold, read_labels
from caesura.papers.book.base import BookEntry, Computed

MODELS = ("majority", "naive-bayes", "glad")
#: Accuracy in percent on the paper's four sets, as printed.
_SETS = ("A (49.4 % of labels right)", "B (73.8 %)", "C, 3 labels (63.6 %)", "B, 3 labels (72.0 %)")
_PRINTED = {
    "majority": (49.61, 82.98, 67.09, 79.06),
    "naive-bayes": (61.75, 91.36, 81.79, 87.47),
    "glad": (54.52, 89.81, 67.51, 85.04),
}
#: Files above this many bytes take minutes.
LARGEST = 200_000


def compute(place: Path) -> Computed:
    files = (file for file in sorted(place.glob("*.labels.csv")) if file.stat().st_size < LARGEST)
    sets = {file.name.removesuffix(".labels.csv"): file for file in files}
    rows: list[dict[str, Any]] = [
        {"whose": "published", "set": name, **{model: _PRINTED[model][column] / 100 for model in MODELS}}
        for column, name in enumerate(_SETS)
    ]
    signed = []
    for name, file in sets.items():
        gold = read_gold(place / f"{name}.gold.csv")
        table = read_labels(file)
        row: dict[str, Any] = {"whose": "ours", "set": name}
        for model in MODELS:
            inferred = infer(label_model(model), table, gold)
            row[model] = inferred.accuracy.value if inferred.accuracy else None
        signed.append(table.fingerprint)
        rows.append(row)
    ours = [row for row in rows if row["whose"] == "ours"]

    def draw(axes: Any) -> None:
        for number, model in enumerate(MODELS):
            places = [at + 0.27 * (number - 1) for at in range(len(ours))]
            axes.bar(places, [row[model] or 0 for row in ours], 0.25, label=model, color=Colour.series(number).value)
        axes.set_xticks(range(len(ours)), [row["set"] for row in ours])
        axes.set_ylim(0.4, 1)
        axes.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1))

    better = sum(row["naive-bayes"] >= row["majority"] for row in ours)
    note = "sets on which naive Bayes is at least as accurate as the majority, which is what the paper found"
    made_of = signature(labels="+".join(signed), models=",".join(MODELS))
    return Computed(rows, made_of, better, len(ours), draw, "accuracy on our sets", note)


ENTRY = BookEntry(
    name="xu-5-models",
    chapter="xu-klakow-2010",
    title="Table 5: learning true labels",
    compute=compute,
    source="crowd",
    tolerance="the order of the models",
    why="The paper's judgements are not published, so values cannot be compared, only which model is ahead.",
    order=1,
)
