"""Table 5.7 of the thesis: how many n-grams each method looks up."""

from __future__ import annotations

from pathlib import Path

from caesura.corpus import read_corpus
from caesura.foundation import signature
from caesura.papers.book.base import BookEntry, Computed
from caesura.papers.lookups import ngram_lookups


def compute(place: Path) -> Computed:
    rows = [
        {
            "method": row["method"],
            "queries": row["queries"],
            "published_per_query": row["printed_per_query"],
            "ours_per_query": row["listing_per_query"],
            "once_per_query": row["once_per_query"],
        }
        for row in ngram_lookups(place)
    ]
    by_method = {str(row["method"]): float(row["ours_per_query"]) for row in rows}
    fewest_first = sorted(by_method, key=by_method.__getitem__) == ["titles", "hybrid", "wikipedia"]
    note = "in the thesis titles needs the fewest and wikipedia the most; `once` is without listing all segmentations"
    return Computed(rows, signature(data=read_corpus(place).signature), int(fewest_first), 1, note=note)


ENTRY = BookEntry(
    name="beyer-5-lookups",
    chapter="beyer-2011",
    title="Table 5.7: look-ups of n-grams",
    compute=compute,
    source="webis",
    tolerance="the order of the methods",
    why="The thesis counts 48,587 queries, which are not public.",
    order=5,
)
