"""Labels for a log that nobody annotated: teachers, trained further on the examples where there are some, say what they would do,
and the network learns from that and from the examples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from caesura.foundation import Advance
from caesura.lexicon import default_lexicon
from caesura.segmenters.learned.feature_rows import feature_rows
from caesura.segmenters.learned.fitting import FeatureSources
from caesura.segmenters.learned.further_training import (
    ADAPTING_PARTS,
    FEW_EXAMPLES,
    Further,
    after_each_pass,
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

#: Networks that can teach, each with what it sees of the queries' places, one row after the other.
Teachers = Callable[[Sequence[Words]], list[tuple[Member, Matrix]]]

#: Of a log, this many queries are learned from at most.
MOST_UNLABELLED = 20_000

#: Teachers have seen the examples: what they say of a log says it again, many times, so examples need not count for more.
LEARNING = Further(rate=1e-3, batch=64, passes=12, dropped_inputs=0.1, dropout=0.3)


def profiles_as_teachers(sources: FeatureSources) -> Teachers:
    """The shipped networks, where nothing stronger is installed: trained on the same examples they err differently."""

    def teachers(queries: Sequence[Words]) -> list[tuple[Member, Matrix]]:
        rows = feature_rows(queries, default_lexicon(), sources.tagger, None)
        networks = [PROFILES[name].model.network for name in PROFILES]
        return [(member_of(each), inputs_of(rows, np.array(each.means), np.array(each.scales))) for each in networks]

    return teachers


def labelled_by(teachers: Sequence[tuple[Member, Matrix]], owners: Rows) -> Vector:
    """The log odds that teachers give on average."""
    return np.asarray(np.mean([member.log_odds(inputs, owners) for member, inputs in teachers], axis=0), np.float64)


class Lessons:
    """Examples first, then the log: `inputs` are what the network sees of both, `teachers` what each teacher sees. `places` are the
    numbers of places of the log's queries."""

    def __init__(
        self,
        examples: Examples,
        places: Sequence[int],
        inputs: Matrix,
        begin: Member,
        teachers: list[tuple[Member, Matrix]],
        seed: int,
    ) -> None:
        self._examples, self._targets, self._seed = examples, examples.targets, seed
        first = len(examples.shares)
        self._owners = np.concatenate([examples.owners, np.repeat(np.arange(first, first + len(places)), places)])
        self._inputs, self._begin, self._teachers = inputs, begin, teachers
        own = len(self._targets)
        after = np.mean([after_each_pass(seen[:own], examples, member, seed, FEW_EXAMPLES) for member, seen in teachers], axis=0)
        self._passes = chosen_passes(after, examples)
        self._calibration = calibration_of(after[self._passes], self._targets)

    def held_out(self, advance: Advance) -> Vector:
        """The log odds of each example by a network that learned from the others and from teachers that did."""
        part = part_of_each(self._examples, self._seed)
        found = np.zeros(len(part))
        for number in range(ADAPTING_PARTS):
            own = np.flatnonzero(part == number)
            found[own] = self.learned(part != number, number).log_odds(self._inputs[own], self._owners[own])
            advance(1)
        return found

    def learned(self, shown: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], number: int) -> Member:
        """The network that has seen these places of examples, and the whole log."""
        own, rows, targets = len(shown), np.flatnonzero(shown), self._targets[shown]
        seed = self._seed * 1000 + number
        taught = [
            (trained_on(member, seen[rows], self._owners[rows], targets, self._passes, seed, FEW_EXAMPLES), seen[own:])
            for member, seen in self._teachers
        ]
        stretch, shift = self._calibration
        labels = 1 / (1 + np.exp(-(stretch * labelled_by(taught, self._owners[own:]) + shift)))
        everything = np.concatenate([rows, np.arange(own, len(self._inputs))])
        return trained_on(
            self._begin,
            self._inputs[everything],
            self._owners[everything],
            np.concatenate([targets, labels]),
            LEARNING.passes,
            seed,
            LEARNING,
        )
