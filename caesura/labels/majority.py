"""Majority voting: every label counts the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from caesura.labels.model import Coded, LabelModel
from caesura.labels.table import Floats, Integers, LabelTable


@dataclass(eq=False)
class Majority(LabelModel):
    """The label most workers gave; `ties` decides between equals. The probability is the share of the votes."""

    name: ClassVar[str] = "majority"
    description: ClassVar[str] = "every label counts the same"
    citation: ClassVar[str] = "Xu and Klakow 2010, section 3"
    knows_workers: ClassVar[bool] = False

    def _learn(self, table: LabelTable, gold: Integers | None) -> None:  # noqa: ARG002 - nothing to learn
        self.classes_ = table.classes

    def _posterior(self, coded: Coded) -> Floats:
        return shares(coded, len(self.classes_), None)


def shares(coded: Coded, classes: int, weights: Floats | None) -> Floats:
    """Each class's share of an item's (weighted) votes; equal shares where no vote has any weight."""
    cells = np.bincount(coded.tasks * classes + coded.labels, weights=weights, minlength=coded.size * classes)
    votes = cells.reshape(coded.size, classes).astype(np.float64)
    totals = votes.sum(axis=1, keepdims=True)
    return np.where(totals > 0, votes / np.where(totals > 0, totals, 1.0), 1.0 / classes)


MODEL = Majority
