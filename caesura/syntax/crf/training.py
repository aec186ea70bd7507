"""Training the CRF: penalised maximum likelihood by L-BFGS, all queries of one length at once.

The same input gives the same weights. Rows of the table that were seen fewer than `minimum` times stay zero.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from caesura.foundation import Advance, InputError, unwatched
from caesura.syntax.crf.evidence import EVIDENCE
from caesura.syntax.crf.example import CrfExample
from caesura.syntax.crf.features import break_rows
from caesura.syntax.crf.model import BreakModel
from caesura.syntax.crf.shares import break_shares
from caesura.syntax.hashed_weights import as_table, minimise, sparse_rows

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class CrfOptions:
    """`penalty` is the weight of half the squared weights; `minimum` is how often a feature must be seen.

    With `shares` the learned segmenter is asked about every query; `evidence` names further kinds. `lean` is added to the score of
    every break afterwards; with `segment_cost`, segments are chosen by their own probabilities.
    """

    penalty: float = 1.0
    minimum: int = 2
    iterations: int = 100
    shares: bool = True
    lean: float = 0.0
    evidence: tuple[str, ...] = ()
    segment_cost: float | None = None

    @classmethod
    def for_pairs(cls) -> CrfOptions:
        """What was chosen on held-out pairs (docs/background/syntax.md)."""
        return cls(penalty=3.0, evidence=tuple(EVIDENCE), segment_cost=0.3)


class _Group(NamedTuple):
    """Queries of one length: which places of the matrix are theirs, row by row, and what is right there."""

    places: npt.NDArray[np.int64]
    gold: npt.NDArray[np.int8]


def train_break_model(
    examples: Sequence[CrfExample],
    options: CrfOptions | None = None,
    card: dict[str, Any] | None = None,
    advance: Advance = unwatched,
) -> BreakModel:
    """The model that makes the examples most likely; `advance` is called after every step."""
    options = options or CrfOptions()
    useful = [example for example in examples if len(example.words) > 1]
    if not useful:
        raise InputError("no query of two or more words to learn from", cure="give more pairs")
    places = [
        rows
        for example in useful
        for rows in break_rows(example.words, example.tags, break_shares(example.words) if options.shares else (), options.evidence)
    ]
    matrix, columns = sparse_rows(places, options.minimum)
    groups = _groups(useful)
    size = len(columns)

    def objective(point: Vector) -> tuple[float, Vector]:
        likelihood, residual, edges = _likelihood(matrix @ point[:size], point[size:].reshape(2, 2), groups)
        slope = np.concatenate((matrix.T @ residual, edges.ravel())) - options.penalty * point
        return -(likelihood - options.penalty / 2 * float(point @ point)), -slope

    solution = minimise(objective, size + 4, options.iterations, advance)
    facts = {"examples": len(useful), "penalty": options.penalty, "iterations": int(solution.nit), **(card or {})}
    facts |= {"shares": options.shares, "lean": options.lean}
    facts |= {"evidence": list(options.evidence), "segment_cost": options.segment_cost}
    # To lean towards breaks is to add to both ways that start a segment.
    leaning = solution.x[size:].reshape(2, 2) + np.array([[0.0, options.lean], [0.0, options.lean]])
    (a, b), (c, d) = np.round(leaning, 6).tolist()
    return BreakModel(as_table(solution.x[:size], columns), ((a, b), (c, d)), facts)


def _groups(examples: Sequence[CrfExample]) -> list[_Group]:
    places: dict[int, list[npt.NDArray[np.int64]]] = defaultdict(list)
    gold: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    at = 0
    for example in examples:
        between = len(example.flat.breaks)
        places[between].append(np.arange(at, at + between))
        gold[between].append(example.flat.breaks)
        at += between
    return [_Group(np.array(places[size]), np.array(gold[size], dtype=np.int8)) for size in sorted(places)]


def _likelihood(scores: Vector, transitions: Vector, groups: Sequence[_Group]) -> tuple[float, Vector, Vector]:
    """Log likelihood, its slope for each place's score, and for each transition."""
    total = 0.0
    residual = np.zeros_like(scores)
    edges = np.zeros((2, 2))
    for group in groups:
        here = scores[group.places]
        likelihood, probable, pairs = _chains(here, transitions)
        gold = group.gold.astype(np.float64)
        before = np.concatenate((np.ones((len(gold), 1)), gold[:, :-1]), axis=1)
        seen = np.array([[(one * other).sum() for other in (1 - gold, gold)] for one in (1 - before, before)])
        total += float((here * gold).sum() + (seen * transitions).sum() - likelihood.sum())
        residual[group.places] = gold - probable
        edges += seen - pairs
    return total, residual, edges


def _chains(scores: Vector, transitions: Vector) -> tuple[Vector, Vector, Vector]:
    """For chains of one length: log of all ways' weight, probability of each break, expected transitions."""
    chains, length = scores.shape
    ahead = np.full((length + 1, chains, 2), -np.inf)
    ahead[0, :, 1] = 0.0
    for at in range(length):
        for state in (0, 1):
            ways = np.logaddexp(ahead[at, :, 0] + transitions[0, state], ahead[at, :, 1] + transitions[1, state])
            ahead[at + 1, :, state] = ways + (scores[:, at] if state else 0.0)
    behind = np.zeros((length + 1, chains, 2))
    for at in range(length - 1, -1, -1):
        for state in (0, 1):
            behind[at, :, state] = np.logaddexp(
                transitions[state, 0] + behind[at + 1, :, 0], transitions[state, 1] + scores[:, at] + behind[at + 1, :, 1]
            )
    whole = np.logaddexp(ahead[length, :, 0], ahead[length, :, 1])
    probable = np.exp(ahead[1:, :, 1] + behind[1:, :, 1] - whole).T
    pairs = np.zeros((2, 2))
    for one in (0, 1):
        for other in (0, 1):
            edge = transitions[one, other] + (scores.T if other else 0.0)
            pairs[one, other] = np.exp(ahead[:-1, :, one] + edge + behind[1:, :, other] - whole).sum()
    return whole, probable, pairs
