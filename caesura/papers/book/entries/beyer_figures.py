"""Figures 3.3 to 3.5 of the thesis: nominal, segmented and safe queries by length."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from caesura.corpus import LABELS, LENGTH_FIGURES, corpus_facts, read_corpus
from caesura.foundation import Colour, signature
from caesura.papers.book.base import BookEntry, Computed


def compute(place: Path) -> Computed:
    corpus = read_corpus(place)
    facts = corpus_facts(corpus)
    rows: list[dict[str, Any]] = []
    for figure, (fact, title) in LENGTH_FIGURES.items():
        table, (first, second) = facts.cross["length", fact], LABELS[fact]
        for length in sorted({int(length) for length, _ in table}):
            having, lacking = table.get((str(length), first), 0), table.get((str(length), second), 0)
            share = having / (having + lacking)
            rows.append({"figure": figure, "shows": title, "words": length, "queries": having + lacking, "share": share})

    def draw(axes: Any) -> None:
        for number, (figure, (_, title)) in enumerate(LENGTH_FIGURES.items()):
            own = [row for row in rows if row["figure"] == figure]
            colour = Colour.series(number).value
            axes.plot([row["words"] for row in own], [100 * row["share"] for row in own], marker="o", label=title, color=colour)
        axes.set_xlabel("words")
        axes.set_ylabel("% of the queries")
        axes.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1))

    note = "the thesis draws bars without numbers"
    return Computed(rows, signature(data=corpus.signature), draw=draw, caption="shares by length", note=note)


ENTRY = BookEntry(
    name="beyer-figures",
    chapter="beyer-2011",
    title="Figures 3.3 to 3.5: nominal, segmented and safe queries by length",
    compute=compute,
    source="webis",
    why="The thesis counts all 53,437 queries.",
    order=2,
)
