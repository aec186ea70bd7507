"""True labels from a crowd's in one call."""

from __future__ import annotations

from typing import Any

from caesura.corpus import Duplicates, duplicates_rule
from caesura.labels.inference import Inference, infer
from caesura.labels.model_choice import resolved
from caesura.labels.reading import as_table, read_gold, read_labels
from caesura.labels.registry import label_model


def infer_labels(
    labels: Any,
    *,
    model: str = "majority",
    gold: Any = None,
    known: Any = None,
    duplicates: Duplicates | str = Duplicates.LAST,
    **options: Any,
) -> Inference:
    """Fit a label model: `infer_labels("labels.csv", model="auto").labels` is task -> label.

    `labels` is a file with the columns task, worker and label, a data frame with them, or a `LabelTable`; `gold` a file or a
    mapping of true labels, which judge the model; `known` the same of items whose label is given to it. `options` are the model's
    own (`ties`, `seed`, ...).
    """
    rule = duplicates_rule(duplicates)
    if isinstance(labels, str) or hasattr(labels, "__fspath__"):
        table = read_labels(labels, duplicates=rule)
    else:
        table = as_table(labels, duplicates=rule)
    certain = _read(known)
    name, choice = resolved(model, table, known=certain, seed=options.get("seed", 1))
    return infer(label_model(name, **options), table, _read(gold), known=certain, rule=rule.value, choice=choice)


def _read(gold: Any) -> Any:
    return read_gold(gold) if isinstance(gold, str) or hasattr(gold, "__fspath__") else gold
