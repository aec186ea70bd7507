"""One model on one set of labels: the labels, and the document that says what they are worth."""

from __future__ import annotations

import warnings
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from caesura.foundation import InputError, notebook_facts, notebook_table, signature
from caesura.labels.accuracy_estimate import AccuracyEstimate, estimate_accuracy
from caesura.labels.calibration import calibration_error, reliability
from caesura.labels.choosing import NONE
from caesura.labels.glad import Glad
from caesura.labels.gold_accuracy import Accuracy, accuracy, expected_accuracy, grade_distances
from caesura.labels.model import LabelModel, NotConvergedWarning, gold_codes
from caesura.labels.model_choice import AUTO, ModelChoice
from caesura.labels.parameters import label_facts, model_facts
from caesura.labels.table import LabelTable


@dataclass(frozen=True, eq=False)
class Inference:
    """A fitted model, and its accuracy where gold labels are known; `expected_accuracy` is its mean if chance decided ties."""

    model: LabelModel
    accuracy: Accuracy | None
    expected_accuracy: float | None
    signature: str
    #: Why this model, where it was chosen by the labels.
    choice: ModelChoice | None = None
    #: How far probabilities are from the share that is right, on average.
    calibration_error: float | None = None
    #: Of grades: accuracy where a near miss counts in part, and the mean distance in grades.
    grades: tuple[float, float] | None = None
    #: What the model thinks of its own accuracy.
    estimate: AccuracyEstimate | None = None

    @property
    def labels(self) -> dict[Hashable, Hashable | None]:
        return self.model.labels_

    @property
    def probabilities(self) -> dict[Hashable, float]:
        """How likely each item's label is; of an item without a label, the highest any has."""
        highest = self.model.posterior_.highest.tolist()
        return dict(zip(self.model.table_.tasks, highest, strict=True))

    def items(self) -> list[dict[str, Any]]:
        """What is known of each item, the least certain first: label, how many were given and agreed, GLAD's difficulty."""
        table = self.model.table_
        agreed = table.agreed / table.labels_per_task
        columns = (self.probabilities.values(), table.labels_per_task.tolist(), agreed.tolist())
        rows: list[dict[str, Any]] = [
            {"task": task, "label": label, "probability": probability, "labels": given, "agreed": share}
            for (task, label), probability, given, share in zip(self.labels.items(), *columns, strict=True)
        ]
        if isinstance(self.model, Glad):
            for row, difficulty in zip(rows, self.model.difficulty_.tolist(), strict=True):
                row["difficulty"] = difficulty
        return sorted(rows, key=lambda row: row["probability"])

    def _repr_html_(self) -> str:
        """What was inferred, the least certain items first, in a notebook."""
        document = self.document()
        return notebook_facts(document, document.pop("signature")) + notebook_table(self.items())

    def document(self) -> dict[str, Any]:
        model, table = self.model, self.model.table_
        facts: dict[str, Any] = {
            "model": model.name if self.choice is None else AUTO,
            **({} if self.choice is None else {"chosen": model.name, "because": self.choice.reason}),
            "items": len(table.tasks),
            "workers": len(table.workers),
            "labels": len(table),
            "classes": len(table.classes),
            "duplicates": table.dropped,
        }
        if self.accuracy is not None:
            facts |= {
                "accuracy": self.accuracy.value,
                "expected_accuracy": self.expected_accuracy,
                "standard_error": self.accuracy.standard_error,
                "interval": list(self.accuracy.interval),
                "gold": self.accuracy.total,
                "calibration_error": self.calibration_error,
            }
        if self.grades is not None:
            facts |= {"weighted_accuracy": self.grades[0], "mean_absolute_error": self.grades[1]}
        if self.estimate is not None:
            facts |= {"estimated_accuracy": self.estimate.value, "estimated_interval": list(self.estimate.interval)}
        return facts | {
            "ties": model.ties_,
            "converged": model.converged_,
            "iterations": model.iterations_,
            "signature": self.signature,
        }


def infer(
    model: LabelModel,
    table: LabelTable,
    gold: Any = None,
    *,
    known: Any = None,
    rule: str = "last",
    choice: ModelChoice | None = None,
    estimate: bool = False,
) -> Inference:
    """Fit a model; gold labels judge it, and teach it where it is supervised. `rule` is how repeated labels were treated.

    `choice` says why it is this model, `estimate` asks a Bayesian one how accurate it thinks it is. `known` labels are given to it
    while it learns: these items have them for certain, and are not judged. A model that did not converge says so in its document;
    there is no warning besides.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotConvergedWarning)
        model.fit(table, gold=known if known is not None else gold if model.is_supervised else None)
    if known is not None and model.is_supervised:
        model.settle(known)
    signed = signature(**label_facts(table, rule, gold, known), **model_facts(model))
    estimated = estimate_accuracy(model, seed=model.seed) if estimate else None
    if gold is None:
        return Inference(model, None, None, signed, choice, estimate=estimated)
    truths = gold_codes(table, gold)
    if known is not None:
        truths = np.where(gold_codes(table, known) == NONE, truths, NONE)
        if (truths == NONE).all():
            raise InputError("every gold label is known to the model, none is left to judge it", cure="give it fewer of them")
    expected = float(expected_accuracy(model.posterior_, truths))
    calibration = calibration_error(reliability(model, truths))
    graded = grade_distances(model.codes_, truths, len(table.classes)) if model.is_graded else None
    return Inference(model, accuracy(model.codes_, truths), expected, signed, choice, calibration, graded, estimated)
