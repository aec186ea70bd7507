"""Tasks for people: some pairs of question and paragraph each, as batch CSV; and their answers back as labels."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence

from caesura.corpus import Duplicates
from caesura.foundation import InputError, PathLike, csv_rows, written
from caesura.labels import LabelTable, label_table, read_seconds
from caesura.papers.listqa.candidates import CandidateParagraph

_FIELDS = ("question_id", "question", "paragraph_id", "answers", "paragraph")
_ANSWER = re.compile(r"Answer\.judgement_(\d+)(?:\.(.+))?")


def write_tasks(candidates: Sequence[CandidateParagraph], path: PathLike, *, pairs: int = 2) -> int:
    """A row per task with `pairs` pairs (the paper's two); the last may have fewer, its fields are empty. Returns the rows."""
    if pairs < 1:
        raise InputError(f"{pairs} pairs per task", cure="give 1 or more")
    if not candidates:
        raise InputError("there are no candidates", cure="look for paragraphs first")
    groups = [candidates[start : start + pairs] for start in range(0, len(candidates), pairs)]
    with written(path) as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([f"{field}_{place}" for place in range(1, pairs + 1) for field in _FIELDS])
        for group in groups:
            cells: list[str] = []
            for candidate in group:
                answers = "; ".join(candidate.answers)
                cells += [candidate.question, candidate.question_text, candidate.paragraph, answers, candidate.text]
            writer.writerow(cells + [""] * (len(_FIELDS) * (pairs - len(group))))
    return len(groups)


def read_judgements(path: PathLike, *, duplicates: Duplicates | str = Duplicates.LAST) -> LabelTable:
    """Labels from the results of a batch (Mechanical Turk's form, as Turkle writes it).

    Needs the columns WorkerId, Input.question_id_k, Input.paragraph_id_k and Answer.judgement_k for each pair k. A choice may
    also be spread over columns Answer.judgement_k.<label> that say true or false. Time is shared by a task's pairs.
    """
    rows = csv_rows(path)
    _, header = next(rows, (1, []))
    choices: dict[int, list[tuple[int, str | None]]] = {}
    for column, name in enumerate(header):
        if match := _ANSWER.fullmatch(name):
            choices.setdefault(int(match[1]), []).append((column, match[2]))
    needed = ["WorkerId", *(f"Input.{kind}_id_{place}" for place in choices or (1,) for kind in ("question", "paragraph"))]
    if missing := [name for name in needed if name not in header] or ([] if choices else ["Answer.judgement_1"]):
        raise InputError(f"there is no column '{missing[0]}'", cure="give the results of a batch of tasks", file=path, line=1)
    tasks, workers, labels, seconds = list[str](), list[str](), list[str](), list[float]()
    timed = "WorkTimeInSeconds" in header
    for line, cells in rows:
        if len(cells) != len(header):
            raise InputError(
                f"{len(cells)} fields, the header has {len(header)}", cure="quote fields with commas", file=path, line=line
            )
        row = dict(zip(header, cells, strict=True))
        given = [(place, _choice(columns, cells)) for place, columns in choices.items() if row[f"Input.question_id_{place}"]]
        for place, label in given:
            if not label:
                raise InputError(f"pair {place} has no judgement", cure="leave unfinished tasks out", file=path, line=line)
            tasks.append(f"{row[f'Input.question_id_{place}']} {row[f'Input.paragraph_id_{place}']}")
            workers.append(row["WorkerId"])
            labels.append(label)
            if timed:
                seconds.append(read_seconds(row["WorkTimeInSeconds"], path, line) / len(given))
    if not tasks:
        raise InputError("there are no judgements", cure="give the results of a batch of tasks", file=path)
    return label_table(tasks, workers, labels, duplicates=duplicates, seconds=seconds if timed else None)


def _choice(columns: list[tuple[int, str | None]], cells: list[str]) -> str:
    for column, label in columns:
        if label is None:
            return cells[column].strip()
        if cells[column].strip().lower() == "true":
            return label
    return ""
