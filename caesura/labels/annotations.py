"""Segmentations as labels: the annotations of a corpus as tables that every model understands."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from caesura.corpus import Corpus, Entry
from caesura.foundation import InputError
from caesura.labels.kinds import kinds_from
from caesura.labels.table import LabelTable, label_table
from caesura.shapes import Flat, Forest, Nested, Span, count_flat, count_nested

Cut = Flat | Nested
_Row = tuple[Hashable, Hashable, int]


class Annotation(NamedTuple):
    """One annotator's segmentation of one query; without an id, the annotator is nobody else in the corpus."""

    query: str
    annotator: Hashable
    shape: Cut


def annotations_of(corpus: Corpus) -> list[Annotation]:
    """All annotations; votes without annotators become strangers, each of whom did one query."""
    annotations: list[Annotation] = []
    for entry in corpus:
        for vote in entry.votes:
            shape = cut(vote.shape)
            names: tuple[Hashable, ...] = vote.annotators or tuple(
                ("stranger", entry.query.id, len(annotations) + number) for number in range(vote.count)
            )
            annotations += [Annotation(entry.query.id, name, shape) for name in names]
    if not annotations:
        raise InputError("the corpus has no annotations", cure="use a corpus with votes")
    return annotations


def knows_annotators(corpus: Corpus) -> bool:
    """Whether every vote says who gave it."""
    return all(vote.annotators for entry in corpus for vote in entry.votes)


def cut(shape: object) -> Cut:
    if isinstance(shape, Flat | Nested):
        return shape
    kind = "syntactic forests" if isinstance(shape, Forest) else type(shape).__name__
    raise InputError(f"{kind} cannot be aggregated", cure="use a corpus of flat or nested segmentations")


def structure_table(corpus: Corpus) -> tuple[LabelTable, dict[str, list[Cut]]]:
    """Whole segmentations: an item per query, whose classes are its own; label k is its k-th segmentation in the file."""
    places: dict[str, list[Cut]] = {
        entry.query.id: [cut(vote.shape) for vote in entry.votes] for entry in corpus if len(entry.votes)
    }
    numbers = {query: {shape: number for number, shape in enumerate(shapes)} for query, shapes in places.items()}
    annotations = annotations_of(corpus)
    table = label_table(
        [annotation.query for annotation in annotations],
        [annotation.annotator for annotation in annotations],
        [numbers[annotation.query][annotation.shape] for annotation in annotations],
    )
    possible = [_possible(places[str(query)][0]) for query in table.tasks]
    return kinds_from(_with_choices(table, possible), corpus), places


def break_table(corpus: Corpus) -> LabelTable:
    """Flat ones, break by break: an item per boundary (query, place), labels 0 and 1."""
    rows: list[_Row] = [
        ((annotation.query, place), annotation.annotator, value)
        for annotation in annotations_of(corpus)
        for place, value in enumerate(_breaks(annotation.shape))
    ]
    return kinds_from(_table(rows), corpus)


def node_table(corpus: Corpus) -> LabelTable:
    """Nested ones, node by node: an item per span that anyone's tree has (query, span), label 1 where a tree has it.

    The whole query is a node of every tree and so no question.
    """
    annotations = annotations_of(corpus)
    spans: dict[str, dict[Span, None]] = {}
    for annotation in annotations:
        spans.setdefault(annotation.query, {}).update(dict.fromkeys(inner_nodes(annotation.shape)))
    rows: list[_Row] = [
        ((annotation.query, span), annotation.annotator, int(span in inner_nodes(annotation.shape)))
        for annotation in annotations
        for span in spans[annotation.query]
    ]
    return kinds_from(_table(rows), corpus)


def inner_nodes(shape: Cut) -> frozenset[Span]:
    """The nodes of a tree but its root."""
    return frozenset(span for span in shape.spans if span != (0, shape.size))


def candidates(entry: Entry) -> Iterator[Cut]:
    """What annotators made of a query, in the order of the file."""
    return (cut(vote.shape) for vote in entry.votes)


def _breaks(shape: Cut) -> tuple[int, ...]:
    if not isinstance(shape, Flat):
        raise InputError("trees have nodes, not breaks", cure="use flat segmentations")
    return shape.breaks


def _possible(shape: Cut) -> int:
    """How many segmentations the query has; beyond 2^62 it makes no difference."""
    number = count_flat(shape.size) if isinstance(shape, Flat) else count_nested(shape.size)
    return min(number, 2**62)


def _with_choices(table: LabelTable, possible: list[int]) -> LabelTable:
    return replace(table, choices=np.array(possible, dtype=np.int64))


def _table(rows: list[_Row]) -> LabelTable:
    if not rows:
        raise InputError("no query has two words or more", cure="one word leaves nothing to decide")
    tasks, workers, labels = zip(*rows, strict=True)
    return label_table(tasks, workers, labels)
