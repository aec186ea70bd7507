"""The best segmentations by dynamic programming, in O(words x longest segment).

A method says which segments are possible and what they weigh; here the heaviest sum is found. Single words are always
possible and weigh 0. Ties: compare the break positions from the left, the later one wins, and no further break counts
as latest. Read from the right this is simple: among equally heavy ways to cut the words from `start` on, the one with
the longest first segment wins, and what follows it was already decided by the same rule.

Weights are compared as they come. Methods hand in whole numbers of any size, so sums are exact and a tie is a tie.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nlargest
from typing import NamedTuple

from caesura.shapes import Span


class CandidateSegment(NamedTuple):
    """A segment of two or more words that a method looked at: words `start` to `end`, its weight and where that came from.

    `allowed` is False where the candidate would rule a segmentation out; it is kept only to be explained.
    """

    start: int
    end: int
    weight: int
    basis: str
    frequency: int = 0
    allowed: bool = True


class WeightedCut(NamedTuple):
    """A way to cut all words: its score, its segments, their weights."""

    score: int
    spans: tuple[Span, ...]
    weights: tuple[int, ...]


def best(size: int, candidates: Iterable[CandidateSegment]) -> WeightedCut:
    """The heaviest segmentation of `size` words."""
    score = {size: 0}
    choice: dict[int, tuple[int, int]] = {}
    starting = _by_start(size, candidates)
    for start in range(size - 1, -1, -1):
        heaviest, end, weight_there = score[start + 1], start + 1, 0
        for candidate in starting[start]:
            total = candidate.weight + score[candidate.end]
            if total > heaviest or (total == heaviest and candidate.end > end):
                heaviest, end, weight_there = total, candidate.end, candidate.weight
        score[start], choice[start] = heaviest, (end, weight_there)
    spans, weights, start = [], [], 0
    while start < size:
        end, weight = choice[start]
        spans.append((start, end))
        weights.append(weight)
        start = end
    return WeightedCut(score[0], tuple(spans), tuple(weights))


def k_best(size: int, candidates: Iterable[CandidateSegment], wanted: int) -> list[WeightedCut]:
    """The `wanted` heaviest segmentations, best first, ties as above; fewer where fewer are possible."""
    starting = _by_start(size, candidates)
    # For each place the best ways to cut the words from there on: (score, segment lengths, segment weights). Tuples
    # of lengths compare as the tie rule asks: a longer first segment is a later break.
    ways: list[list[tuple[int, tuple[int, ...], tuple[int, ...]]]] = [[] for _ in range(size)] + [[(0, (), ())]]
    for start in range(size - 1, -1, -1):
        single = CandidateSegment(start, start + 1, 0, "word")
        ways[start] = nlargest(
            wanted,
            (
                (candidate.weight + score, (candidate.end - start, *lengths), (candidate.weight, *weights))
                for candidate in (single, *starting[start])
                for score, lengths, weights in ways[candidate.end]
            ),
        )
    return [WeightedCut(score, _spans(lengths), weights) for score, lengths, weights in ways[0]]


def _by_start(size: int, candidates: Iterable[CandidateSegment]) -> Sequence[Sequence[CandidateSegment]]:
    starting: list[list[CandidateSegment]] = [[] for _ in range(size)]
    for candidate in candidates:
        if candidate.allowed:
            starting[candidate.start].append(candidate)
    return starting


def _spans(lengths: Sequence[int]) -> tuple[Span, ...]:
    spans, start = [], 0
    for length in lengths:
        spans.append((start, start + length))
        start += length
    return tuple(spans)
