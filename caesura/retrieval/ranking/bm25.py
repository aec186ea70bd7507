"""BM25 as Lucene has it: idf x tf / (tf + k1 (1 - b + b |d| / mean length)), idf = ln(1 + (N - df + .5) / (df + .5)).

A phrase is one part with its own tf and df. Robertson and Walker 1994; Kamphuis et al. 2020 compare the variants.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log1p

import numpy as np

from caesura.foundation import InputError
from caesura.retrieval.ranking.model import Counts, Scores


@dataclass(frozen=True, slots=True)
class BM25:
    """`BM25(k1=0.9, b=0.4)`; the defaults are Anserini's."""

    k1: float = 0.9
    b: float = 0.4

    name = "bm25"
    description = "BM25 as Lucene has it"
    gain_needs_lengths = True

    def __post_init__(self) -> None:
        if not (0 <= self.k1 < inf and 0 <= self.b <= 1):
            raise InputError(f"k1 is {self.k1}, b is {self.b}", cure="k1 is 0 or more, b from 0 to 1")

    def base(self, counts: Counts) -> float:  # noqa: ARG002
        return 0.0

    def gain(self, frequencies: Scores, lengths: Scores, counts: Counts) -> Scores:
        held = counts.document_frequency
        idf = log1p((counts.document_count - held + 0.5) / (held + 0.5))
        norm = self.k1 * (1 - self.b + self.b * lengths / (counts.mean_length or 1.0))
        return idf * frequencies / (frequencies + norm)

    def document(self, lengths: Scores) -> Scores:
        return np.zeros_like(lengths)


MODEL = BM25
