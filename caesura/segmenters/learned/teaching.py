"""Labels for a log that nobody annotated: teachers, trained further on the examples where there are some, say what they would do,
and the network learns from that and from the examples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from caesura.foundation import Advance, unwatched
from caesura.lexicon import default_lexicon
from caesura.segmenters.learned.feature_rows import feature_rows
from caesura.segmenters.learned.fitting import FeatureSources
from caesura.segmenters.learned.further_training import (
    ADAPTING_PARTS,
    FEW_EXAMPLES,
    Further,
    calibration_of,
    chosen_passes,
    member_of,
    part_of_each,
    trained_on,
)
from caesura.segmenters.learned.gradients import Rows
from caesura.segmenters.learned.profiles import PROFILES
from caesura.segmenters.learned.training import Examples, Matrix, Member, Vector, inputs_of
from caesura.shapes import Words

#: Heads and what they see of all places, from the queries they may learn from, the targets of these and a seed.
Tuned = Callable[[Rows, Vector, int], list[tuple[Member, Matrix]]]


class Teaching(NamedTuple):
    """Networks that can teach, each with what it sees of the queries' places, one row after the other; and the states of all their
    words, where these networks look at such. Where the transformer itself can learn, `tuned` gives what then stands for the first
    of the heads."""

    heads: list[tuple[Member, Matrix]]
    states: Matrix | None = None
    tuned: Tuned | None = None


Teachers = Callable[[Sequence[Words]], Teaching]

Shown = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]

#: Of a log, this many queries are learned from at most.
MOST_UNLABELLED = 20_000

#: Teachers have seen the examples: what they say of a log says it again, many times, so examples need not count for more.
LEARNING = Further(rate=1e-3, batch=64, passes=12, dropped_inputs=0.1, dropout=0.3)


def profiles_as_teachers(sources: FeatureSources) -> Teachers:
    """The shipped networks, where nothing stronger is installed: trained on the same examples they err differently."""

    def teachers(queries: Sequence[Words]) -> Teaching:
        rows = feature_rows(queries, default_lexicon(), sources.tagger, None)
        networks = [PROFILES[name].model.network for name in PROFILES]
        return Teaching([(member_of(each), inputs_of(rows, np.array(each.means), np.array(each.scales))) for each in networks])

    return teachers


def labelled_by(teachers: Sequence[tuple[Member, Matrix]], owners: Rows) -> Vector:
    """The log odds that teachers give on average."""
    return np.asarray(np.mean([member.log_odds(inputs, owners) for member, inputs in teachers], axis=0), np.float64)


class Lessons:
    """Examples first, then the log: `inputs` are what the network sees of both. `places` are the numbers of places of the log's
    queries."""

    def __init__(
        self,
        examples: Examples,
        places: Sequence[int],
        inputs: Matrix,
        begin: Member,
        teaching: Teaching,
        seed: int,
        advance: Advance = unwatched,
    ) -> None:
        self._targets, self._seed = examples.targets, seed
        first = len(examples.shares)
        self._owners = np.concatenate([examples.owners, np.repeat(np.arange(first, first + len(places)), places)])
        self._inputs, self._begin, self._teaching = inputs, begin, teaching
        self._part = part_of_each(examples, seed)
        own = len(self._part)
        untaught, after = labelled_by(teaching.heads, self._owners), np.zeros(own)
        #: What teachers say of the log that have not seen a part of the examples, part by part.
        self._said = []
        for number in range(ADAPTING_PARTS):
            said = self._said_by_teachers(self._part != number, number)
            after[self._part == number] = said[:own][self._part == number]
            self._said.append(said[own:])
            advance(1)
        learned = chosen_passes(np.stack([untaught[:own], after]), examples) > 0
        #: What the untaught say of the log, where learning made them clearly worse.
        self._untaught = None if learned else untaught[own:]
        if self._untaught is not None:
            self._said = [self._untaught] * ADAPTING_PARTS
        self._calibration = calibration_of(after if learned else untaught[:own], self._targets)

    def held_out(self, advance: Advance) -> Vector:
        """The log odds of each example by a network that learned from the others and from teachers that did."""
        found = np.zeros(len(self._part))
        for number, said in enumerate(self._said):
            own = np.flatnonzero(self._part == number)
            found[own] = self._network(self._part != number, number, said).log_odds(self._inputs[own], self._owners[own])
            advance(1)
        return found

    def final(self) -> Member:
        """The network that has seen all examples, and the whole log."""
        shown, number = np.ones(len(self._part), np.bool_), len(self._part)
        said = self._said_by_teachers(shown, number)[number:] if self._untaught is None else self._untaught
        return self._network(shown, number, said)

    def _said_by_teachers(self, shown: Shown, number: int) -> Vector:
        """The log odds of all places by teachers that have learned from these places of examples."""
        heads, _, tune = self._teaching
        rows, seed = np.flatnonzero(shown), self._seed * 1000 + number
        tuned = [] if tune is None else tune(np.unique(self._owners[rows]), self._targets[rows], seed)
        taught = [
            (trained_on(member, seen[rows], self._owners[rows], self._targets[rows], FEW_EXAMPLES.passes, seed, FEW_EXAMPLES), seen)
            for member, seen in heads[len(tuned) :]
        ]
        return labelled_by(tuned + taught, self._owners)

    def _network(self, shown: Shown, number: int, said: Vector) -> Member:
        """The network that has seen these places of examples, and the log as teachers label it."""
        own, rows, targets = len(shown), np.flatnonzero(shown), self._targets[shown]
        stretch, shift = self._calibration
        labels = 1 / (1 + np.exp(-(stretch * said + shift)))
        everything = np.concatenate([rows, np.arange(own, len(self._inputs))])
        return trained_on(
            self._begin,
            self._inputs[everything],
            self._owners[everything],
            np.concatenate([targets, labels]),
            LEARNING.passes,
            self._seed * 1000 + number,
            LEARNING,
        )
