"""What a run is: for every query the query that is sent to the engine, and the values that may be tuned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from caesura.retrieval.experiment.options import all_options, option_query
from caesura.retrieval.language.values import Query
from caesura.shapes import Flat

if TYPE_CHECKING:
    from caesura.retrieval.experiment.collection import Collection

#: What is tuned beside mu (how many queries to phrase, how much a phrase weighs, or two of these); None where there is nothing.
Value = float | tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class PhrasedQuery:
    """What a run makes of one query. `option` is None where it is not a cut of the words (term dependence for all of them)."""

    query: Query
    option: Flat | None
    phrased: bool

    @classmethod
    def of(cls, words: tuple[str, ...], option: Flat) -> PhrasedQuery:
        """Words and exact phrases, as the option cuts them."""
        return cls(option_query(words, option), option, option.is_segmented)


@dataclass(frozen=True, slots=True)
class Tuning:
    """A tuned value and the place of mu among those tried; and, where they matter, the fold under test and the measure's place."""

    value: Value = None
    fold: int = 0
    measure: int = 0
    mu: int = 0


@dataclass(frozen=True)
class PreparedRun:
    """A run prepared for one collection: what it searches for a topic, given the tuning.

    `queries` lists what may be searched for a topic, so that it can be scored ahead on all cores. `varies_with_mu` says that the
    choice depends on mu, `learns` that it depends on the fold under test and the measure. With `pooled`, the value is tuned on
    the training topics of all these collections together. `simulated` marks what no person chose although it bears the name.
    """

    name: str
    choose: Callable[[int, Tuning], PhrasedQuery]
    queries: Callable[[int], Iterable[Query]]
    values: tuple[Value, ...] = (None,)
    varies_with_mu: bool = False
    learns: bool = False
    pooled: tuple[tuple[Collection, PreparedRun], ...] = ()
    simulated: bool = False
    is_bound: bool = False
    is_user: bool = False


@dataclass(frozen=True)
class Run:
    """A way to phrase: `prepare` makes it ready for a collection, once or several times (for each segmenter, say).

    `needs_judgements` marks runs that look at what is relevant: they are part of the experiment only.
    `needs_index` marks those that look into the collection's text. `tuned` names what is tuned beside mu.
    """

    name: str
    description: str
    citation: str
    prepare: Callable[[Collection], Sequence[PreparedRun]]
    needs_judgements: bool = False
    needs_index: bool = False
    tuned: str | None = None


def fixed_run(collection: Collection, name: str, options: Sequence[Flat]) -> PreparedRun:
    """A run that has decided on one option for each query."""
    queries = [PhrasedQuery.of(topic.words, option) for topic, option in zip(collection.topics, options, strict=True)]
    return PreparedRun(name, lambda topic, _tuning: queries[topic], lambda topic: [queries[topic].query])


def every_option(collection: Collection, topic: int) -> tuple[Query, ...]:
    """The queries of all options of a topic."""
    return _every_option(collection.topics[topic].words)


@lru_cache(4096)
def _every_option(words: tuple[str, ...]) -> tuple[Query, ...]:
    return tuple(option_query(words, option) for option in all_options(len(words)))
