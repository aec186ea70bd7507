"""Table 4 of the middle path: alpha and S, as printed, with a row of the corpus at hand."""

from __future__ import annotations

from pathlib import Path

from caesura.corpus import read_corpus
from caesura.foundation import signature
from caesura.papers.book.base import BookEntry, Computed
from caesura.papers.middle_path import printed_table_4, table_4


def compute(place: Path) -> Computed:
    corpus = read_corpus(place)
    rows = [{"whose": "published", **row} for row in printed_table_4()]
    rows += [{"whose": "ours", **row} for row in table_4([corpus])]
    note = "alpha (S); other queries, so no figure has a counterpart"
    return Computed(rows, signature(data=corpus.signature, distance="d1"), note=note)


ENTRY = BookEntry(
    name="ramanath-4-agreement",
    chapter="ramanath-2013",
    title="Table 4: agreement of crowds and experts",
    compute=compute,
    source="webis",
    why="The paper's annotations (Q500, Q700, S300, ...) are not public; ours is the Webis corpus, whose crowd cut flat only.",
    order=1,
)
