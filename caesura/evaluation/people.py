"""How good are people? Each annotator is scored against the others, and so is the best segmentation there could be.

Leave-one-out needs only the counts: taking away one of the seven who agreed gives the same rest seven times, so a row
per distinct segmentation, weighted by its votes, is enough.

Against *all* votes some single segmentation always reaches 1, under every measure (the top vote, or the majority at
each boundary). Against the rests that an annotator is scored against, none does where the rests disagree: that is the
fair ceiling for a person's score, and what `best_possible` finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from caesura.evaluation.fit import EarnedColumns, Fit
from caesura.evaluation.measures.base import Measure, Scores
from caesura.evaluation.reference_rule import ReferenceRule
from caesura.evaluation.statistics import Floats, Shares, Statistics
from caesura.evaluation.table import Integers, Masks, VoteTable

PERSON = "person (leave one out)"
BEST = "best possible (leave one out)"

#: Up to this many words all 2^(n-1) segmentations are tried.
EXHAUSTIVE_WORDS = 10
#: Pairs of rest and candidate looked at in one go, to bound memory.
_BATCH = 250_000


@dataclass(frozen=True)
class Rests:
    """The corpus with one annotator left out, in all ways. `left_out[i]` is what the missing annotator of row i said.

    Queries with one annotator have no rest and take no part.
    """

    table: VoteTable
    left_out: Masks
    shares: Shares


def rests(table: VoteTable) -> Rests:
    """One row per query and distinct segmentation, in the order of the table."""
    owner_of_vote = np.repeat(np.arange(len(table), dtype=np.int64), table.votes_per_query)
    variants = np.flatnonzero(table.totals[owner_of_vote] > 1)
    owners = owner_of_vote[variants]
    lengths = table.votes_per_query[owners]
    row = np.repeat(np.arange(len(variants), dtype=np.int64), lengths)
    first = np.concatenate(([0], np.cumsum(lengths)))[:-1]
    place = np.arange(len(row), dtype=np.int64) - first[row] + table.starts[owners][row]
    counts = table.counts[place] - (place == variants[row])
    # With one vote fewer a segmentation may fall behind others: sort again, the order of the file among equals.
    order = np.lexsort((table.positions[place], -counts, row))
    order = order[counts[order] > 0]
    starts = np.searchsorted(row[order], np.arange(len(variants) + 1))
    kept = place[order]
    rest = VoteTable(
        table.sizes[owners], starts.astype(np.int64), table.masks[kept], counts[order], table.positions[kept], table.safe[owners]
    )
    queries, owner = np.unique(owners, return_inverse=True)
    return Rests(rest, table.masks[variants], Shares(queries, owner.astype(np.int64), table.counts[variants], table.totals[owners]))


def person(others: Rests, measures: Sequence[Measure], rule: ReferenceRule) -> list[Statistics]:
    """The annotators themselves, as if they were a method."""
    fit = Fit.of_all(others.table, others.left_out, rule)
    return [Statistics(PERSON, measure, measure.fast(fit), len(others.table), others.shares) for measure in measures]


def best_possible(others: Rests, measures: Sequence[Measure], rule: ReferenceRule) -> list[Statistics]:
    """For every level the segmentation of each query that scores best against all its rests.

    Exact for queries of up to ten words. Longer ones try every segmentation that some annotator chose or that is the
    majority of some rest. Levels are maximised one by one, so segment F, made from two of them, is a bound.
    """
    wins: dict[tuple[str, str], tuple[Floats, Masks]] = {
        (measure.name, level): (np.full(len(others.shares.queries), -1.0), np.zeros(len(others.shares.queries), dtype=np.uint64))
        for measure in measures
        for level in measure.levels
    }
    for queries, rows, candidates, group in _batches(others):
        fit = Fit(others.table, rows, candidates, rule)
        weight = others.shares.weight[rows] / others.shares.total[rows]
        candidate_of_group = np.zeros(len(queries), dtype=np.uint64)
        candidate_of_group[group] = candidates
        for measure in measures:
            scored = Statistics("", measure, measure.fast(fit), len(rows))
            for level in measure.levels:
                mean: Floats = np.bincount(group, weights=scored.values(level) * weight, minlength=len(queries)).astype(np.float64)
                _keep_best(wins[measure.name, level], queries, mean, candidate_of_group)
    return [
        _combined(others, measure, rule, {level: wins[measure.name, level][1] for level in measure.levels}) for measure in measures
    ]


def _keep_best(best: tuple[Floats, Masks], queries: Integers, mean: Floats, candidates: Masks) -> None:
    """The first of the highest means of each query; its candidates stand side by side."""
    values, masks = best
    starts = np.flatnonzero(np.concatenate(([True], queries[1:] != queries[:-1])))
    highest = np.maximum.reduceat(mean, starts)
    owner = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(queries))))
    first = np.minimum.reduceat(np.where(mean == highest[owner], np.arange(len(queries)), len(queries)), starts)
    values[queries[starts]] = highest
    masks[queries[starts]] = candidates[first]


def _combined(others: Rests, measure: Measure, rule: ReferenceRule, best: dict[str, Masks]) -> Statistics:
    levels: dict[str, EarnedColumns] = {}
    for level, masks in best.items():
        fit = Fit.of_all(others.table, masks[others.shares.owner], rule)
        # Each level has a candidate of its own and so a factor of its own: fold it into the ratio.
        levels[level] = Statistics("", measure, measure.fast(fit), len(others.table)).ratio(level)
    return Statistics(BEST, measure, Scores(levels), len(others.table), others.shares)


def _batches(others: Rests) -> Iterator[tuple[Integers, Integers, Masks, Integers]]:
    """Groups (query, candidate), and for each group a pair with every rest of the query.

    Yields the query of each group, and for each pair its row in the table of rests, its candidate and its group.
    """
    rows_per_query = np.bincount(others.shares.owner)
    first_row = np.concatenate(([0], np.cumsum(rows_per_query)))[:-1]
    sizes = others.table.sizes[first_row]
    for size in np.unique(sizes):
        members = np.flatnonzero(sizes == size)
        if size <= EXHAUSTIVE_WORDS:
            every = np.arange(1 << (int(size) - 1), dtype=np.uint64)
            step = max(1, _BATCH // (len(every) * int(rows_per_query[members].max())))
            for begin in range(0, len(members), step):
                some = members[begin : begin + step]
                yield _pairs(np.repeat(some, len(every)), np.tile(every, len(some)), rows_per_query, first_row)
        else:
            for query in members:
                rows = slice(first_row[query], first_row[query] + rows_per_query[query])
                likely = np.unique(np.concatenate((others.left_out[rows], others.table.majority[rows])))
                yield _pairs(np.repeat(query, len(likely)), likely, rows_per_query, first_row)


def _pairs(
    queries: Integers, candidates: Masks, rows_per_query: Integers, first_row: Integers
) -> tuple[Integers, Integers, Masks, Integers]:
    lengths = rows_per_query[queries]
    group = np.repeat(np.arange(len(queries), dtype=np.int64), lengths)
    begin = np.concatenate(([0], np.cumsum(lengths)))[:-1]
    rows = np.arange(len(group), dtype=np.int64) - begin[group] + first_row[queries][group]
    return queries, rows, candidates[group], group
