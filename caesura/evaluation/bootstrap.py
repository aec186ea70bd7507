"""Resampled figures of an evaluation, for confidence intervals by bootstrap.

A figure here is a sum over queries divided by another sum over queries, or by their number. So a resample is a row of
counts, and all figures of all resamples come from one matrix product.
"""

from __future__ import annotations

import numpy as np

from caesura.evaluation.statistics import Average, Floats, Statistics, harmonic_means
from caesura.evaluation.table import Flags
from caesura.foundation import RESAMPLES, SEED, resampled_sums


def resampled(
    statistics: Statistics,
    average: Average = Average.MACRO,
    where: Flags | None = None,
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> dict[str, Floats]:
    """Resampled figures of one method and measure, by level."""
    return resampled_all([statistics], average, where, resamples=resamples, seed=seed)[0]


def resampled_all(
    many: list[Statistics],
    average: Average = Average.MACRO,
    where: Flags | None = None,
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> list[dict[str, Floats]]:
    """The same resamples for all of them, so that their differences are paired."""
    queries = slice(None) if where is None else where
    levels = [(statistics, level) for statistics in many for level in statistics.measure.levels]
    if average is Average.MACRO:
        matrix = np.column_stack([statistics.values(level)[queries] for statistics, level in levels])
        ratios = resampled_sums(matrix, resamples, seed) / len(matrix)
    else:
        columns = [column[queries] for statistics, level in levels for column in statistics.pooled(level)]
        sums = resampled_sums(np.column_stack(columns), resamples, seed)
        above, below = sums[:, 0::2], sums[:, 1::2]
        ratios = np.where(below == 0, 1.0, above / np.where(below == 0, 1.0, below))
    result: list[dict[str, Floats]] = []
    column = 0
    for statistics in many:
        levels_of_one: dict[str, Floats] = {}
        for level in statistics.measure.levels:
            levels_of_one[level] = ratios[:, column]
            column += 1
            if level == "segment_recall":
                levels_of_one["segment_f"] = harmonic_means(levels_of_one["segment_precision"], levels_of_one[level])
        result.append(levels_of_one)
    return result
