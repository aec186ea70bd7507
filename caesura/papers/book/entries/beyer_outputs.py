"""The public outputs of six algorithms, computed again from the corpus's own counts, titles and tags."""

from __future__ import annotations

from pathlib import Path

from caesura.corpus import read_corpus
from caesura.foundation import signature
from caesura.papers.book.base import BookEntry, Computed
from caesura.papers.official_outputs import replayed_outputs


def compute(place: Path) -> Computed:
    rows = [
        {
            "method": row["method"],
            "output": row["output"],
            "published": row["queries"],
            "ours": row["equal"],
            "difference": row["equal"] - row["queries"],
            "agrees": row["equal"] == row["queries"],
        }
        for row in replayed_outputs(place)
    ]
    signed = signature(data=read_corpus(place).signature, rules="published")
    return Computed(rows, signed, sum(bool(row["agrees"]) for row in rows), len(rows), note="queries that come out as published")


ENTRY = BookEntry(
    name="beyer-outputs",
    chapter="beyer-2011",
    title="The public outputs, replayed query by query",
    compute=compute,
    source="webis",
    tolerance="every query",
    why="hybrid rests on tags of noun phrases of which the package has those of the queries alone.",
    order=6,
)
