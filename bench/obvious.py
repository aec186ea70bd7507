"""What anyone would write first: n-grams in a dict, every segmentation listed. And the same dict with dynamic programming."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise, product

Counts = Mapping[str, int]


def weight(words: list[str], counts: Counts, titles: frozenset[str]) -> int:
    """Wikipedia-based, rules as printed."""
    text = " ".join(words)
    if text in titles:
        return len(words) * max(counts.get(f"{a} {b}", 0) for a, b in pairwise(words))
    return len(words) * counts.get(text, 0)


def all_candidates(text: str, counts: Counts, titles: frozenset[str]) -> str:
    """All 2^(n-1) segmentations, the best kept."""
    words = text.lower().split()
    best, winner = 0, "|".join(words)
    # Later breaks first, so that the first of equals wins as the tie rule asks.
    for breaks in product((0, 1), repeat=len(words) - 1):
        segments, current = [], [words[0]]
        for word, broken in zip(words[1:], breaks, strict=True):
            if broken:
                segments.append(current)
                current = [word]
            else:
                current.append(word)
        segments.append(current)
        score = 0
        for segment in segments:
            if len(segment) > 1:
                worth = weight(segment, counts, titles)
                if not worth:
                    break
                score += worth
        else:
            if score > best:
                best, winner = score, "|".join(" ".join(segment) for segment in segments)
    return winner


def dynamic(text: str, counts: Counts, titles: frozenset[str]) -> str:
    """The heaviest cut of each ending, from the right."""
    words = text.lower().split()
    size = len(words)
    best = [0] * (size + 1)
    ends = list(range(1, size + 1))
    for start in range(size - 2, -1, -1):
        best[start], ends[start] = best[start + 1], start + 1
        for end in range(start + 2, min(size, start + 5) + 1):
            worth = weight(words[start:end], counts, titles)
            if worth and worth + best[end] >= best[start]:
                best[start], ends[start] = worth + best[end], end
    segments, start = [], 0
    while start < size:
        segments.append(" ".join(words[start : ends[start]]))
        start = ends[start]
    return "|".join(segments)
