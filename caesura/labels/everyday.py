"""True labels from a crowd's in one call."""

from __future__ import annotations

from typing import Any

from caesura.corpus import Duplicates, duplicates_rule
from caesura.labels.inference import Inference, infer
from caesura.labels.reading import as_table, read_gold, read_labels
from caesura.labels.registry import label_model


def infer_labels(
    labels: Any, *, model: str = "majority", gold: Any = None, duplicates: Duplicates | str = Duplicates.LAST, **options: Any
) -> Inference:
    """Fit a label model: `infer_labels("labels.csv", model="glad").labels` is task -> label.

    `labels` is a file with the columns task, worker and label, a data frame with them, or a `LabelTable`; `gold` a file or a
    mapping of the labels that are known, which judge the model. `options` are the model's own (`ties`, `seed`, ...).
    """
    rule = duplicates_rule(duplicates)
    if isinstance(labels, str) or hasattr(labels, "__fspath__"):
        table = read_labels(labels, duplicates=rule)
    else:
        table = as_table(labels, duplicates=rule)
    known = read_gold(gold) if isinstance(gold, str) or hasattr(gold, "__fspath__") else gold
    return infer(label_model(model, **options), table, known, rule=rule.value)
