"""EBCC, enhanced Bayesian classifier combination: workers agree in more than the class, because items of a class differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from caesura.foundation import InputError
from caesura.labels.expectation_maximisation import starts
from caesura.labels.ibcc import BayesianCombination
from caesura.labels.model import Ballot
from caesura.labels.table import Floats
from caesura.labels.variational import StatePrior


@dataclass(eq=False)
class Ebcc(BayesianCombination):
    """Each class has up to `subtypes` of items, and each worker a confusion matrix over them: so workers' errors may go together.

    `sparsity` is the prior of the subtypes of a class taken together; below 1, few of them are used. The first start gives every
    class one subtype, `restarts` others divide the items at random; the highest bound counts.
    """

    name: ClassVar[str] = "ebcc"
    description: ClassVar[str] = "Bayesian confusion matrices over subtypes of the classes"
    citation: ClassVar[str] = "Li, Rubinstein and Cohn 2019, Exploiting worker correlation for label aggregation in crowdsourcing"

    class_prior: float | str = "votes"
    subtypes: int = 10
    sparsity: float = 0.1
    restarts: int = 4

    def _states(self, class_counts: Floats) -> StatePrior:
        if self.subtypes < 1 or not self.sparsity > 0:
            raise InputError(f"{self.subtypes} subtypes, sparsity {self.sparsity}", cure="give at least 1, and a sparsity above 0")
        return StatePrior(class_counts, self.sparsity / self.subtypes, self.subtypes)

    def _starts(self, ballot: Ballot, first: Floats) -> list[Floats]:
        made = [one[:, None] for one in starts(ballot.cells, first, 0, self.seed)]
        for number in range(self.restarts if self.subtypes > 1 else 0):
            draw = np.random.default_rng([self.seed, number]).standard_exponential((len(first), self.subtypes))
            made.append(first[:, None] * draw / draw.sum(axis=1, keepdims=True))
        return made


MODEL = Ebcc
