"""Which workers are machines: people's labels count, machines' only where they are asked for by name.

Samples of one machine are workers called `NAME#1`, `NAME#2`, ...; they belong together.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from caesura.corpus import PEOPLE, Corpus, WorkerKind
from caesura.foundation import InputError, one_of
from caesura.labels.table import LabelTable

PERSON = WorkerKind.PERSON.value


def machine_of(worker: Hashable) -> str:
    """`gpt` of `gpt#2`."""
    name = str(worker)
    before, sign, number = name.rpartition("#")
    return before if sign and number.isdecimal() else name


def with_kinds(table: LabelTable, workers: Sequence[Hashable], kinds: Sequence[str]) -> LabelTable:
    """The table with the kind of each worker, given row by row; a worker has one kind."""
    known: dict[Hashable, str] = {}
    for worker, kind in zip(workers, kinds, strict=True):
        one_of("kind of worker", kind, [each.value for each in WorkerKind])
        if known.setdefault(worker, kind) != kind:
            raise InputError(f"worker {worker} is a {known[worker]} and a {kind}", cure="give every worker one kind")
    kinds_of_workers = tuple(known.get(worker, PERSON) for worker in table.workers)
    return replace(table, kinds=kinds_of_workers if set(kinds_of_workers) != {PERSON} else None)


def kinds_from(table: LabelTable, corpus: Corpus) -> LabelTable:
    """The table of a corpus's annotations, with those of its machines that are among the annotators marked."""
    kinds_of_workers = tuple(
        corpus.machines[machine_of(worker)].kind.value if machine_of(worker) in corpus.machines else PERSON
        for worker in table.workers
    )
    return replace(table, kinds=kinds_of_workers if set(kinds_of_workers) != {PERSON} else None)


def labelled_by(table: LabelTable, names: Iterable[str] = (PEOPLE,)) -> LabelTable:
    """Only the labels of people, of machines by name, or of both."""
    if table.kinds is None:
        return table
    asked = set(names)
    machines = {machine_of(worker) for worker, kind in zip(table.workers, table.kinds, strict=True) if kind != PERSON}
    if strange := sorted(asked - machines - {PEOPLE}):
        raise InputError(f"no machine is called '{strange[0]}'", cure=f"there are {', '.join(sorted(machines))}")
    wanted = [
        PEOPLE in asked if kind == PERSON else machine_of(worker) in asked
        for worker, kind in zip(table.workers, table.kinds, strict=True)
    ]
    rows = np.array(wanted, dtype=np.bool_)[table.worker_codes]
    if not rows.any():
        raise InputError(
            f"all labels are by machines ({', '.join(sorted(machines))})",
            cure=f"machines count only if asked by name: --annotators {','.join(sorted(machines))}",
        )
    return table if rows.all() else table.keep(rows)
