"""Candidates before people: as items of the task `judgement`, for campaigns and for platforms; and one vocabulary for their labels.

A campaign stores judgements as 1 and 0; yes and no, true and false mean the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from caesura.campaign import task_named
from caesura.corpus import Duplicates
from caesura.foundation import InputError, PathLike, write_csv, written
from caesura.labels import LabelTable, label_table
from caesura.papers.listqa.candidates import CandidateParagraph


def write_tasks(candidates: Sequence[CandidateParagraph], path: PathLike) -> int:
    """A row for each pair, `id,question,paragraph`: what `caesura campaign create` and `batch` take. Returns the rows."""
    if not candidates:
        raise InputError("there are no candidates", cure="look for paragraphs first")
    with written(path) as stream:
        rows = ((one.task, f"{one.question_text} ({'; '.join(one.answers)})", one.text) for one in candidates)
        write_csv(stream, ("id", "question", "paragraph"), rows)
    return len(candidates)


def verdict(label: Hashable) -> str:
    """The judgement that a label means, 1 or 0; any other label stays as it is."""
    try:
        return task_named("judgement").read((), str(label))
    except InputError:
        return str(label)


def as_judgements(table: LabelTable) -> LabelTable:
    """The same labels in the vocabulary of judgements."""
    meant = [verdict(label) for label in table.classes]
    return label_table(
        [table.tasks[code] for code in table.task_codes.tolist()],
        [table.workers[code] for code in table.worker_codes.tolist()],
        [meant[code] for code in table.label_codes.tolist()],
        duplicates=Duplicates.ALL,
        seconds=None if table.seconds is None else table.seconds.tolist(),
    )
