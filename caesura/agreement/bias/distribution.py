"""What annotators did beside what chance would do, for the queries of each length: one row per value and length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from caesura.agreement.bias.tally import chi_square
from caesura.agreement.items import AnnotatedQuery, Pattern

Rows = list[dict[str, object]]


def distribution(
    name: str,
    value: Callable[[Pattern], int],
    chance: Callable[[int], Mapping[int, Fraction]],
    items: Sequence[AnnotatedQuery],
    other: Sequence[AnnotatedQuery] | None = None,
) -> Rows:
    """The share of annotations with each `value` (called `name` in the rows), by chance, and in the second corpus.

    `chance` gives the share of each value among all structures over this many words.
    """
    rows: Rows = []
    for words, own, others in by_words(items, other, overall=False):
        counts, other_counts = _counts(own, value), _counts(others or (), value)
        expected = chance(words or 2)
        test = chi_square([counts[key] for key in expected], [float(share) for share in expected.values()])
        for key, share in expected.items():
            rows.append(
                {
                    "words": words,
                    name: key,
                    "annotations": counts[key],
                    "share": counts[key] / counts.total(),
                    "expected": float(share),
                    "other": other_counts[key] / other_counts.total() if other_counts else None,
                    "chi_square_p": None if test is None else test[2],
                    "w": None if test is None else test[3],
                }
            )
    return rows


def by_words(
    items: Sequence[AnnotatedQuery], other: Sequence[AnnotatedQuery] | None, *, overall: bool = True
) -> Iterable[tuple[int | None, Sequence[AnnotatedQuery], Sequence[AnnotatedQuery] | None]]:
    """All queries together (None), then those of each length."""
    if overall:
        yield None, items, other
    for boundaries in sorted({item.boundaries for item in items}):
        yield (
            boundaries + 1,
            [item for item in items if item.boundaries == boundaries],
            None if other is None else [item for item in other if item.boundaries == boundaries],
        )


def _counts(items: Iterable[AnnotatedQuery], value: Callable[[Pattern], int]) -> Counter[int]:
    counts: Counter[int] = Counter()
    for item in items:
        for pattern, count in item.patterns:
            counts[value(pattern)] += count
    return counts
