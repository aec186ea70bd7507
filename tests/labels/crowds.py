"""Small crowds for the tests: any names, any numbers of labels."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from hypothesis import strategies as st

from caesura.labels import LabelTable, label_table

Rows = list[tuple[Hashable, Hashable, Hashable]]

_NAMES = st.text(min_size=1, max_size=4)


@st.composite
def crowds(draw: Any, *, classes: int = 3) -> Rows:
    """At least one row; every worker labels an item at most once."""
    tasks = draw(st.lists(_NAMES, min_size=1, max_size=6, unique=True))
    workers = draw(st.lists(_NAMES, min_size=1, max_size=5, unique=True))
    labels = draw(st.lists(_NAMES, min_size=1, max_size=classes, unique=True))
    pairs = draw(st.lists(st.tuples(st.sampled_from(tasks), st.sampled_from(workers)), min_size=1, max_size=20, unique=True))
    return [(task, worker, draw(st.sampled_from(labels))) for task, worker in pairs]


def table_of(rows: Rows, **options: Any) -> LabelTable:
    tasks, workers, labels = zip(*rows, strict=True)
    return label_table(tasks, workers, labels, **options)


def answers(*texts: str) -> LabelTable:
    """`answers("110", "10-")`: a text per item, a letter per worker, - for no label."""
    rows: Rows = [
        (f"item {number}", f"worker {who}", letter)
        for number, text in enumerate(texts)
        for who, letter in enumerate(text)
        if letter != "-"
    ]
    return table_of(rows)
