"""What a query log says about a place between two words, beyond counts: which runs begin, end or are whole queries, what stands
beside them, which words meet in any order. For the teacher alone: the shipped models do not need a log.

A query of the log itself is described without its own occurrence; otherwise every pair in it would have been seen.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import log

#: Longer lines of a log are seldom queries.
_LONGEST = 12
_START, _END = "^", "$"

Run = tuple[str, ...]


class _Neighbours:
    """What stands beside a run: how often, and the sum of c log c that its entropy needs."""

    __slots__ = ("counts", "sum", "total")

    def __init__(self, counts: Counter[str]) -> None:
        self.counts = counts
        self.total = counts.total()
        self.sum = sum(map(_c_log_c, counts.values()))

    def entropy(self, left_out: str | None) -> float:
        total, summed = self.total, self.sum
        if left_out is not None and (count := self.counts[left_out]):
            total, summed = total - 1, summed - _c_log_c(count) + _c_log_c(count - 1)
        return log(total) - summed / total if total else -1.0


def _c_log_c(count: int) -> float:
    return count * log(count) if count else 0.0


class LogStatistics:
    """`rows(words)` gives the numbers of each place of a query."""

    def __init__(self, queries: Iterable[str]) -> None:
        self._counts: Counter[Run] = Counter()
        self._together: Counter[Run] = Counter()
        self._starts: Counter[Run] = Counter()
        self._ends: Counter[Run] = Counter()
        right: defaultdict[Run, Counter[str]] = defaultdict(Counter)
        left: defaultdict[Run, Counter[str]] = defaultdict(Counter)
        self._whole = {words for query in queries if len(words := tuple(query.lower().split())) <= _LONGEST}
        # In order, whatever order a set has: sums of logarithms must not depend on it.
        for words in sorted(self._whole):
            size, padded = len(words), (_START, *words, _END)
            distinct = sorted(set(words))
            self._together.update((one, other) for at, one in enumerate(distinct) for other in distinct[at + 1 :])
            for length in (1, 2, 3):
                for at in range(size - length + 1):
                    run = words[at : at + length]
                    self._counts[run] += 1
                    if length < 3:
                        right[run][padded[at + length + 1]] += 1
                        left[run][padded[at]] += 1
                if length < 3 and size >= length:
                    self._starts[words[:length]] += 1
                    self._ends[words[-length:]] += 1
        self._right = {run: _Neighbours(counts) for run, counts in right.items()}
        self._left = {run: _Neighbours(counts) for run, counts in left.items()}
        self._tokens = sum(count for run, count in self._counts.items() if len(run) == 1)

    def rows(self, words: Sequence[str]) -> list[list[float]]:
        query = tuple(word.lower() for word in words)
        described = _Described(self, query, own=int(query in self._whole))
        return [described.row(place) for place in range(len(query) - 1)]


class _Described:
    """One query; a run that leaves it has the number -1 (entropies -2)."""

    def __init__(self, log_: LogStatistics, words: Run, own: int) -> None:
        self.log, self.words, self.own, self.padded = log_, words, own, (_START, *words, _END)

    def row(self, place: int) -> list[float]:
        words, size = self.words, len(self.words)
        before, behind = words[place], words[place + 1]
        pair_count = self._count(place, 2)
        meetings = self._meetings(place, place + 1)
        return [
            *(self._log_count(place + at, 1) for at in (-1, 0, 1, 2)),
            *(self._log_count(place + at, 2) for at in (-1, 0, 1)),
            *(self._pmi(place + at) for at in (-1, 0, 1)),
            *(self._log_count(place + at, 3) for at in (-2, -1, 0, 1)),
            log(1 + self.log._counts[behind, before]),
            log(1 + max(meetings, 0)),
            log(1 + max(meetings - pair_count, 0)),
            log(1 + max(self._meetings(place - 1, place + 1), 0)) if place else -1.0,
            log(1 + max(self._meetings(place, place + 2), 0)) if place + 2 < size else -1.0,
            *(
                self._whole(start, end)
                for start, end in (
                    (0, place + 1),
                    (place + 1, size),
                    (place, place + 2),
                    (place - 1, place + 2),
                    (place, place + 3),
                    (place - 1, place + 1),
                    (place + 1, place + 3),
                    (place, place + 1),
                    (place + 1, place + 2),
                )
            ),
            self._share(self.log._starts, place, 1, own=place == 0),
            self._share(self.log._ends, place, 1, own=False),
            self._share(self.log._starts, place + 1, 1, own=False),
            self._share(self.log._ends, place + 1, 1, own=place + 2 == size),
            self._share(self.log._starts, place, 2, own=place == 0),
            self._share(self.log._ends, place, 2, own=place + 2 == size),
            self._entropy(self.log._right, place, 1),
            self._entropy(self.log._left, place + 1, 1),
            self._entropy(self.log._right, place + 1, 1),
            self._entropy(self.log._left, place, 1),
            self._entropy(self.log._right, place, 2),
            self._entropy(self.log._left, place, 2),
            self._entropy(self.log._right, place - 1, 2),
            self._entropy(self.log._left, place + 1, 2),
        ]

    def _count(self, start: int, length: int) -> int:
        if start < 0 or start + length > len(self.words):
            return -1
        return max(self.log._counts[self.words[start : start + length]] - self.own, 0)

    def _log_count(self, start: int, length: int) -> float:
        count = self._count(start, length)
        return log(1 + count) if count >= 0 else -1.0

    def _pmi(self, start: int) -> float:
        if start < 0 or start + 1 >= len(self.words):
            return -10.0
        return log(
            (self._count(start, 2) + 0.5) * self.log._tokens / ((self._count(start, 1) + 1) * (self._count(start + 1, 1) + 1))
        )

    def _meetings(self, one: int, other: int) -> int:
        """Queries in which two words stand, in any order and anywhere."""
        pair = sorted((self.words[one], self.words[other]))
        return self.log._together[pair[0], pair[1]] - self.own

    def _whole(self, start: int, end: int) -> float:
        if not 0 <= start < end <= len(self.words):
            return -1.0
        return log(2) if self.words[start:end] in self.log._whole and end - start < len(self.words) else 0.0

    def _share(self, counts: Counter[Run], start: int, length: int, *, own: bool) -> float:
        return (counts[self.words[start : start + length]] - (self.own if own else 0) + 0.2) / (self._count(start, length) + 1)

    def _entropy(self, beside: dict[Run, _Neighbours], start: int, length: int) -> float:
        if start < 0 or start + length > len(self.words):
            return -2.0
        neighbours = beside.get(self.words[start : start + length])
        if neighbours is None:
            return -1.0
        own = self.padded[start + length + 1] if beside is self.log._right else self.padded[start]
        return neighbours.entropy(own if self.own else None)
