"""Where in a query annotators break: the share of annotations with a break behind each word, by the length of the query."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from caesura.agreement.items import AnnotatedQuery

Rows = list[dict[str, object]]


def position_distribution(items: Sequence[AnnotatedQuery], other: Sequence[AnnotatedQuery] | None = None) -> Rows:
    """For each length and place the share of annotations that break there, by chance (one half), and in the second corpus."""
    observed, others = _shares(items), _shares(other or ())
    return [
        {
            "words": words,
            "position": position,
            "annotations": number,
            "share": share,
            "expected": 0.5,
            "other": others[words, position][0] if (words, position) in others else None,
        }
        for (words, position), (share, number) in sorted(observed.items())
    ]


def _shares(items: Sequence[AnnotatedQuery]) -> dict[tuple[int, int], tuple[float, int]]:
    breaks: defaultdict[tuple[int, int], int] = defaultdict(int)
    numbers: defaultdict[int, int] = defaultdict(int)
    for item in items:
        words = item.boundaries + 1
        numbers[words] += item.total
        for pattern, count in item.patterns:
            for position, broken in enumerate(pattern, start=1):
                breaks[words, position] += count * bool(broken)
    return {
        (words, position): (breaks[words, position] / number, number)
        for words, number in numbers.items()
        for position in range(1, words)
    }
