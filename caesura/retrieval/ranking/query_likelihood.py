"""Query likelihood with Dirichlet smoothing: log of (tf + mu P(part)) / (|d| + mu), P(part) = cf / |C|.

A phrase is one part with its own tf and cf. Zhai and Lafferty 2004; Metzler and Croft 2004 (Indri).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log

import numpy as np

from caesura.foundation import InputError
from caesura.retrieval.ranking.model import Counts, Scores


@dataclass(frozen=True, slots=True)
class QueryLikelihood:
    """`QueryLikelihood(mu=2500)`; 2500 is Indri's own default."""

    mu: float = 2500.0

    name = "ql"
    description = "query likelihood with Dirichlet smoothing"
    gain_needs_lengths = False

    def __post_init__(self) -> None:
        if not 0 < self.mu < inf:
            raise InputError(f"mu is {self.mu}", cure="give a number above 0")

    def base(self, counts: Counts) -> float:
        return log(self.mu * counts.probability)

    def gain(self, frequencies: Scores, lengths: Scores, counts: Counts) -> Scores:  # noqa: ARG002
        return np.log1p(frequencies / (self.mu * counts.probability))

    def document(self, lengths: Scores) -> Scores:
        return -np.log(lengths + self.mu)


MODEL = QueryLikelihood
