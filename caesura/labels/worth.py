"""Worth in people for labels of any kind: how many workers' majority equals a machine among the workers.

As for segmentations (docs/definitions.md): some labels of an item are drawn as the reference, others as crowds of 1, 3, 5, ...; a
crowd answers by majority, ties to the lowest class. `label` scores an answer against the reference's majority, `votes` is the share
of the reference's labels that say the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from caesura.corpus import PEOPLE
from caesura.evaluation import people_for
from caesura.foundation import InputError, percentile_interval
from caesura.labels.kinds import labelled_by
from caesura.labels.table import Floats, Integers, LabelTable

SHUFFLES, MINIMUM_ITEMS = 20, 20
#: Crowds are as large as this share of the items can provide.
_SHARE = 0.9


def worth_of_machine(
    table: LabelTable, machine: str, *, reference: int = 3, resamples: int = 1000, seed: int = 1
) -> list[dict[str, Any]]:
    """Rows of the crowd's curve and of the machine, under both measures. The table holds people's labels and the machine's."""
    people, own = labelled_by(table, [PEOPLE]), labelled_by(table, [machine])
    answers = dict(zip(own.tasks, own.counts.argmax(axis=1).tolist(), strict=True))
    given: dict[Any, list[int]] = {}
    for task, label in zip(people.task_codes.tolist(), people.label_codes.tolist(), strict=True):
        given.setdefault(people.tasks[task], []).append(label)
    able = sorted((len(of) - reference for task, of in given.items() if task in answers), reverse=True)
    largest = able[int(_SHARE * (len(able) - 1))] if able else 0
    sizes = list(range(1, largest + 1, 2))
    items = [task for task, of in given.items() if task in answers and sizes and len(of) >= reference + sizes[-1]]
    if len(items) < MINIMUM_ITEMS:
        raise InputError(
            f"{len(items)} items have a label of {machine} and the {reference + 1} of people or more that are needed",
            cure=f"worth in people needs at least {MINIMUM_ITEMS}",
        )
    draw = np.random.default_rng(seed)
    scores = np.zeros((2, len(sizes) + 1, SHUFFLES, len(items)))
    for place, item in enumerate(items):
        labels = np.array(given[item])
        for shuffle in range(SHUFFLES):
            drawn = labels[draw.permutation(len(labels))]
            held, others = drawn[:reference], drawn[reference:]
            said = [_majority(others[:size]) for size in sizes] + [answers[item]]
            scores[0, :, shuffle, place] = [answer == _majority(held) for answer in said]
            scores[1, :, shuffle, place] = [float((held == answer).mean()) for answer in said]
    counts = draw.multinomial(len(items), np.full(len(items), 1 / len(items)), size=resamples) / len(items)
    rows: list[dict[str, Any]] = []
    for measure, of in zip(("label", "votes"), scores, strict=True):
        rows += _rows(measure, of.mean(axis=1), counts, sizes, machine)
    return rows


def _rows(measure: str, of: Floats, counts: Floats, sizes: list[int], machine: str) -> list[dict[str, Any]]:
    means = of.mean(axis=1)
    rows: list[dict[str, Any]] = [
        {"worker": f"{size} people" if size > 1 else "1 person", "measure": measure, "score": float(mean), "worth": float(size)}
        for size, mean in zip(sizes, means, strict=False)
    ]
    equal_to = people_for(float(means[-1]), sizes, means[:-1].tolist())
    row: dict[str, Any] = {"worker": machine, "measure": measure, "score": float(means[-1]), "worth": equal_to.number}
    if equal_to.more_than:
        row |= {"worth": None, "more_than": equal_to.number}
    if len(counts):
        drawn = counts @ of.T
        spread = [people_for(float(one[-1]), sizes, one[:-1].tolist()).number for one in drawn]
        row["interval"] = percentile_interval(np.array(spread))
    return [*rows, row]


def _majority(labels: Integers) -> int:
    return int(np.bincount(labels).argmax())
