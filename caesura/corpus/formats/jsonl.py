"""JSONL, the canonical form: one query per line, with everything a corpus can hold.

    {"id": "7", "text": "new york times", "tags": ["JJ", "NN", "NNS"],
     "votes": [{"flat": "new york|times", "count": 6, "annotators": [...], "types": [...]}],
     "outputs": {"pmi": "new york|times"},
     "machines": {"gpt": {"kind": "language-model", "votes": [{"flat": "new york|times", "count": 3}]}}}

A vote's shape stands under the name of its kind: `flat` (pipe form), `nested` (brackets) or `forest` (heads, tags,
labels). An output is pipe form, or such an object. What is not known is left out.
`verbatim` is a source's own spelling of the votes, kept only where ours differs. How machines were asked may stand in a
line of its own, `{"settings of machines": {"gpt": {...}}}`, the first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.formats import doccano, prodigy
from caesura.corpus.formats.base import EXTRAS, CorpusFormat, Skipped, numbered_lines
from caesura.corpus.formats.machine_lines import Machines
from caesura.corpus.formats.marked_lines import begins_with
from caesura.corpus.query import Query
from caesura.corpus.votes import Vote, Votes
from caesura.foundation import InputError, PathLike, input_name, unknown, written
from caesura.shapes import Flat, Forest, Nested, Shape, Words, parse_brackets, parse_pipe, print_brackets, print_pipe

_KEYS = frozenset(("id", "text", "tags", "votes", "verbatim", "outputs", "machines"))
_SETTINGS = "settings of machines"
_VOTE_KEYS = frozenset(("flat", "nested", "forest", "count", "annotators", "types"))


def read(path: PathLike, skip: Skipped) -> Corpus:
    entries: dict[str, Entry] = {}
    outputs: dict[str, dict[str, Shape]] = {}
    machines = Machines()
    for number, line in numbered_lines(path):
        try:
            value = _object(line)
            if _SETTINGS in value:
                machines.settings(value[_SETTINGS])
                continue
            entry, made = _entry(value)
            if entry.query.id in entries:
                raise InputError(f"query {entry.query.id} occurs twice", cure="keep one line per query")
            entries[entry.query.id] = entry
            for name, shape in made.items():
                outputs.setdefault(name, {})[entry.query.id] = shape
            machines.answers(entry.query.id, value.get("machines", {}), partial(_vote, entry.query.words))
        except InputError as error:
            skip(error.at(path, number))
    return Corpus(input_name(path), tuple(entries.values()), outputs, machines.all)


def write(corpus: Corpus, path: PathLike) -> None:
    with written(path) as stream:
        if about := {name: dict(machine.about) for name, machine in corpus.machines.items() if machine.about}:
            stream.write(json.dumps({_SETTINGS: about}, ensure_ascii=False) + "\n")
        for entry in corpus:
            stream.write(json.dumps(as_object(corpus, entry), ensure_ascii=False) + "\n")


def as_object(corpus: Corpus, entry: Entry) -> dict[str, Any]:
    """The JSON object of one query."""
    query = entry.query
    result: dict[str, Any] = {"id": query.id, "text": query.text}
    if query.tags is not None:
        result["tags"] = list(query.tags)
    result["votes"] = [_vote_object(query.words, vote) for vote in entry.votes]
    if entry.votes.verbatim:
        result["verbatim"] = entry.votes.verbatim
    made = {name: _output_object(query.words, of[query.id]) for name, of in corpus.outputs.items() if query.id in of}
    if made:
        result["outputs"] = made
    answered = {name: machine for name, machine in corpus.machines.items() if query.id in machine.answers}
    if answered:
        result["machines"] = {
            name: {"kind": machine.kind.value, "votes": [_vote_object(query.words, vote) for vote in machine.answers[query.id]]}
            for name, machine in answered.items()
        }
    return result


def _vote_object(words: Words, vote: Vote) -> dict[str, Any]:
    result = {**_shape_object(words, vote.shape), "count": vote.count}
    if vote.annotators:
        result["annotators"] = list(vote.annotators)
    if vote.types:
        result["types"] = list(vote.types)
    return result


def _shape_object(words: Words, shape: Shape) -> dict[str, Any]:
    if isinstance(shape, Flat):
        return {"flat": print_pipe(words, shape)}
    if isinstance(shape, Nested):
        return {"nested": print_brackets(words, shape)}
    labels = {"labels": list(shape.labels)} if shape.labels else {}
    return {"forest": {"heads": list(shape.heads), "tags": list(shape.tags), **labels}}


def _output_object(words: Words, shape: Shape) -> object:
    return print_pipe(words, shape) if isinstance(shape, Flat) else _shape_object(words, shape)


def _object(line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError(f"not JSON ({error})", cure="each line is one JSON object") from None
    if not isinstance(value, dict):
        raise InputError("not a JSON object", cure='each line is {"id": ..., "text": ..., "votes": [...]}')
    if "\\u" in line and any("\ud800" <= c <= "\udfff" for c in json.dumps(value, ensure_ascii=False)):
        raise InputError("half of a surrogate pair, which is not a character", cure="repair the \\u escapes")
    return value


def _entry(value: dict[str, Any]) -> tuple[Entry, dict[str, Shape]]:
    if others := value.keys() - _KEYS:
        raise unknown("key", min(others), sorted(_KEYS))
    tags = value.get("tags")
    query = Query(_string(value, "id"), _string(value, "text"), None if tags is None else _strings(tags, "tags"))
    listed = value.get("votes", [])
    if not isinstance(listed, list):
        raise InputError("'votes' is not a list")
    verbatim = _string(value, "verbatim") if "verbatim" in value else ""
    votes = Votes(tuple(_vote(query.words, item) for item in listed), verbatim)
    made = value.get("outputs", {})
    if not isinstance(made, dict):
        raise InputError("'outputs' is not an object of algorithm and segmentation")
    return Entry(query, votes), {name: _output(query.words, text) for name, text in made.items()}


def _vote(words: Words, value: object) -> Vote:
    if not isinstance(value, dict):
        raise InputError("a vote is not an object", cure='write {"flat": "new york|times", "count": 6}')
    if others := value.keys() - _VOTE_KEYS:
        raise unknown("key of a vote", min(others), sorted(_VOTE_KEYS))
    shape = _shape(words, value)
    annotators = _strings(value.get("annotators", []), "annotators")
    return Vote(shape, value.get("count", len(annotators) or 1), annotators, _strings(value.get("types", []), "types"))


def _shape(words: Words, value: dict[str, Any]) -> Shape:
    if len(value.keys() & {"flat", "nested", "forest"}) != 1:
        raise InputError("a segmentation needs exactly one of flat, nested, forest")
    if "flat" in value:
        return parse_pipe(_string(value, "flat"), words)[1]
    if "nested" in value:
        return parse_brackets(_string(value, "nested"), words)[1]
    return _forest(value["forest"])


def _output(words: Words, value: object) -> Shape:
    if isinstance(value, str):
        return parse_pipe(value, words)[1]
    if isinstance(value, dict):
        return _shape(words, value)
    raise InputError("an output is not a segmentation", cure='write {"pmi": "new york|times"}')


def _is_of_a_tool(value: Mapping[str, Any]) -> bool:
    return prodigy.is_line(value) or doccano.is_line(value)


def _forest(value: object) -> Forest:
    if not isinstance(value, dict) or not isinstance(value.get("heads"), list) or not all(type(h) is int for h in value["heads"]):
        raise InputError("a forest needs 'heads', a list of whole numbers, and 'tags'")
    return Forest(tuple(value["heads"]), _strings(value.get("tags", []), "tags"), _strings(value.get("labels", []), "labels"))


def _string(value: dict[str, Any], key: str) -> str:
    content = value.get(key)
    if not isinstance(content, str):
        raise InputError(f"'{key}' is missing or not a string")
    return content


def _strings(value: object, key: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise InputError(f"'{key}' is not a list of strings")
    return tuple(value)


FORMAT = CorpusFormat(
    name="jsonl",
    description="one JSON object per query, the canonical form: keeps everything",
    read=read,
    write=write,
    looks_like=lambda head: all(line.lstrip().startswith("{") for line in head.lines) and not begins_with(head, _is_of_a_tool),
    keeps=frozenset(EXTRAS),
    endings=(".jsonl", ".ndjson"),
    shapes=frozenset(("Flat", "Nested", "Forest")),
)
