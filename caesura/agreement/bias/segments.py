"""Bias 1: annotators cut a query into two or three segments of about equal length (Ramanath et al. 2013, section 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

from caesura.agreement.bias.tally import SEED, TRIALS, Finding, Tally, chi_square, finding
from caesura.agreement.flat_chance import deviation, length_deviations, segment_numbers
from caesura.agreement.items import Item, Pattern

_FEW = (2, 3)


def segment_findings(
    items: Sequence[Item], other: Sequence[Item] | None = None, *, trials: int = TRIALS, seed: int = SEED
) -> list[Finding]:
    """The share cut into two or three segments, and the standard deviation of their lengths; overall and by length."""
    found: list[Finding | None] = []
    for words, chosen, others in by_words(items, other):
        where = "all" if words is None else f"{words} words"
        found.append(
            finding(
                1,
                "two or three segments",
                where,
                Tally.of([_few(item) for item in chosen], share=True),
                None if others is None else Tally.of([_few(item) for item in others], share=True),
                trials=trials,
                seed=seed,
            )
        )
        for segments in _FEW:
            found.append(
                finding(
                    1,
                    f"deviation of lengths, {segments} segments",
                    where,
                    Tally.of([_deviations(item, segments) for item in chosen], share=False),
                    None if others is None else Tally.of([_deviations(item, segments) for item in others], share=False),
                    trials=trials,
                    seed=seed,
                )
            )
    return [row for row in found if row is not None]


def segment_distribution(items: Sequence[Item], other: Sequence[Item] | None = None) -> list[dict[str, object]]:
    """For each length the share of annotations with 1, 2, ... segments, by chance, and in the second corpus (figure 3, A)."""
    rows: list[dict[str, object]] = []
    for words, chosen, others in by_words(items, other, overall=False):
        counts, other_counts = _segment_counts(chosen), _segment_counts(others or ())
        chance = segment_numbers(words or 2)
        test = chi_square([counts[segments] for segments in chance], [float(share) for share in chance.values()])
        for segments, share in chance.items():
            rows.append(
                {
                    "words": words,
                    "segments": segments,
                    "annotations": counts[segments],
                    "share": counts[segments] / counts.total(),
                    "expected": float(share),
                    "other": other_counts[segments] / other_counts.total() if other_counts else None,
                    "chi_square_p": None if test is None else test[2],
                    "w": None if test is None else test[3],
                }
            )
    return rows


def deviation_distribution(items: Sequence[Item], other: Sequence[Item] | None = None) -> list[dict[str, object]]:
    """The share of annotations by the standard deviation of their segments' lengths, for 2 and 3 segments (figure 3, B)."""
    rows: list[dict[str, object]] = []
    for segments in _FEW:
        observed, others = _deviation_counts(items, segments), _deviation_counts(other or (), segments)
        expected: dict[float, float] = {}
        for item in items:
            number = sum(count for pattern, count in item.patterns if sum(pattern) + 1 == segments)
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


def by_words(
    items: Sequence[Item], other: Sequence[Item] | None, *, overall: bool = True
) -> Iterable[tuple[int | None, Sequence[Item], Sequence[Item] | None]]:
    """All queries together (None), then those of each length."""
    if overall:
        yield None, items, other
    for boundaries in sorted({item.boundaries for item in items}):
        yield (
            boundaries + 1,
            [item for item in items if item.boundaries == boundaries],
            None if other is None else [item for item in other if item.boundaries == boundaries],
        )


def _few(item: Item) -> tuple[float, float, float, float]:
    number = item.total
    few = sum(count for pattern, count in item.patterns if sum(pattern) + 1 in _FEW)
    expected = float(sum(share for segments, share in segment_numbers(item.boundaries + 1).items() if segments in _FEW))
    return few, expected * number, expected * (1 - expected) * number, number


def _deviations(item: Item, segments: int) -> tuple[float, float, float, float]:
    chosen = [(pattern, count) for pattern, count in item.patterns if sum(pattern) + 1 == segments]
    number = sum(count for _, count in chosen)
    mean, variance = _moments(item.boundaries + 1, segments) if number else (0.0, 0.0)
    return sum(count * deviation(_lengths(pattern)) for pattern, count in chosen), mean * number, variance * number, number


@cache
def _moments(words: int, segments: int) -> tuple[float, float]:
    chance = length_deviations(words, segments)
    mean = sum(value * float(share) for value, share in chance.items())
    return mean, sum((value - mean) ** 2 * float(share) for value, share in chance.items())


def _segment_counts(items: Iterable[Item]) -> Counter[int]:
    counts: Counter[int] = Counter()
    for pattern, count in _patterns(items):
        counts[sum(pattern) + 1] += count
    return counts


def _deviation_counts(items: Iterable[Item], segments: int) -> Counter[float]:
    counts: Counter[float] = Counter()
    for pattern, count in _patterns(items):
        if sum(pattern) + 1 == segments:
            counts[deviation(_lengths(pattern))] += count
    return counts


def _patterns(items: Iterable[Item]) -> Iterable[tuple[Pattern, int]]:
    return (vote for item in items for vote in item.patterns)


def _lengths(pattern: Pattern) -> tuple[int, ...]:
    edges = [0, *(place for place, broken in enumerate(pattern, start=1) if broken), len(pattern) + 1]
    return tuple(end - start for start, end in pairwise(edges))
