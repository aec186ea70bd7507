"""The whole experiment: every run on every collection, tuned and tested."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from caesura.foundation import Advance, InputError, unwatched
from caesura.retrieval.experiment.collection import Collection
from caesura.retrieval.experiment.tuning import Outcome, tuned_outcomes
from caesura.retrieval.runs.bag_of_words import NAME as BAG
from caesura.retrieval.runs.base import PreparedRun
from caesura.retrieval.runs.registry import RUNS
from caesura.retrieval.runs.upper_bound import NAME as BOUND

#: Called with the name of a step and its size; returns what is called as it advances.
Watch = Callable[[str, int], Advance]


@dataclass(frozen=True)
class Experiment:
    """Outcomes by collection, run and measure; runs in the order of the table. `notes` say what was left out."""

    collections: tuple[Collection, ...]
    runs: Mapping[str, tuple[PreparedRun, ...]]
    outcomes: Mapping[tuple[str, str, str], Outcome]
    notes: tuple[str, ...]

    @property
    def names(self) -> list[str]:
        """The runs of all collections, each once."""
        names = dict.fromkeys(prepared.name for runs in self.runs.values() for prepared in runs)
        return [name for name in names if name != BOUND] + [BOUND]

    def outcome(self, collection: Collection, run: str, measure: str) -> Outcome:
        return self.outcomes[collection.name, run, measure]

    def has(self, collection: Collection, run: str) -> bool:
        return any(prepared.name == run for prepared in self.runs[collection.name])


def run_experiment(
    collections: Sequence[Collection], wanted: Iterable[str] | None = None, watch: Watch | None = None
) -> Experiment:
    """Every wanted run (all of them by default) on every collection; the bag of words and the upper bound are always there."""
    names = [collection.name for collection in collections]
    if len(set(names)) < len(names):
        raise InputError("two collections have one name", cure="give each its own, as in --collection news=DIR")
    run_names = set(RUNS) if wanted is None else {RUNS[name].name for name in wanted} | {BAG, BOUND}
    runs: dict[str, tuple[PreparedRun, ...]] = {}
    outcomes: dict[tuple[str, str, str], Outcome] = {}
    notes: list[str] = []
    # What is learned from all collections can only be learned from those whose text is at hand.
    with_text = [collection for collection in collections if collection.engine.index is not None]
    for collection in collections:
        collection.material.companions = with_text
        notes += [f"{collection.name}: {note}" for note in collection.notes]
        # All options are measured first: some runs learn from what they are worth on other collections.
        _ahead(collection, RUNS[BOUND].prepare(collection), f"{collection.name}: options", watch)
    for collection in collections:
        ready: list[PreparedRun] = []
        for run in RUNS.values():
            if run.name in run_names and run.needs_index and collection.engine.index is None:
                notes.append(f"{collection.name}: no {run.name}, which needs an index of `caesura retrieval index`")
            elif run.name in run_names:
                ready += run.prepare(collection)
        _ahead(collection, ready, f"{collection.name}: runs", watch)
        advance = _watched(watch, f"{collection.name}: tuning", len(ready))
        for prepared in ready:
            for outcome in tuned_outcomes(prepared, collection):
                outcomes[collection.name, prepared.name, outcome.measure] = outcome
            advance(1)
        runs[collection.name] = tuple(ready)
        collection.cache.save()
    return Experiment(tuple(collections), runs, outcomes, tuple(notes))


def _ahead(collection: Collection, runs: Sequence[PreparedRun], step: str, watch: Watch | None) -> None:
    topics = range(len(collection.topics))
    collection.measurements.measure(
        {topic: [query for prepared in runs for query in prepared.queries(topic)] for topic in topics},
        _watched(watch, step, len(topics)),
    )


def _watched(watch: Watch | None, step: str, total: int) -> Advance:
    return unwatched if watch is None else watch(step, total)
