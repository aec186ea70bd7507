"""Prodigy's JSONL: one annotation per line, `{"text", "spans": [{"start", "end", "label"}], "_annotator_id", "answer"}`.

Lines of one text are one query; its id stands in `meta`, or queries are numbered as they come. Rejected and ignored lines give no
vote. Single words may be marked or not.
"""

from __future__ import annotations

import json
from typing import Any

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.formats.base import CorpusFormat, Skipped, numbered_lines
from caesura.corpus.formats.marked_lines import begins_with, marks_in, object_of, one_mark, vote_of
from caesura.corpus.query import Query
from caesura.corpus.votes import Vote, Votes
from caesura.foundation import InputError, PathLike, input_name, written
from caesura.shapes import Shape, word_offsets


def read(path: PathLike, skip: Skipped) -> Corpus:
    queries: dict[str, Query] = {}
    names: dict[str, str] = {}
    given: dict[str, list[tuple[Shape, str | None, tuple[str, ...]]]] = {}
    for number, line in numbered_lines(path):
        try:
            value = object_of(line)
            text = value["text"]
            meta = value.get("meta")
            known = meta.get("id") if isinstance(meta, dict) else None
            query = Query(str(known) if known is not None else names.setdefault(text, str(len(names) + 1)), text)
            if queries.setdefault(query.id, query) != query:
                raise InputError(f"query {query.id} has another text in an earlier line", cure="an id stands for one query")
            votes = given.setdefault(query.id, [])
            if value.get("answer", "accept") == "accept":
                vote = vote_of(text, [_mark(span) for span in _listed(value.get("spans", []))])
                who = value.get("_annotator_id") or value.get("_session_id")
                votes.append((vote.shape, who if isinstance(who, str) else None, vote.types))
        except InputError as error:
            skip(error.at(path, number))
    return Corpus(input_name(path), tuple(Entry(query, Votes.count(given[name])) for name, query in queries.items()))


def write(corpus: Corpus, path: PathLike) -> None:
    """One line for each annotator where they are known, else for each of a vote's annotators without a name."""
    with written(path) as stream:
        for entry in corpus:
            for vote in entry.votes:
                for place in range(vote.count):
                    stream.write(json.dumps(_line(entry.query, vote, place), ensure_ascii=False) + "\n")
            if not entry.votes:
                stream.write(json.dumps({"text": entry.query.text, "meta": {"id": entry.query.id}}, ensure_ascii=False) + "\n")


def _line(query: Query, vote: Vote, place: int) -> dict[str, Any]:
    places = word_offsets(query.text)
    tokens = [
        {"text": query.text[start:end], "start": start, "end": end, "id": number, "ws": end < len(query.text)}
        for number, (start, end) in enumerate(places)
    ]
    starts, ends = ({place[edge]: number for number, place in enumerate(places)} for edge in (0, 1))
    spans = [
        {"start": start, "end": end, "token_start": starts[start], "token_end": ends[end], "label": label}
        for start, end, label in marks_in(query, vote)
    ]
    line: dict[str, Any] = {"text": query.text, "tokens": tokens, "spans": spans, "meta": {"id": query.id}, "answer": "accept"}
    return line | ({"_annotator_id": vote.annotators[place]} if vote.annotators else {})


def _listed(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise InputError("'spans' is not a list", cure='write "spans": [{"start": 0, "end": 8, "label": "segment"}]')
    return value


def _mark(span: object) -> tuple[int, int, str]:
    if not isinstance(span, dict):
        raise InputError("a span is not an object", cure='write {"start": 0, "end": 8, "label": "segment"}')
    return one_mark(span.get("start"), span.get("end"), span.get("label", "segment"))


def is_line(value: Any) -> bool:
    return "spans" in value or ("meta" in value and "votes" not in value and "id" not in value)


FORMAT = CorpusFormat(
    name="prodigy",
    description="Prodigy's JSONL: a text and its spans, one annotation per line",
    read=read,
    write=write,
    looks_like=lambda head: begins_with(head, is_line),
    keeps=frozenset(("annotators", "types")),
)
