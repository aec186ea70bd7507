"""One student: teachers learn from votes and label the log, the student learns from both. No vote of a left-out query is seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from caesura.lexicon import default_lexicon
from caesura.segmenters.learned.training import Member, inputs_of, scaling
from recipes.invented_names import InventedNames
from recipes.material import Material, Scales
from recipes.numbers_in_names import places_in_names
from recipes.student import VOTES_COUNT, Places, train_alone, train_student
from recipes.teacher import PROJECTED, log_odds, principal_components, train_teacher

_TEACHERS = 2

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Lesson:
    """Which voted places are learned from, and the share of breaks at these, in the names and in the log, in this order; the first
    `voted` of them are as sure as votes."""

    rows: torch.Tensor
    targets: torch.Tensor
    voted: int


class Classroom:
    """All that stays the same from fold to fold."""

    def __init__(self, voted: Material, logged: Material, names: InventedNames, scales: Scales, seed: int) -> None:
        self._seed = seed
        self._owners, self._shares = voted.owners, torch.as_tensor(voted.shares)
        self._sizes = [np.array(each) for each in (voted.sizes, [len(words) - 1 for words in names.queries], logged.sizes)]
        mean, self._components = principal_components(voted.states[:-1], PROJECTED)
        self._states = [_centred(material, mean) for material in (voted, logged)]
        self._around = [torch.as_tensor(material.around) for material in (voted, logged)]
        self._dense = [material.dense(scales) for material in (voted, logged)]
        # The student sees the same without the log's statistics, which stand last.
        self._inputs = self._dense[0].shape[1] - voted.log_rows.shape[1]
        self._in_names = torch.full((len(logged.owners),), torch.nan)
        first = 0
        for text, size in zip(logged.texts, logged.sizes, strict=True):
            for place, share in places_in_names(text.split(), default_lexicon()).items():
                self._in_names[first + place] = share
            first += size
        self._names = torch.as_tensor(inputs_of(names.all_rows, scales.means, scales.scales)), torch.as_tensor(names.shares)
        self._in_invented = torch.as_tensor(names.kept)

    def taught(self, learned_from: npt.NDArray[np.bool_], fold: int) -> tuple[Lesson, Vector]:
        """What students of the marked queries learn from, and the log odds that their teachers give to all voted places."""
        rows = torch.as_tensor(np.flatnonzero(learned_from[self._owners]))
        teachers = [
            train_teacher(
                self._dense[0],
                self._states[0],
                self._around[0],
                self._shares,
                rows,
                self._components,
                self._seed * 1000 + fold * 10 + number,
            )
            for number in range(_TEACHERS)
        ]
        by_teachers = [log_odds(teachers, self._dense[at], self._states[at], self._around[at]) for at in (0, 1)]
        # Inside a name with a number the names decide; elsewhere a NaN leaves it to the teachers.
        labels = torch.where(self._in_names.isnan(), torch.sigmoid(torch.as_tensor(by_teachers[1])), self._in_names)
        targets = torch.cat([self._shares[rows], self._names[1], labels])
        return Lesson(rows, targets, len(rows) + len(self._names[1])), by_teachers[0].astype(np.float64)

    def students(self, learned_from: npt.NDArray[np.bool_], fold: int, count: int) -> tuple[list[Member], Vector, Vector]:
        """So many students of the queries that are marked, which err differently, and the log odds that they and their teachers
        give to all voted places."""
        lesson, by_teachers = self.taught(learned_from, fold)
        places = self._places(lesson, learned_from)
        members = [train_student(places, self._seed * 1000 + fold + 100 * number) for number in range(count)]
        voted = self.voted_inputs.numpy()
        return members, np.mean([member.log_odds(voted, self._owners) for member in members], axis=0), by_teachers

    def _places(self, lesson: Lesson, learned_from: npt.NDArray[np.bool_]) -> Places:
        """Whole queries: voted ones, invented ones, of which only the places in names count, and the log."""
        invented, first = self._names[0], len(lesson.rows)
        targets, counted = torch.full((len(invented),), 0.5), torch.zeros(len(invented))
        targets[self._in_invented] = lesson.targets[first : lesson.voted]
        counted[self._in_invented] = VOTES_COUNT
        logged = lesson.targets[lesson.voted :]
        return Places(
            torch.cat([self.voted_inputs[lesson.rows], invented, self._dense[1][:, : self._inputs]]),
            torch.cat([lesson.targets[:first], targets, logged]),
            torch.cat([torch.full((first,), VOTES_COUNT), counted, torch.ones(len(logged))]),
            np.concatenate([self._sizes[0][learned_from], *self._sizes[1:]]),
        )

    def alone(self, lesson: Lesson, fold: int) -> Member:
        """A network that sees every place by itself."""
        return train_alone(self.inputs(lesson.rows), lesson.targets, place_weights(lesson), self._seed * 1000 + fold)

    def inputs(self, rows: torch.Tensor) -> torch.Tensor:
        """What a network sees of these voted places, of the names and of the log, one below the other."""
        names = self._names[0][self._in_invented]
        return torch.cat([self.voted_inputs[rows], names, self._dense[1][:, : self._inputs]])

    @property
    def voted_inputs(self) -> torch.Tensor:
        return self._dense[0][:, : self._inputs]


def place_weights(lesson: Lesson) -> torch.Tensor:
    """How much each place of a lesson counts."""
    weights = torch.ones(len(lesson.targets))
    weights[: lesson.voted] = VOTES_COUNT
    return weights


def _centred(material: Material, mean: npt.NDArray[np.float32]) -> torch.Tensor:
    states = material.states.astype(np.float32)
    states[:-1] -= mean
    return torch.as_tensor(states)


def scales_of(materials: list[Material]) -> Scales:
    """Taken from votes and log together: the student sees both alike."""
    numbers = np.concatenate([each.rows.numbers for each in materials])
    log_rows = np.concatenate([each.log_rows for each in materials]).astype(np.float64)
    means, scales = scaling(numbers)
    return Scales(means, scales, log_rows.mean(0), log_rows.std(0) + 1e-9)
