"""Decoding the CRF: the likeliest breaks, the probability of each break and of each segment, and the segments worth their cost."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, log

from caesura.shapes import Flat, Span

#: Scores of two neighbouring decisions: [before][here], 0 = goes on, 1 = starts a segment.
Transitions = tuple[tuple[float, float], tuple[float, float]]


def best_breaks(scores: Sequence[float], transitions: Transitions) -> Flat:
    """The most likely breaks (Viterbi); ties go to fewer breaks on the right."""
    value = (-inf, 0.0)  # of the best way that ends going on, starting
    back: list[tuple[int, int]] = []
    for score in scores:
        ways = [[value[before] + transitions[before][here] + (score if here else 0.0) for before in (0, 1)] for here in (0, 1)]
        pointers = (int(ways[0][1] > ways[0][0]), int(ways[1][1] > ways[1][0]))
        back.append(pointers)
        value = (ways[0][pointers[0]], ways[1][pointers[1]])
    state = int(value[1] > value[0])
    breaks: list[int] = []
    for pointers in reversed(back):
        breaks.append(state)
        state = pointers[state]
    return Flat(tuple(reversed(breaks)))


def marginals(scores: Sequence[float], transitions: Transitions) -> tuple[float, ...]:
    """The probability of each break."""
    forward, backward = _both_ways(scores, transitions)
    whole = _log_sum(*forward[-1])
    return tuple(exp(ahead[1] + behind[1] - whole) for ahead, behind in zip(forward[1:], backward[1:], strict=True))


def segment_chances(scores: Sequence[float], transitions: Transitions) -> dict[Span, float]:
    """The probability of each run of words that it is a segment."""
    forward, backward = _both_ways(scores, transitions)
    whole, size = _log_sum(*forward[-1]), len(scores) + 1
    chances = {}
    for start in range(size):
        inside, before = forward[start][1], 1
        for end in range(start + 1, size + 1):
            closing = 0.0 if end == size else transitions[before][1] + scores[end - 1] + backward[end][1]
            chances[start, end] = exp(inside + closing - whole)
            inside, before = inside + transitions[before][0], 0
    return chances


def best_segments(scores: Sequence[float], transitions: Transitions, cost: float) -> Flat:
    """The segments with the largest sum of probabilities, each less `cost`; ties go to the longer last segment.

    Half of the F1 that is reached, as `cost`, makes the expected F1 of segments over many queries the largest that it can be.
    """
    chances = segment_chances(scores, transitions)
    size = len(scores) + 1
    best, opened = [0.0] + [-inf] * size, [0] * (size + 1)
    for end in range(1, size + 1):
        for start in range(end):
            value = best[start] + chances[start, end] - cost
            if value > best[end] + 1e-12:
                best[end], opened[end] = value, start
    breaks, end = [0] * (size - 1), size
    while end:
        end = opened[end]
        if end:
            breaks[end - 1] = 1
    return Flat(tuple(breaks))


#: For each word the log weight of all ways that lead to it, or on from it, if it goes on and if it starts a segment.
_Ways = list[tuple[float, float]]


def _both_ways(scores: Sequence[float], transitions: Transitions) -> tuple[_Ways, _Ways]:
    forward: list[tuple[float, float]] = [(-inf, 0.0)]
    for score in scores:
        last = forward[-1]
        forward.append(
            (
                _log_sum(last[0] + transitions[0][0], last[1] + transitions[1][0]),
                _log_sum(last[0] + transitions[0][1], last[1] + transitions[1][1]) + score,
            )
        )
    backward = [(0.0, 0.0)]
    for score in reversed(scores):
        after = backward[-1]
        backward.append(
            (
                _log_sum(transitions[0][0] + after[0], transitions[0][1] + score + after[1]),
                _log_sum(transitions[1][0] + after[0], transitions[1][1] + score + after[1]),
            )
        )
    backward.reverse()
    return forward, backward


def _log_sum(one: float, other: float) -> float:
    high, low = (one, other) if one > other else (other, one)
    return high if low == -inf else high + log(1 + exp(low - high))
