"""Tables 1 to 3 of Lioma et al.: which options people choose, by the length of queries."""

from __future__ import annotations

from pathlib import Path

from caesura.corpus import read_corpus
from caesura.foundation import signature
from caesura.papers.book.base import BookEntry, Computed
from caesura.papers.choices import length_rows


def compute(place: Path) -> Computed:
    corpus = read_corpus(place, annotated=True)
    return Computed(
        length_rows(corpus, "3"), signature(data=corpus.signature), note="other queries, so no figure has a counterpart"
    )


ENTRY = BookEntry(
    name="lioma-1-choices",
    chapter="lioma-2018",
    title="Table 3: people's choices by length",
    compute=compute,
    source="options",
    why="The people and the queries are others.",
    order=1,
)
