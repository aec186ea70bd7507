"""Figure 2 of the middle path: lengths of queries."""

from __future__ import annotations

from pathlib import Path

from caesura.corpus import read_corpus
from caesura.foundation import signature
from caesura.papers.book.base import BookEntry, Computed
from caesura.papers.middle_path import length_bars, length_shares


def compute(place: Path) -> Computed:
    corpus = read_corpus(place)
    shares = length_shares(corpus)
    rows = [{"words": length, "share": shares[length]} for length in sorted(shares)]
    note = "the paper draws its sets without numbers"
    draw = length_bars([corpus])
    return Computed(rows, signature(data=corpus.signature), draw=draw, caption="lengths of the queries", note=note)


ENTRY = BookEntry(
    name="ramanath-2-lengths",
    chapter="ramanath-2013",
    title="Figure 2: lengths of queries",
    compute=compute,
    source="webis",
    why="The paper's sets are not public.",
)
