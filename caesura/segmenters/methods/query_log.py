"""Segments that a query log keeps together more often than chance: no counts, titles or annotations besides the log.

For words w1..wn let k queries of the log hold them all, in any order. If order were chance, the words would stand side by side in
this order in query i, of l words, with probability (l - n + 1)! / l!; E is the sum. They do so N times. By Hoeffding's inequality
a surplus that large has at most the probability delta = exp(-2 (N - E)^2 / k), and the segment's weight is -ln delta = 2 (N -
E)^2 / k. A run is a candidate if it stands side by side at least `min_count` times, N > E, and delta is at most `significance`.
The segmentation with the largest sum of weights wins.

Mishra et al. mined units of 16.7 million queries; the smallest count is theirs to choose and ours to set. Queries of more than
twelve words, and runs of more than five, are passed over.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from math import exp, factorial, floor, log
from typing import TYPE_CHECKING

from caesura.corpus import logs_on_disk, read_queries
from caesura.foundation import InputError
from caesura.lexicon import LONGEST_COUNTED
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.registry import Method, Parameter, Segmenter, Setup
from caesura.segmenters.separators import between_separators
from caesura.segmenters.span_counts import UNIT
from caesura.segmenters.weighted import Weigh, WeightedSegmenter
from caesura.shapes import Words, fold
from caesura.tagging import Tags

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_QUERY = 12
MIN_COUNT = 2
SIGNIFICANCE = 0.3

#: Folded words -> twice the squared surplus over the number of queries, and how often they stand side by side.
Units = dict[tuple[str, ...], tuple[float, int]]


def mined_units(queries: Iterable[str], min_count: int = MIN_COUNT, significance: float = SIGNIFICANCE) -> Units:
    """The runs of words that a log keeps together, with their weights."""
    distinct = Counter(tuple(map(fold, query.split())) for query in queries)
    log_queries = {words: times for words, times in distinct.items() if 1 < len(words) <= LONGEST_QUERY}
    together: Counter[tuple[str, ...]] = Counter()
    for words, times in log_queries.items():
        for run in {words[a:b] for a in range(len(words)) for b in range(a + 2, min(len(words), a + LONGEST_COUNTED) + 1)}:
            together[run] += times
    candidates = {run: times for run, times in together.items() if times >= min_count and len(set(run)) == len(run)}
    return _weighed(candidates, log_queries, -log(significance))


def _weighed(candidates: Mapping[tuple[str, ...], int], log_queries: Mapping[tuple[str, ...], int], minimum: float) -> Units:
    by_words: dict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
    for run in candidates:
        by_words[tuple(sorted(run))].append(run)
    sizes = sorted({len(run) for run in candidates})
    holding: Counter[tuple[str, ...]] = Counter()
    expected: Counter[tuple[str, ...]] = Counter()
    for words, times in log_queries.items():
        present = sorted(set(words))
        for size in sizes:
            if size > len(present):
                break
            chance = times * factorial(len(words) - size + 1) / factorial(len(words))
            for bag in combinations(present, size):
                if bag in by_words:
                    holding[bag] += times
                    expected[bag] += chance  # type: ignore[assignment]
    units: Units = {}
    for bag, runs in by_words.items():
        for run in runs:
            surplus = candidates[run] - expected[bag]
            weight = 2 * surplus * surplus / holding[bag]
            if surplus > 0 and weight >= minimum:
                units[run] = (weight, candidates[run])
    return units


@lru_cache(maxsize=4)
def _units_of(log_file: str, min_count: int, significance: float) -> Units:
    with logs_on_disk([log_file]) as files:
        return mined_units((query for file in files for query in read_queries(file)), min_count, significance)


def weighing(units: Units) -> Weigh:
    def weigh(words: Words, _tags: Tags | None) -> list[CandidateSegment]:
        folded = tuple(map(fold, words))
        candidates = []
        for start in range(len(words) - 1):
            for end in range(start + 2, min(len(words), start + LONGEST_COUNTED) + 1):
                weight, count = units.get(folded[start:end], (0.0, 0))
                basis = f"delta {exp(-weight):.2g}" if count else "not kept together in the log"
                candidates.append(CandidateSegment(start, end, floor(weight * UNIT), basis, count, count > 0))
        return candidates

    return weigh


def make(setup: Setup) -> Segmenter:
    given = setup.parameters
    if given["log"] is None:
        raise InputError("the method query-log learns from a log and there is none", cure="name it: --log FILE, in Python log=")
    try:
        min_count, significance = int(given["min_count"]), float(given["significance"])
    except (TypeError, ValueError):
        raise InputError("min_count and significance are not numbers", cure="for example min_count=3, significance=0.05") from None
    if min_count < 1 or not 0 < significance < 1:
        raise InputError(f"min_count {min_count}, significance {significance}", cure="give 1 or more, and a number between 0 and 1")
    units = _units_of(str(given["log"]), min_count, significance)
    return WeightedSegmenter("query-log", between_separators(weighing(units), None, setup.rules), scale=UNIT)


METHOD = Method(
    "query-log",
    "runs of words that a query log keeps together more often than chance",
    "Mishra, Saha Roy, Ganguly, Laxman, Choudhury: Unsupervised Query Segmentation Using only Query Logs. WWW 2011",
    make,
    (
        Parameter("log", None, "the log: queries one per line, or lines of a log of the AOL kind"),
        Parameter("min_count", MIN_COUNT, "how often a run must stand in the log"),
        Parameter("significance", SIGNIFICANCE, "largest delta of a run"),
    ),
    needs_lexicon=False,
    takes_log=True,
)
