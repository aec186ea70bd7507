"""One annotation per row, as tables have it: shared by CSV, Parquet and data frames.

Columns: `id`; one of `flat` (pipe form), `quotes` (quote form), `nested` (brackets); and, where known, `text`,
`annotator`, `kind`, `count`, `types`, `tags` (types and tags with spaces between). Common other names are understood. A row whose
`kind` is language-model or segmenter is a machine's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.formats.base import Skipped
from caesura.corpus.machines import Machine, WorkerKind
from caesura.corpus.query import Query
from caesura.corpus.votes import Vote, Votes
from caesura.foundation import InputError, PathLike, one_of
from caesura.shapes import Flat, Forest, Nested, Shape, Words, parse_brackets, parse_pipe, parse_quotes, print_brackets, print_pipe

_SHAPES = ("flat", "quotes", "nested")
_COLUMNS = ("id", "text", *_SHAPES, "annotator", "kind", "count", "types", "tags")
_ALIASES = {
    "query_id": "id",
    "task": "id",
    "query": "text",
    "segmentation": "flat",
    "label": "flat",
    "brackets": "nested",
    "worker": "annotator",
    "annotator_id": "annotator",
    "votes": "count",
}

Row = Mapping[str, str]


def known_columns(names: Sequence[str]) -> list[str] | None:
    """The columns under our names, or None where this is not a table of annotations."""
    known = [_ALIASES.get(name.strip().lower(), name.strip().lower()) for name in names]
    if set(known) - set(_COLUMNS) or len(set(known)) != len(known):
        return None
    return known if "id" in known and sum(shape in known for shape in _SHAPES) == 1 else None


def check_columns(names: Sequence[str]) -> list[str]:
    known = known_columns(names)
    if known is None:
        raise InputError(
            f"the columns are {', '.join(names)}",
            cure="give id and one of flat, quotes, nested; optional are text, annotator, kind, count, types, tags",
        )
    return known


def corpus_from_rows(name: str, rows: Iterable[tuple[int, Row]], path: PathLike, skip: Skipped) -> Corpus:
    """Rows with their line numbers; the rows of one query need not stand together."""
    queries: dict[str, Query] = {}
    votes: dict[str, list[Vote]] = {}
    machines: dict[tuple[str, WorkerKind], dict[str, list[Vote]]] = {}
    for number, row in rows:
        try:
            query_id = row["id"]
            words, shape = _shape(row)
            text = row.get("text") or " ".join(words)
            tags = tuple(row["tags"].split()) if row.get("tags") else None
            query = Query(query_id, text, tags)
            vote = _vote(row, shape)
            Entry(query, Votes((vote,)))
            if queries.setdefault(query_id, query) != query:
                raise InputError(
                    f"query {query_id} has another text or other tags in an earlier row", cure="an id stands for one query"
                )
            kind = _kind(row)
            if kind is WorkerKind.PERSON:
                votes.setdefault(query_id, []).append(vote)
            else:
                machines.setdefault((row["annotator"], kind), {}).setdefault(query_id, []).append(replace(vote, annotators=()))
        except InputError as error:
            skip(error.at(path, number))
    made = {
        machine: Machine(kind, {query_id: _gathered(of) for query_id, of in answers.items()})
        for (machine, kind), answers in machines.items()
    }
    entries = tuple(Entry(query, _gathered(votes.get(query_id, ()))) for query_id, query in queries.items())
    return Corpus(name, entries, {}, made)


def rows_of(corpus: Corpus) -> Iterator[dict[str, str | int]]:
    """One row per annotator where they are known, else one per vote with its count; `kind` where there are machines."""
    for entry in corpus:
        yield from _rows(entry, entry.votes, {"kind": WorkerKind.PERSON.value} if corpus.machines else {})
        for name, machine in corpus.machines.items():
            for row in _rows(entry, machine.answers.get(entry.query.id, ()), {"kind": machine.kind.value}):
                number = int(row["count"])
                yield from (row | {"annotator": name, "count": 1} for _ in range(number))


def _rows(entry: Entry, votes: Iterable[Vote], kind: dict[str, str | int]) -> Iterator[dict[str, str | int]]:
    for vote in votes:
        row: dict[str, str | int] = {"id": entry.query.id, "text": entry.query.text, **_printed(entry.query.words, vote.shape)}
        rest: dict[str, str | int] = {"types": " ".join(vote.types), "tags": " ".join(entry.query.tags or ())}
        if vote.annotators:
            yield from (row | {"annotator": who} | kind | {"count": 1} | rest for who in vote.annotators)
        else:
            yield row | {"annotator": ""} | kind | {"count": vote.count} | rest


def _kind(row: Row) -> WorkerKind:
    kind = WorkerKind(one_of("kind of annotator", row.get("kind") or WorkerKind.PERSON.value, WorkerKind))
    if kind is not WorkerKind.PERSON and not row.get("annotator"):
        raise InputError(f"a {kind} without a name", cure="fill the column annotator")
    return kind


def _gathered(votes: Sequence[Vote]) -> Votes:
    """Votes for one shape added up; annotators are kept where all of them are known."""
    groups: dict[tuple[Shape, tuple[str, ...]], list[Vote]] = {}
    for vote in votes:
        groups.setdefault((vote.shape, vote.types), []).append(vote)
    gathered = []
    for (shape, types), of in groups.items():
        who = tuple(name for vote in of for name in vote.annotators)
        count = sum(vote.count for vote in of)
        gathered.append(Vote(shape, count, who if len(who) == count else (), types))
    return Votes(tuple(gathered))


def _shape(row: Row) -> tuple[Words, Shape]:
    words = tuple(row["text"].split()) if row.get("text") else None
    if row.get("flat"):
        return parse_pipe(row["flat"], words)
    if row.get("quotes"):
        return parse_quotes(row["quotes"], words)
    if row.get("nested"):
        return parse_brackets(row["nested"], words)
    raise InputError("the row has no segmentation", cure="fill the column flat, quotes or nested")


def _vote(row: Row, shape: Shape) -> Vote:
    count = row.get("count") or "1"
    if not (count.isascii() and count.isdigit()):
        raise InputError(f"the count is '{count}'", cure="a vote counts 1 or more, in whole numbers")
    who = row.get("annotator")
    if who and int(count) != 1:
        raise InputError(
            f"annotator {who} has {count} votes in one row", cure="one row per annotator, or counts without annotators"
        )
    return Vote(shape, int(count), (who,) if who else (), tuple(row.get("types", "").split()))


def _printed(words: Words, shape: Shape) -> dict[str, str | int]:
    if isinstance(shape, Flat):
        return {"flat": print_pipe(words, shape)}
    if isinstance(shape, Nested):
        return {"nested": print_brackets(words, shape)}
    if isinstance(shape, Forest):
        raise InputError("a table of annotations holds no forests", cure="use conllu or jsonl")
    raise TypeError(shape)
