"""What people already have: archives of platforms' batches, and plain tables of query, worker and segmentation.

Which columns hold what is read off their names where that leaves no doubt, and asked for where it does. Without ids, rows with
the same text are the same query, numbered as they come.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from caesura.campaign.platforms.annotations import Collected, CollectedAnswer
from caesura.campaign.platforms.results import INPUT, read_results
from caesura.campaign.platforms.rows import Row, is_rejected, read_rows, seconds_of, worker_of
from caesura.campaign.tasks import Task, task_named
from caesura.foundation import InputError, PathLike, one_of, unknown
from caesura.shapes import parse_quotes, print_pipe, split_words

_QUERIES = ("query", "text", "keywords", "question")
_ANSWERS = ("segmentation", "answer", "flat", "quotes", "nested", "brackets", "label")
_IDS = ("id", "query_id", "queryid", "item", "item_id", "task")
_WORKERS = ("worker", "worker_id", "workerid", "annotator", "annotator_id", "user")
_SECONDS = ("seconds", "worktimeinseconds")
#: Fields that forms have besides the answers.
_BESIDES = ("comment", "comments", "feedback", "submit", "remarks")
_NUMBERED = re.compile(r"(.*?)[-_. ]?(\d+)")


@dataclass(frozen=True)
class Columns:
    """Where things stand. A row may hold several queries: then there is a triple of query, answer and id for each."""

    triples: Sequence[tuple[str, str, str | None]]
    worker: str
    seconds: str


@dataclass(frozen=True)
class ColumnNames:
    """What the user says about columns and form; `{n}` in a name stands for a number."""

    query: str | None = None
    answer: str | None = None
    id: str | None = None
    worker: str | None = None
    form: str | None = None


def import_annotations(
    path: PathLike, task: str = "flat", named: ColumnNames | None = None, *, rejected: bool = False, lenient: bool = False
) -> Collected:
    """Annotations out of any of the tables above; results of our own templates are known by their column."""
    header, rows = read_rows(path)
    if INPUT in header:
        return read_results(path, rejected=rejected, lenient=lenient)
    kind, given = task_named(task), named or ColumnNames()
    try:
        columns = _columns(header, given)
    except InputError as error:
        raise error.at(path, 1) from None
    collected = Collected(task, Path(str(path)).name.split(".")[0])
    kept: list[tuple[int, Row]] = []
    for line, row in rows:
        collected.rows += 1
        if is_rejected(row) and not rejected:
            collected.rejected += 1
        else:
            kept.append((line, row))
    answers = [row.get(answer, "") for _, row in kept for _, answer, _ in columns.triples]
    form = _form(kind, given.form, answers, path)
    ids: dict[str, str] = {}
    texts: dict[str, str] = {}
    for line, row in kept:
        for query, answer, identifier in columns.triples:
            text = " ".join(split_words(row.get(query, "")))
            if not text:
                continue  # a page with fewer queries than the others
            try:
                item = row.get(identifier, "").strip() if identifier else ids.setdefault(text, str(len(ids) + 1))
                if not item:
                    raise InputError(f"no {identifier}", cure="fill it in or leave the row out")
                if texts.setdefault(item, text) != text:
                    raise InputError(f"item {item} has another text in an earlier row", cure="an id stands for one query")
                label = _answer(kind, form, text, row.get(answer, "").strip())
            except InputError as error:
                problem = InputError(f"{answer}: {error.problem}", cure=error.cure, file=path, line=line)
                if not lenient:
                    raise problem from None
                collected.malformed.append(problem)
                continue
            seconds = seconds_of(row, path, line, columns.seconds)
            share = None if seconds is None else seconds / len(columns.triples)
            who = worker_of(row, line, columns.worker)
            collected.annotations.append(CollectedAnswer(item, text, who, label, share, line))
    if not collected.annotations and not collected.malformed:
        raise InputError("there are no annotations", cure="does the table have rows that were not rejected?", file=path)
    return collected


def _answer(task: Task, form: str, text: str, answer: str) -> str:
    if not answer:
        raise InputError("there is no answer", cure="leave the row out, or add --lenient")
    words = task.words(text)
    if form == "quotes" and answer != "?":
        return print_pipe(words, parse_quotes(answer, words)[1])
    return task.read(words, answer)


def _form(task: Task, asked: str | None, answers: Sequence[str], path: PathLike) -> str:
    """Pipe or quote form: `new york` is one segment in the first and two in the second, so it must be known for the whole file."""
    if task.name not in ("flat", "options"):
        return "as it is"
    if asked is not None:
        return one_of("form", asked, ("pipe", "quotes"))
    bars, quotes = any("|" in answer for answer in answers), any('"' in answer for answer in answers)
    if bars == quotes:
        problem = "answers with bars and answers with quotes" if bars else "no answer has a bar or a quote"
        raise InputError(f"{problem}: is it pipe form or quote form?", cure="say --form pipe or --form quotes", file=path)
    return "pipe" if bars else "quotes"


def _columns(header: Sequence[str], named: ColumnNames) -> Columns:
    for name in (named.query, named.answer, named.id, named.worker):
        if name is not None and not any(_fits(name, column) for column in header):
            raise unknown("column", name, header)
    is_archive = any(column.startswith("Answer.") for column in header)
    inputs = [column for column in header if column.startswith("Input.")] if is_archive else list(header)
    outputs = [column for column in header if column.startswith("Answer.")] if is_archive else list(header)
    answers = _chosen(named.answer, outputs, None if is_archive else _ANSWERS, "answer", _BESIDES)
    identifiers = _numbered(named.id, inputs) if named.id else _first(inputs, _IDS)
    taken = {*answers.values(), *identifiers.values()}
    queries = _chosen(named.query, [column for column in inputs if column not in taken], None if is_archive else _QUERIES, "query")
    if queries.keys() != answers.keys() or (identifiers and identifiers.keys() != queries.keys()):
        unpaired = [*queries.values(), *answers.values(), *identifiers.values()]
        raise InputError(f"the columns {', '.join(unpaired)} do not go together", cure="name them with --query, --answer and --id")
    triples = [(queries[number], answers[number], identifiers.get(number)) for number in queries]
    worker = named.worker or next(iter(_first(header, _WORKERS).values()), "WorkerId")
    return Columns(triples, worker, next(iter(_first(header, _SECONDS).values()), "WorkTimeInSeconds"))


def _chosen(
    asked: str | None, columns: Sequence[str], known: Sequence[str] | None, what: str, besides: Sequence[str] = ()
) -> Mapping[str, str]:
    """The columns of one kind by their number ('' where they have none)."""
    if asked is not None:
        return _numbered(asked, columns)
    stems: dict[str, dict[str, str]] = {}
    for column in columns:
        stem, number = _stem(column)
        if stem not in besides and (known is None or stem in known):
            stems.setdefault(stem, {})[number] = column
    if len(stems) != 1:
        listed = ", ".join(column for of in stems.values() for column in of.values()) or ", ".join(columns)
        raise InputError(f"which column holds the {what} is not clear ({listed})", cure=f"name it with --{what}")
    return next(iter(stems.values()))


def _first(columns: Sequence[str], known: Sequence[str]) -> Mapping[str, str]:
    stems = [(column, *_stem(column)) for column in columns]
    for name in known:
        if columns_by_number := {number: column for column, stem, number in stems if stem == name}:
            return columns_by_number
    return {}


def _numbered(asked: str, columns: Sequence[str]) -> Mapping[str, str]:
    if "{n}" not in asked:
        return {"": asked}
    pattern = re.compile(re.escape(asked).replace(r"\{n\}", r"(\d+)"))
    return {match[1]: column for column in columns if (match := pattern.fullmatch(column))}


def _fits(asked: str, column: str) -> bool:
    return asked == column or bool("{n}" in asked and _numbered(asked, [column]))


def _stem(column: str) -> tuple[str, str]:
    name = column.removeprefix("Input.").removeprefix("Answer.").lower()
    match = _NUMBERED.fullmatch(name)
    return (match[1], match[2]) if match and match[1] else (name, "")
