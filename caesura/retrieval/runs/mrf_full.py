"""All words depend on each other: exact phrases of everything contiguous, windows of every subset."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from caesura.foundation import InputError
from caesura.retrieval.experiment.topics import LONGEST
from caesura.retrieval.language.values import Combine, OrderedWindow, Query, Term, UnorderedWindow, Weight
from caesura.retrieval.runs.base import PhrasedQuery, PreparedRun, Run

if TYPE_CHECKING:
    from caesura.retrieval.experiment.collection import Collection

NAME = "mrf-full"
#: What words, exact phrases and windows weigh together; the parts of each share its weight evenly.
WEIGHTS = (0.80, 0.10, 0.10)
#: Places for each word of a window.
WINDOW = 4


def full_query(words: Sequence[str]) -> Query:
    """`#1` over contiguous words, `#uw(4 x words)` over all subsets of two words or more."""
    bag = Combine(tuple(map(Term, words)))
    size = len(words)
    if size < 2:
        return bag
    if size > LONGEST:
        raise InputError(
            f"full dependence of {size} words has 2^{size} windows", cure=f"at most {LONGEST} content words, or mrf-sequential"
        )
    ordered = [OrderedWindow(tuple(words[start:end])) for start in range(size) for end in range(start + 2, size + 1)]
    subsets = (subset for count in range(2, size + 1) for subset in combinations(words, count))
    unordered = [UnorderedWindow(subset, WINDOW * len(subset)) for subset in subsets]
    return Weight((bag, Combine(tuple(ordered)), Combine(tuple(unordered))), WEIGHTS)


def prepare(collection: Collection) -> Sequence[PreparedRun]:
    queries = [PhrasedQuery(full_query(topic.words), None, phrased=True) for topic in collection.topics]
    return [PreparedRun(NAME, lambda topic, _tuning: queries[topic], lambda topic: [queries[topic].query])]


RUN = Run(NAME, "term dependence of all words, for all queries", "Metzler and Croft 2005", prepare)
