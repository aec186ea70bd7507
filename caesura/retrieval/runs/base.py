"""What a run is: for every query the query that is sent to the engine, and the settings that may be tuned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from caesura.retrieval.experiment.options import all_options, option_query
from caesura.retrieval.language.values import Query
from caesura.shapes import Flat

if TYPE_CHECKING:
    from caesura.retrieval.experiment.trial import Trial

#: What is tuned beside mu (how many queries to phrase, how much a phrase weighs, or two of these); None where there is nothing.
Setting = float | tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Choice:
    """What a run makes of one query. `option` is None where it is not a cut of the words (term dependence for all of them)."""

    query: Query
    option: Flat | None
    phrased: bool

    @classmethod
    def of(cls, words: tuple[str, ...], option: Flat) -> Choice:
        """Words and exact phrases, as the option cuts them."""
        return cls(option_query(words, option), option, option.is_segmented)


@dataclass(frozen=True, slots=True)
class Case:
    """What a choice is wanted for: the place of the topic, the setting, the fold under test, the place of the measure and of mu."""

    topic: int
    setting: Setting = None
    fold: int = 0
    measure: int = 0
    mu: int = 0


@dataclass(frozen=True)
class Plan:
    """A run prepared for one collection.

    `queries` lists what may be chosen for a topic, so that it can be scored ahead on all cores. `varies_with_mu` says that the
    choice depends on mu, `learns` that it depends on the fold under test and the measure. With `pooled`, the setting is chosen on
    the training topics of all these collections together. `made_up` marks what no person chose although it bears the name.
    """

    name: str
    choose: Callable[[Case], Choice]
    queries: Callable[[int], Iterable[Query]]
    settings: tuple[Setting, ...] = (None,)
    varies_with_mu: bool = False
    learns: bool = False
    pooled: tuple[tuple[Trial, Plan], ...] = ()
    made_up: bool = False
    is_bound: bool = False
    is_user: bool = False


@dataclass(frozen=True)
class Run:
    """A kind of run: `make` prepares it for a trial, as one plan or as several (one per segmenter, say).

    `needs_judgements` marks runs that look at what is relevant: they are part of the experiment only.
    `needs_index` marks those that look into the collection's text. `setting` names what is tuned beside mu.
    """

    name: str
    description: str
    citation: str
    make: Callable[[Trial], Sequence[Plan]]
    needs_judgements: bool = False
    needs_index: bool = False
    setting: str | None = None


def fixed_plan(trial: Trial, name: str, options: Sequence[Flat]) -> Plan:
    """A run that has decided on one option for each query."""
    chosen = [Choice.of(topic.words, option) for topic, option in zip(trial.topics, options, strict=True)]
    return Plan(name, lambda case: chosen[case.topic], lambda topic: [chosen[topic].query])


def every_option(trial: Trial, topic: int) -> tuple[Query, ...]:
    """The queries of all options of a topic."""
    return _every_option(trial.topics[topic].words)


@lru_cache(4096)
def _every_option(words: tuple[str, ...]) -> tuple[Query, ...]:
    return tuple(option_query(words, option) for option in all_options(len(words)))
