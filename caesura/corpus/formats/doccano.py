"""doccano's JSONL for marked sequences: `{"id", "text", "label": [[start, end, label]]}`, one query per line.

Exports of projects with relations have `entities` in place of `label`. Each annotator's export is a file: read them one by one and
add their votes up with `caesura corpus merge`.
"""

from __future__ import annotations

import json
from typing import Any

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.formats.base import CorpusFormat, Skipped, one_entry_a_line
from caesura.corpus.formats.marked_lines import Mark, begins_with, marks_in, object_of, one_mark, vote_of
from caesura.corpus.query import Query
from caesura.corpus.votes import Votes
from caesura.foundation import InputError, PathLike, input_name, written


def read(path: PathLike, skip: Skipped) -> Corpus:
    return Corpus(input_name(path), one_entry_a_line(path, skip, _entry))


def _entry(line: str) -> Entry:
    value = object_of(line)
    if not isinstance(value.get("id"), str | int):
        raise InputError("'id' is missing", cure="doccano numbers its lines: export them as JSONL")
    query = Query(str(value["id"]), value["text"])
    return Entry(query, Votes((vote_of(query.text, [_mark(mark) for mark in _listed(value)]),)))


def _listed(value: dict[str, Any]) -> list[Any]:
    marks = value.get("label", value.get("labels", value.get("entities")))
    if not isinstance(marks, list):
        raise InputError("'label' is not a list", cure='write "label": [[0, 8, "segment"]]')
    return marks


def _mark(mark: object) -> Mark:
    if isinstance(mark, dict):
        return one_mark(mark.get("start_offset"), mark.get("end_offset"), mark.get("label"))
    if not isinstance(mark, list) or len(mark) != 3:
        raise InputError("a label is not start, end and name", cure='write "label": [[0, 8, "segment"]]')
    return one_mark(*mark)


def write(corpus: Corpus, path: PathLike) -> None:
    """The top vote of each query, ready for doccano's import; queries without votes are to be labelled."""
    with written(path) as stream:
        for entry in corpus:
            marks = marks_in(entry.query, entry.votes.top) if entry.votes else []
            value = {"id": entry.query.id, "text": entry.query.text, "label": [list(mark) for mark in marks]}
            stream.write(json.dumps(value, ensure_ascii=False) + "\n")


def is_line(value: Any) -> bool:
    return any(isinstance(value.get(key), list) for key in ("label", "labels", "entities")) and "votes" not in value


FORMAT = CorpusFormat(
    name="doccano",
    description="doccano's JSONL: a text and its labels, one query per line",
    read=read,
    write=write,
    votes="top",
    looks_like=lambda head: begins_with(head, is_line),
    keeps=frozenset(("types",)),
)
