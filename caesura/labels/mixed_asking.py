"""Easy items to the machine, the others to people: what that saves, simulated with labels that were really given.

The machine labels everything. People label a random share of the items, so that the model learns how good the machine is, and then,
one label at a time, wherever the model is less sure than a threshold. Beside it stands the same without the machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from caesura.corpus import PEOPLE
from caesura.foundation import Advance, InputError, unwatched
from caesura.labels.choosing import NONE
from caesura.labels.drawing import label_ranks
from caesura.labels.kinds import PERSON, labelled_by
from caesura.labels.mixed import Mixed
from caesura.labels.model import gold_codes
from caesura.labels.simulation import fitted_quietly
from caesura.labels.table import Flags, Integers, LabelTable

ALONE, TOGETHER = "people", "people and machine"


@dataclass(frozen=True)
class MixedAsking:
    """Means over repetitions: labels and cost for each item, and the accuracy they give."""

    asked: str
    threshold: float
    people_per_item: float
    machine_per_item: float
    by_machine_alone: float
    cost_per_item: float
    accuracy: float
    standard_error: float

    def row(self) -> dict[str, Any]:
        return asdict(self)


def ask_where_unsure_mixed(
    table: LabelTable,
    gold: Any,
    machines: Sequence[str],
    *,
    thresholds: Sequence[float] = (0.8, 0.9, 0.95, 0.98),
    person_cost: float = 1.0,
    machine_cost: float = 0.0,
    share: float = 0.1,
    first: int = 2,
    most: int | None = None,
    copies: float = 1.0,
    repeats: int = 10,
    seed: int = 1,
    advance: Advance = unwatched,
) -> list[MixedAsking]:
    """For every threshold a row for people alone and one for people with the machines; `most` caps people's labels of an item."""
    if not all(0.5 <= threshold < 1 for threshold in thresholds) or not 0 < share <= 1 or first < 1 or repeats < 1:
        raise InputError("thresholds, share, first or repeats out of range", cure="thresholds of .5 to 1, a share above 0 to 1")
    if table.kinds is None or not machines:
        raise InputError("no machine among the workers", cure="give labels with a column kind, and the machine's name")
    mixed = labelled_by(table, [PEOPLE, *machines])
    codes = gold_codes(mixed, gold)
    people = np.array([kind == PERSON for kind in mixed.kinds or ()], dtype=np.bool_)[mixed.worker_codes]
    rows = []
    for asked, is_machine in ((ALONE, np.zeros(len(mixed), dtype=np.bool_)), (TOGETHER, ~people)):
        for threshold in thresholds:
            played = []
            for repeat in range(repeats):
                draw = np.random.default_rng([seed, repeat])
                played.append(_played(mixed, codes, people, is_machine, threshold, share, first, most, copies, draw))
                advance(1)
            labels, alone, right = (np.array(column) for column in zip(*played, strict=True))
            by_machine = float(is_machine.sum() / len(mixed.tasks))
            accuracy, number = float(right.mean()), int((codes != NONE).sum())
            error = float(np.hypot(right.std() / np.sqrt(repeats), np.sqrt(accuracy * (1 - accuracy) / number)))
            cost = float(labels.mean()) * person_cost + by_machine * machine_cost
            rows.append(MixedAsking(asked, threshold, float(labels.mean()), by_machine, float(alone.mean()), cost, accuracy, error))
    return rows


def _played(
    table: LabelTable,
    gold: Integers,
    people: Flags,
    machine: Flags,
    threshold: float,
    share: float,
    first: int,
    most: int | None,
    copies: float,
    draw: np.random.Generator,
) -> tuple[float, float, float]:
    """People's labels for each item, the share of items without any, and the accuracy."""
    size = len(table.tasks)
    ranks = np.full(len(table), np.iinfo(np.int64).max)
    own = table.keep(people)
    places = {task: place for place, task in enumerate(table.tasks)}
    ranks[people] = label_ranks(own, draw)
    given = np.bincount(table.task_codes[people], minlength=size)
    limit = np.minimum(given, most if most is not None else given.max())
    helped = np.bincount(table.task_codes[machine], minlength=size) > 0
    asked = np.where(helped, np.where(draw.random(size) < share, first, 0), first)
    asked = np.minimum(asked, limit)
    while True:
        part = table.keep(machine | (ranks < asked[table.task_codes]))
        fitted = fitted_quietly(Mixed(copies=copies), part)
        here = np.array([places[task] for task in part.tasks], dtype=np.int64)
        unsure = np.zeros(size, dtype=np.bool_)
        unsure[here] = fitted.posterior_.highest < threshold
        unsure &= asked < limit
        if not unsure.any():
            break
        asked = asked + unsure
    found = np.full(size, NONE)
    found[here] = fitted.codes_
    judged = gold != NONE
    return float(asked.mean()), float((asked == 0).mean()), float((found[judged] == gold[judged]).mean())
