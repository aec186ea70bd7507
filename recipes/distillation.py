"""One student: teachers learn from votes and label the log, the student learns from both. No vote of a left-out query is seen."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch

from caesura.segmenters.learned.training import Member, inputs_of, scaling
from recipes.invented_names import InventedNames
from recipes.material import Material, Scales
from recipes.student import train_student
from recipes.teacher import PROJECTED, log_odds, principal_components, train_teacher

_TEACHERS = 2

Vector = npt.NDArray[np.float64]


class Classroom:
    """All that stays the same from fold to fold."""

    def __init__(self, voted: Material, logged: Material, names: InventedNames, scales: Scales, seed: int) -> None:
        self._seed = seed
        self._owners, self._shares = voted.owners, torch.as_tensor(voted.shares)
        mean, self._components = principal_components(voted.states[:-1], PROJECTED)
        self._states = [_centred(material, mean) for material in (voted, logged)]
        self._around = [torch.as_tensor(material.around) for material in (voted, logged)]
        self._dense = [material.dense(scales) for material in (voted, logged)]
        # The student sees the same without the log's statistics, which stand last.
        self._inputs = self._dense[0].shape[1] - voted.log_rows.shape[1]
        self._names = torch.as_tensor(inputs_of(names.rows, scales.means, scales.scales)), torch.as_tensor(names.shares)

    def student(self, learned_from: npt.NDArray[np.bool_], fold: int) -> tuple[Member, Vector, Vector]:
        """The student of the queries that are marked, and the log odds that it and its teachers give to all voted places."""
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
        names, wanted = self._names
        inputs = torch.cat([self._dense[0][rows, : self._inputs], names, self._dense[1][:, : self._inputs]])
        targets = torch.cat([self._shares[rows], wanted, torch.sigmoid(torch.as_tensor(by_teachers[1]))])
        member = train_student(inputs, targets, len(rows) + len(names), self._seed * 1000 + fold)
        return member, member.log_odds(self._dense[0][:, : self._inputs].numpy()), by_teachers[0].astype(np.float64)


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
