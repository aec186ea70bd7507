"""Predictions: one flat segmentation per query of a corpus, checked against it word by word.

A file that leaves a query out, knows one too many or has changed its words is refused with the query's id: a score
over other queries than the corpus's would not be comparable with anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np

from caesura.corpus import Corpus, Query, detect_format, read_corpus
from caesura.evaluation.table import Masks, mask_of
from caesura.foundation import InputError, PathLike, is_regular, is_stdin, lines, peeked, without_compression
from caesura.shapes import Flat, Shape, Words, parse_pipe, same_words, shown

Predictions = Mapping[str, Flat]


def method_name(path: PathLike) -> str:
    """A predictions file's method is its file name without the ending."""
    if is_stdin(path):
        return "stdin"
    name = without_compression(Path(path).name)
    return name.rsplit(".", 1)[0] if "." in name.lstrip(".") else name


def read_predictions(path: PathLike, corpus: Corpus) -> Predictions:
    """Predictions in any form a corpus can have, one segmentation per query."""
    if not is_stdin(path) and Path(path).is_dir():
        predictions = dict(_from_corpus(path, corpus))
    else:
        with peeked(path) as file:
            usual = _format_of(file) == "pipe"
            predictions = dict(_from_pipe_lines(file, corpus) if usual else _from_corpus(file, corpus))
    if missing := [entry.query for entry in corpus if entry.query.id not in predictions]:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        raise InputError(
            f"query {missing[0].id} {shown(missing[0].text)} is missing{more}",
            cure=f"predict every query of {corpus.name}, or cut the corpus down to the queries you predict",
            file=path,
        )
    return predictions


def _format_of(path: PathLike) -> str:
    try:
        return detect_format(path, annotated=True).name
    except InputError as error:
        raise InputError(error.problem, cure="predictions are lines such as 17<TAB>new york|times", file=path) from None


def named_predictions(name: str, corpus: Corpus) -> Predictions:
    """What the corpus itself brings along for an algorithm or a machine annotator."""
    brought: dict[str, Mapping[str, Shape]] = {who: machine.single for who, machine in corpus.machines.items()}
    brought |= corpus.outputs
    if name not in brought:
        have = f"it has {', '.join(brought)}" if brought else "it brings none along"
        raise InputError(f"no file and no output of {corpus.name} is called '{name}'", cure=f"name a predictions file; {have}")
    predictions = {query_id: _single([shape], query_id) for query_id, shape in brought[name].items()}
    masks_of(name, predictions, corpus)
    return predictions


def masks_of(method: str, predictions: Predictions, corpus: Corpus) -> Masks:
    """As break masks in the order of the corpus; every query must be there, with the right number of words."""
    masks: list[int] = []
    for entry in corpus:
        query = entry.query
        flat = predictions.get(query.id)
        if flat is None:
            raise InputError(f"{method} leaves out query {query.id} {shown(query.text)}", cure="predict every query of the corpus")
        words = entry.votes.all[0].shape.size if entry.votes else len(query.words)
        if flat.size != words:
            raise InputError(
                f"{method} cuts {flat.size} words, query {query.id} {shown(query.text)} has {words}",
                cure="a segmentation must print the query's words unchanged",
            )
        masks.append(mask_of(flat.breaks))
    if len(predictions) > len(corpus):
        unknown = next(query_id for query_id in predictions if query_id not in corpus.by_id)
        raise InputError(f"{method} has a prediction for query {unknown}, which is not in {corpus.name}", cure="remove it")
    return np.array(masks, dtype=np.uint64)


def _from_pipe_lines(path: PathLike, corpus: Corpus) -> Iterator[tuple[str, Flat]]:
    """The usual form, read without the detour over a corpus of its own: fast, and every error has its line."""
    seen: set[str] = set()
    for number, line in lines(path):
        if not line.strip():
            continue
        query_id, tab, text = line.partition("\t")
        try:
            if not tab or "\t" in text:
                raise InputError("expected two fields", cure="each line is id, tab, segmentation such as new york|times")
            if query_id in seen:
                raise InputError(f"query {query_id} occurs twice", cure="keep one line per query")
            flat = _cut(text, _known(query_id, corpus))
        except InputError as error:
            raise error.at(path, number) from None
        seen.add(query_id)
        yield query_id, flat


def _from_corpus(path: PathLike, corpus: Corpus) -> Iterator[tuple[str, Flat]]:
    for entry in read_corpus(path, annotated=True):
        query = entry.query
        try:
            known = _known(query.id, corpus)
            if query.text != known.text:
                _unaltered(query.words, known)
            yield query.id, _single([vote.shape for vote in entry.votes], query.id)
        except InputError as error:
            raise error.at(path, _line_of(path, query.id)) from None


def _known(query_id: str, corpus: Corpus) -> Query:
    entry = corpus.by_id.get(query_id)
    if entry is None:
        raise InputError(f"query {query_id} is not in {corpus.name}", cure="remove it, or evaluate it against its own corpus")
    return entry.query


def _cut(text: str, query: Query) -> Flat:
    words, flat = parse_pipe(text)
    _unaltered(words, query)
    return flat


def _unaltered(words: Words, query: Query) -> None:
    try:
        same_words(words, query.words, query.text)
    except InputError as error:
        raise InputError(f"query {query.id} was altered: {error.problem}", cure=error.cure) from None


def _single(shapes: Iterable[object], query_id: str) -> Flat:
    different = set(shapes)
    if len(different) != 1:
        problem = f"query {query_id} has {len(different)} segmentations" if different else f"query {query_id} is not segmented"
        raise InputError(problem, cure="a prediction is one segmentation per query")
    shape = different.pop()
    if not isinstance(shape, Flat):
        raise InputError(f"the segmentation of query {query_id} is not flat", cure="cut trees into flat segmentations first")
    return shape


def _line_of(path: PathLike, query_id: str) -> int | None:
    """Corpora do not remember their lines; look for the id once more, now that it matters."""
    if not is_regular(str(path)):
        return None
    try:
        fields = ((number, line.replace('"', "\t").replace(",", "\t").split("\t")) for number, line in lines(str(path)))
        return next((number for number, cells in fields if query_id in cells), None)
    except InputError:
        return None
