"""One line per query and annotator: what Bergsma-Wang files and files of bracketed trees have in common.

A line is the annotation alone, or `annotator<TAB>annotation`, or `id<TAB>annotator<TAB>annotation`, the same through
the whole file. Without ids, lines with the same words are the same query, numbered as they come.
"""

from __future__ import annotations

from collections.abc import Callable

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.formats.base import Skipped, fields, numbered_lines
from caesura.corpus.query import Query
from caesura.corpus.votes import Votes
from caesura.foundation import InputError, PathLike, input_name, written
from caesura.shapes import Shape, Words

Parse = Callable[[str], tuple[Words, Shape]]
Print = Callable[[Words, Shape], str]


def read_annotation_lines(path: PathLike, skip: Skipped, parse: Parse) -> Corpus:
    texts: dict[str, str] = {}
    ids: dict[str, str] = {}
    annotations: dict[str, list[tuple[Shape, str | None, tuple[str, ...]]]] = {}
    expected: tuple[int, ...] = (1, 2, 3)
    for number, line in numbered_lines(path):
        try:
            columns = fields(line, expected, "[[id, tab,] annotator, tab,] annotation, the same in every line")
            expected = (len(columns),)
            words, shape = parse(columns[-1])
            text = " ".join(words)
            query_id = columns[0] if len(columns) == 3 else ids.setdefault(text, str(len(ids) + 1))
            if texts.setdefault(query_id, text) != text:
                raise InputError(
                    f"query {query_id} was '{texts[query_id]}' before, here it is '{text}'", cure="an id stands for one query"
                )
            annotations.setdefault(query_id, []).append((shape, columns[-2] if len(columns) > 1 else None, ()))
        except InputError as error:
            skip(error.at(path, number))
    entries = (Entry(Query(query_id, texts[query_id]), Votes.count(of)) for query_id, of in annotations.items())
    return Corpus(input_name(path), tuple(entries))


def write_annotation_lines(corpus: Corpus, path: PathLike, form: Print) -> None:
    """Three columns; where annotators are not known they are numbered through the votes of each query."""
    with written(path) as stream:
        for entry in corpus:
            number = 0
            for vote in entry.votes:
                text = form(entry.query.words, vote.shape)
                for place in range(vote.count):
                    number += 1
                    who = vote.annotators[place] if vote.annotators else f"annotator-{number}"
                    stream.write(f"{entry.query.id}\t{who}\t{text}\n")
