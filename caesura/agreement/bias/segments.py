"""Bias 1: annotators cut a query into two or three segments of about equal length (Ramanath et al. 2013, section 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

from caesura.agreement.bias.distribution import Rows, by_words, distribution
from caesura.agreement.bias.tally import SEED, TRIALS, Finding, Tally, finding
from caesura.agreement.flat_chance import deviation, length_deviations, segment_numbers
from caesura.agreement.items import AnnotatedQuery, Pattern

_FEW = (2, 3)


def segment_findings(
    items: Sequence[AnnotatedQuery], other: Sequence[AnnotatedQuery] | None = None, *, trials: int = TRIALS, seed: int = SEED
) -> list[Finding]:
    """The share cut into two or three segments, and the standard deviation of their lengths; overall and by length."""
    findings: list[Finding | None] = []
    for words, own, others in by_words(items, other):
        where = "all" if words is None else f"{words} words"
        findings.append(
            finding(
                1,
                "two or three segments",
                where,
                Tally.of([_few(item) for item in own], share=True),
                None if others is None else Tally.of([_few(item) for item in others], share=True),
                trials=trials,
                seed=seed,
            )
        )
        for segments in _FEW:
            findings.append(
                finding(
                    1,
                    f"deviation of lengths, {segments} segments",
                    where,
                    Tally.of([_deviations(item, segments) for item in own], share=False),
                    None if others is None else Tally.of([_deviations(item, segments) for item in others], share=False),
                    trials=trials,
                    seed=seed,
                )
            )
    return [row for row in findings if row is not None]


def segment_distribution(items: Sequence[AnnotatedQuery], other: Sequence[AnnotatedQuery] | None = None) -> Rows:
    """For each length the share of annotations with 1, 2, ... segments, by chance, and in the second corpus (figure 3, A)."""
    return distribution("segments", _number_of_segments, segment_numbers, items, other)


def deviation_distribution(items: Sequence[AnnotatedQuery], other: Sequence[AnnotatedQuery] | None = None) -> Rows:
    """The share of annotations by the standard deviation of their segments' lengths, for 2 and 3 segments (figure 3, B)."""
    rows: Rows = []
    for segments in _FEW:
        observed, others = _deviation_counts(items, segments), _deviation_counts(other or (), segments)
        expected: dict[float, float] = {}
        for item in items:
            number = sum(count for pattern, count in item.patterns if _number_of_segments(pattern) == segments)
            if number:
                for value, share in length_deviations(item.boundaries + 1, segments).items():
                    expected[value] = expected.get(value, 0.0) + number * float(share)
        for value in sorted({*observed, *expected, *others} if observed else ()):
            rows.append(
                {
                    "segments": segments,
                    "deviation": value,
                    "share": observed[value] / observed.total(),
                    "expected": expected.get(value, 0.0) / observed.total(),
                    "other": others[value] / others.total() if others else None,
                }
            )
    return rows


def _few(item: AnnotatedQuery) -> tuple[float, float, float, float]:
    number = item.total
    few = sum(count for pattern, count in item.patterns if _number_of_segments(pattern) in _FEW)
    expected = float(sum(share for segments, share in segment_numbers(item.boundaries + 1).items() if segments in _FEW))
    return few, expected * number, expected * (1 - expected) * number, number


def _deviations(item: AnnotatedQuery, segments: int) -> tuple[float, float, float, float]:
    patterns = [(pattern, count) for pattern, count in item.patterns if _number_of_segments(pattern) == segments]
    number = sum(count for _, count in patterns)
    mean, variance = _moments(item.boundaries + 1, segments) if number else (0.0, 0.0)
    return sum(count * deviation(_lengths(pattern)) for pattern, count in patterns), mean * number, variance * number, number


@cache
def _moments(words: int, segments: int) -> tuple[float, float]:
    chance = length_deviations(words, segments)
    mean = sum(value * float(share) for value, share in chance.items())
    return mean, sum((value - mean) ** 2 * float(share) for value, share in chance.items())


def _number_of_segments(pattern: Pattern) -> int:
    return sum(pattern) + 1


def _deviation_counts(items: Iterable[AnnotatedQuery], segments: int) -> Counter[float]:
    counts: Counter[float] = Counter()
    for item in items:
        for pattern, count in item.patterns:
            if _number_of_segments(pattern) == segments:
                counts[deviation(_lengths(pattern))] += count
    return counts


def _lengths(pattern: Pattern) -> tuple[int, ...]:
    edges = [0, *(place for place, broken in enumerate(pattern, start=1) if broken), len(pattern) + 1]
    return tuple(end - start for start, end in pairwise(edges))
