"""Adjacent words depend on each other: exact phrases and loose windows of every pair beside the words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from caesura.retrieval.language.values import Combine, OrderedWindow, Query, Term, UnorderedWindow, Weight
from caesura.retrieval.runs.base import PhrasedQuery, PreparedRun, Run

if TYPE_CHECKING:
    from caesura.retrieval.experiment.collection import Collection

NAME = "mrf-sequential"
#: What words, exact phrases and windows weigh together; the parts of each share its weight evenly.
WEIGHTS = (0.85, 0.10, 0.05)
WINDOW = 8


def sequential_query(words: Sequence[str]) -> Query:
    """`#weight(.85 #combine(words) .10 #combine(#1 of pairs) .05 #combine(#uw8 of pairs))`."""
    bag = Combine(tuple(map(Term, words)))
    pairs = list(pairwise(words))
    if not pairs:
        return bag
    ordered = Combine(tuple(OrderedWindow(pair) for pair in pairs))
    unordered = Combine(tuple(UnorderedWindow(pair, WINDOW) for pair in pairs))
    return Weight((bag, ordered, unordered), WEIGHTS)


def prepare(collection: Collection) -> Sequence[PreparedRun]:
    queries = [PhrasedQuery(sequential_query(topic.words), None, phrased=True) for topic in collection.topics]
    return [PreparedRun(NAME, lambda topic, _tuning: queries[topic], lambda topic: [queries[topic].query])]


RUN = Run(NAME, "term dependence of adjacent words, for all queries", "Metzler and Croft 2005", prepare)
