"""The whole experiment: every run on every collection, tuned and tested."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from caesura.foundation import InputError
from caesura.retrieval.experiment.trial import Trial
from caesura.retrieval.experiment.tuning import Outcome, tuned_outcomes
from caesura.retrieval.runs.bag_of_words import NAME as BAG
from caesura.retrieval.runs.base import Plan
from caesura.retrieval.runs.registry import RUNS
from caesura.retrieval.runs.upper_bound import NAME as BOUND

#: Told what is being done and how many steps it has; gives back what is called after each step.
Watch = Callable[[str, int], Callable[[int], None]]


@dataclass(frozen=True)
class Experiment:
    """Outcomes by collection, run and measure; runs in the order of the table. `notes` say what was left out."""

    trials: tuple[Trial, ...]
    plans: Mapping[str, tuple[Plan, ...]]
    outcomes: Mapping[tuple[str, str, str], Outcome]
    notes: tuple[str, ...]

    @property
    def names(self) -> list[str]:
        """The runs of all collections, each once."""
        found = dict.fromkeys(plan.name for plans in self.plans.values() for plan in plans)
        return [name for name in found if name != BOUND] + [BOUND]

    def outcome(self, trial: Trial, run: str, measure: str) -> Outcome:
        return self.outcomes[trial.name, run, measure]

    def has(self, trial: Trial, run: str) -> bool:
        return any(plan.name == run for plan in self.plans[trial.name])


def run_experiment(trials: Sequence[Trial], wanted: Iterable[str] | None = None, watch: Watch | None = None) -> Experiment:
    """Every wanted run (all of them by default) on every collection; the bag of words and the upper bound are always there."""
    names = [trial.name for trial in trials]
    if len(set(names)) < len(names):
        raise InputError("two collections have one name", cure="give each its own, as in --collection news=DIR")
    chosen = set(RUNS) if wanted is None else {RUNS[name].name for name in wanted} | {BAG, BOUND}
    plans: dict[str, tuple[Plan, ...]] = {}
    outcomes: dict[tuple[str, str, str], Outcome] = {}
    notes: list[str] = []
    # What is learned from all collections can only be learned from those whose text is at hand.
    with_text = [trial for trial in trials if trial.engine.index is not None]
    for trial in trials:
        trial.companions = with_text
        notes += [f"{trial.name}: {note}" for note in trial.notes]
        # All options are measured first: some runs learn from what they are worth on other collections.
        _ahead(trial, RUNS[BOUND].make(trial), f"{trial.name}: options", watch)
    for trial in trials:
        made: list[Plan] = []
        for run in RUNS.values():
            if run.name in chosen and run.needs_index and trial.engine.index is None:
                notes.append(f"{trial.name}: no {run.name}, which needs an index of `caesura retrieval index`")
            elif run.name in chosen:
                made += run.make(trial)
        _ahead(trial, made, f"{trial.name}: runs", watch)
        advance = _watched(watch, f"{trial.name}: tuning", len(made))
        for plan in made:
            for outcome in tuned_outcomes(plan, trial):
                outcomes[trial.name, plan.name, outcome.measure] = outcome
            advance(1)
        plans[trial.name] = tuple(made)
        trial.cache.save()
    return Experiment(tuple(trials), plans, outcomes, tuple(notes))


def _ahead(trial: Trial, plans: Sequence[Plan], step: str, watch: Watch | None) -> None:
    topics = range(len(trial.topics))
    trial.measure(
        {topic: [query for plan in plans for query in plan.queries(topic)] for topic in topics}, _watched(watch, step, len(topics))
    )


def _watched(watch: Watch | None, step: str, total: int) -> Callable[[int], None]:
    return (lambda _amount: None) if watch is None else watch(step, total)
