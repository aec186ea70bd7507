"""Intervals for alpha and S: draw the queries again with replacement, many times, and see how the figures move.

What alpha is made of (annotations that reach each level at each boundary, disagreement within queries) adds up over queries, so a
resample is a row of counts and all resamples are a few matrix products. A query drawn twice counts as two queries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from caesura.agreement.alpha import total_disagreement, within_queries
from caesura.agreement.blocks import Integers, blocks_of, level_weights, levels_of
from caesura.agreement.chance_agreement import Floats
from caesura.agreement.items import Distance, Item, pairable

RESAMPLES = 1000
SEED = 1
CONFIDENCE = 0.95
# Rows of counts are made in batches of about this many numbers, so that large corpora fit into memory.
_BATCH = 4_000_000

Interval = tuple[float, float]


@dataclass(frozen=True)
class Parts:
    """What alpha is made of, by query, for the queries of one length."""

    boundaries: int
    places: Integers
    totals: Floats
    within: Floats
    reaching: Floats


def alpha_interval(items: Sequence[Item], distance: Distance, *, resamples: int = RESAMPLES, seed: int = SEED) -> Interval | None:
    """The middle 95 % of alpha over resampled queries; None where alpha has no value or nothing is resampled."""
    used = pairable(items)
    if not used or not resamples:
        return None
    parts, weights = alpha_parts(used, distance)
    samples = np.concatenate([alphas(parts, weights, counts) for counts in _counts(len(used), resamples, seed)])
    return _middle(samples[np.isfinite(samples)])


def mean_interval(values: Floats, *, resamples: int = RESAMPLES, seed: int = SEED) -> Interval | None:
    """The same for a mean over queries, such as S."""
    if not len(values) or not resamples:
        return None
    return _middle(np.concatenate([counts @ values for counts in _counts(len(values), resamples, seed)]) / len(values))


def alpha_parts(items: Sequence[Item], distance: Distance) -> tuple[list[Parts], Integers]:
    blocks = blocks_of(items)
    weights = level_weights(levels_of(blocks), distance)
    parts = []
    for block in blocks:
        reaching = block.reaching(len(weights))
        apart = 2 * within_queries(block, reaching, weights) / (block.boundaries * (block.totals - 1))
        parts.append(
            Parts(
                block.boundaries, block.places, block.totals.astype(float), apart, reaching.reshape(len(reaching), -1).astype(float)
            )
        )
    return parts, weights


def alphas(parts: Sequence[Parts], weights: Integers, counts: Floats) -> Floats:
    """Alpha for each row of counts; not a number where a resample has nothing that differs."""
    number, within = np.zeros(len(counts)), np.zeros(len(counts))
    reached = {}
    for part in parts:
        chosen = counts[:, part.places]
        here = chosen @ part.totals
        number += here
        within += chosen @ part.within
        reached[part.boundaries] = (here, (chosen @ part.reaching).reshape(len(counts), len(weights), part.boundaries))
    return alphas_from(number, within, total_disagreement(reached, weights))


def alphas_from(number: Floats, within: Floats, across: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Floats = 1 - (within / number) / (across / (number * (number - 1)))
    return found


def _middle(samples: Floats) -> Interval | None:
    if not len(samples):
        return None
    low, high = np.quantile(samples, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    # Matrix products differ between machines in the last bits: do not print those.
    return round(float(low), 6), round(float(high), 6)


def _counts(queries: int, resamples: int, seed: int) -> Iterator[Floats]:
    """How often each query was drawn, one row per resample."""
    draw = np.random.default_rng(seed)
    batch = max(1, _BATCH // queries)
    for begin in range(0, resamples, batch):
        rows = min(batch, resamples - begin)
        drawn = draw.integers(0, queries, size=(rows, queries)) + np.arange(rows)[:, None] * queries
        yield np.bincount(drawn.ravel(), minlength=rows * queries).reshape(rows, queries).astype(np.float64)
