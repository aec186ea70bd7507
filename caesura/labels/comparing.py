"""Sets of labels side by side, as in Xu and Klakow's tables 3 (the sets), 4 (how many agreed) and 5 (the models)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import numpy as np

from caesura.corpus import Duplicates
from caesura.foundation import Advance, InputError, unwatched
from caesura.labels.calibration import ReliabilityBin, reliability
from caesura.labels.choosing import NONE
from caesura.labels.gold_accuracy import Accuracy, mcnemar
from caesura.labels.inference import infer
from caesura.labels.model import gold_codes
from caesura.labels.parameters import model_with, settings_by_model
from caesura.labels.registry import MODELS, label_model
from caesura.labels.simulation import simulate
from caesura.labels.table import LabelTable

Row = dict[str, Any]
#: The name of all sets taken together.
MERGED = "merged"


@dataclass(frozen=True)
class LabelComparison:
    """Rows of the three tables, each row with the name of its set."""

    sets: list[Row]
    agreed: list[Row]
    models: list[Row]
    #: Set -> model -> how often labels are right by how sure the model is.
    reliability: dict[str, dict[str, list[ReliabilityBin]]] = field(default_factory=dict)


def compare_labels(
    sets: Mapping[str, LabelTable],
    gold: Mapping[str, Any],
    *,
    models: Sequence[str] = tuple(MODELS),
    settings: Sequence[str] = (),
    folds: int = 20,
    ties: str = "lowest",
    duplicates: Duplicates | str = Duplicates.LAST,
    seed: int = 1,
    advance: Advance = unwatched,
) -> LabelComparison:
    """Every model on every set; each set has its gold labels under its name. A set with too few gold items has fewer folds."""
    if missing := [name for name in sets if name not in gold]:
        raise InputError(f"the set {missing[0]} has no gold labels", cure="give gold labels for every set")
    set_for = settings_by_model(models, settings)
    described, agreed, judged = list[Row](), list[Row](), list[Row]()
    sure: dict[str, dict[str, list[ReliabilityBin]]] = {name: {} for name in sets}
    for name, table in sets.items():
        truths = gold_codes(table, gold[name])
        described.append({"set": name} | describe(table, truths))
        agreed += [{"set": name} | row for row in agreement_rows(table)]
        known = int((truths >= 0).sum())
        votes = label_model("majority", ties=ties, seed=seed).fit(table).codes_
        for model in models:
            options = {"folds": min(folds, max(1, known))} if model == "naive-bayes" else {}
            inference = infer(
                model_with(model, set_for[model], ties=ties, seed=seed, **options), table, gold[name], rule=str(duplicates)
            )
            p = None if model == "majority" else mcnemar(inference.model.codes_, votes, truths)
            sure[name][model] = reliability(inference.model, truths)
            judged.append({"set": name} | inference.document() | {"p_against_majority": p})
            advance(1)
    return LabelComparison(described, agreed, judged, sure)


def drawn_rows(
    sets: Mapping[str, LabelTable],
    gold: Mapping[str, Any],
    size: int,
    *,
    models: Sequence[str] = tuple(MODELS),
    settings: Sequence[str] = (),
    draws: int = 100,
    folds: int = 20,
    ties: str = "lowest",
    seed: int = 1,
    advance: Advance = unwatched,
) -> list[Row]:
    """Table 5's other columns: every model on `size` labels drawn of each item, as means over many draws."""
    rows: list[Row] = []
    for name, table in sets.items():
        points = simulate(
            table,
            gold[name],
            values=[size],
            models=models,
            settings=settings,
            repeats=draws,
            folds=folds,
            ties=ties,
            seed=seed,
            advance=advance,
        )
        for point in points:
            row = point.row("labels")
            ends = {"interval": [row["low"], row["high"]]}
            rows.append({"set": f"{name}, {size} drawn", "draws": draws, "unconverged": point.unconverged} | row | ends)
    return rows


def with_merged(sets: Mapping[str, LabelTable], duplicates: Duplicates | str = Duplicates.LAST) -> dict[str, LabelTable]:
    """The sets, and one more that holds the labels of all of them."""
    return dict(sets) | {MERGED: reduce(lambda one, other: one.merged(other, duplicates), sets.values())}


def describe(table: LabelTable, gold: Sequence[int] | np.ndarray[Any, np.dtype[np.int64]] | None = None) -> Row:
    """Table 3: how large a set is, and how many of its labels are right."""
    per_item = table.labels_per_task
    row: Row = {
        "items": len(table.tasks),
        "workers": len(table.workers),
        "labels": len(table),
        "duplicates": table.dropped,
        "classes": len(table.classes),
        "labels_per_item": float(per_item.mean()),
        "fewest": int(per_item.min()),
        "most": int(per_item.max()),
    }
    if table.seconds is not None:
        row["hours"] = float(table.seconds.sum()) / 3600
    if gold is not None:
        truths = np.asarray(gold)[table.task_codes]
        judged = truths != NONE
        right = Accuracy(int((truths[judged] == table.label_codes[judged]).sum()), int(judged.sum()))
        row |= {"annotation_accuracy": right.value, "interval": list(right.interval)}
    return row


def agreement_rows(table: LabelTable) -> list[Row]:
    """Table 4: of how many items how many workers agreed on the most frequent label, by the number of labels."""
    most = table.agreed
    rows: list[Row] = []
    for size in np.unique(table.labels_per_task):
        agreements = most[table.labels_per_task == size]
        for agreed in np.unique(agreements):
            items = int((agreements == agreed).sum())
            rows.append({"labels_per_item": int(size), "agreed": int(agreed), "items": items, "share": items / len(agreements)})
    return rows
