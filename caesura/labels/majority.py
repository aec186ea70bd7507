"""Majority voting: every label counts the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from caesura.labels.cells import Posterior
from caesura.labels.model import Ballot, Coded, LabelModel
from caesura.labels.table import Floats, Integers, LabelTable


@dataclass(eq=False)
class Majority(LabelModel):
    """The label most workers gave; `ties` decides between equals. The probability is the share of the votes."""

    name: ClassVar[str] = "majority"
    description: ClassVar[str] = "every label counts the same"
    citation: ClassVar[str] = "Xu and Klakow 2010, section 3"
    knows_workers: ClassVar[bool] = False

    def _learn(self, table: LabelTable, gold: Integers | None, start: Floats | None) -> Posterior:  # noqa: ARG002 - no steps
        self.classes_ = table.classes
        return shares(Ballot.of(Coded.of(table), len(table.classes), gold), None)

    def _posterior(self, coded: Coded) -> Posterior:
        return shares(Ballot.of(coded, len(self.classes_)), None)


def shares(ballot: Ballot, weights: Floats | None) -> Posterior:
    """Each class's share of an item's (weighted) votes; equal shares where no vote has any weight."""
    votes = np.bincount(ballot.places, weights=weights, minlength=len(ballot.cells)).astype(np.float64)
    return Posterior(ballot.cells, ballot.cells.normalised(votes))


MODEL = Majority
