"""Table 4 of Lioma et al.: runs with and without phrases, and how far each is from the best that could be had."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from caesura.foundation import Colour
from caesura.papers.book.base import BookEntry, Computed
from caesura.papers.phrase_or_not import beside_published
from caesura.retrieval import ExperimentSettings, collection_folders, experiment_rows, open_folder, run_experiment

SHOWN = ("collection", "run", "measure", "queries", "value", "from_upper_bound", "phrased", "published")


def compute(place: Path) -> Computed:
    with tempfile.TemporaryDirectory() as work:
        settings = ExperimentSettings()
        opened = [open_folder(inner.name, inner, settings, work) for inner in collection_folders(place)]
        result = run_experiment(opened)
        rows = [dict(row) for row in experiment_rows(result)]
    everything = beside_published(rows)
    shown: list[dict[str, Any]] = [{key: row.get(key) for key in SHOWN} for row in everything if row["measure"] == "MAP"]
    ours = [row for row in shown if not row["published"] and row["from_upper_bound"] is not None]

    def draw(axes: Any) -> None:
        drawn = [row for row in shown if row["from_upper_bound"] is not None]
        colours = [Colour.QUIET.value if row["published"] else Colour.ACCENT.value for row in drawn]
        axes.barh(
            [f"{row['run']}, {row['collection']}" for row in drawn], [row["from_upper_bound"] for row in drawn], color=colours
        )
        axes.invert_yaxis()

    height = 1 + 0.22 * sum(row["from_upper_bound"] is not None for row in shown)
    words = {row["collection"]: row["value"] for row in ours if row["run"] == "bag-of-words"}
    full = {row["collection"]: row["value"] for row in ours if row["run"] == "mrf-full"}
    holds = sum(words[name] >= full[name] for name in words if name in full)
    note = "collections on which a bag of words is not beaten by full dependence, as on both of the paper's by MAP"
    caption = "MAP in % from the upper bound; published figures in grey"
    return Computed(shown, str(rows[0].get("signature", "")), holds, len(words), draw, caption, note, height)


ENTRY = BookEntry(
    name="lioma-4-retrieval",
    chapter="lioma-2018",
    title="Table 4: retrieval with and without phrases (MAP)",
    compute=compute,
    source="collections",
    tolerance="the order of the runs",
    why="The collections are small and of other kinds, and the users are simulated where no options of people are given.",
    order=2,
)
