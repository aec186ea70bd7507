"""Query likelihood with Jelinek-Mercer smoothing: log of (1 - lambda) tf / |d| + lambda P(part), P(part) = cf / |C|.

Zhai and Lafferty 2004.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from caesura.foundation import InputError
from caesura.retrieval.ranking.model import Counts, Scores


@dataclass(frozen=True, slots=True)
class JelinekMercer:
    """`JelinekMercer(lambda_=0.4)`; lambda is the share of the collection, 0.4 is Indri's own default."""

    lambda_: float = 0.4

    name = "jm"
    description = "query likelihood with Jelinek-Mercer smoothing"
    gain_needs_lengths = True

    def __post_init__(self) -> None:
        if not 0 < self.lambda_ < 1:
            raise InputError(f"lambda is {self.lambda_}", cure="give a number between 0 and 1")

    def base(self, counts: Counts) -> float:
        return log(self.lambda_ * counts.probability)

    def gain(self, frequencies: Scores, lengths: Scores, counts: Counts) -> Scores:
        return np.log1p((1 - self.lambda_) / (self.lambda_ * counts.probability) * frequencies / lengths)

    def document(self, lengths: Scores) -> Scores:
        return np.zeros_like(lengths)


MODEL = JelinekMercer
