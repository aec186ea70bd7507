"""Tables 1 and 2 of Lioma et al.: the most popular option of each query, and how popular it is by length."""

from __future__ import annotations

from pathlib import Path

from caesura.corpus import read_corpus
from caesura.foundation import signature
from caesura.papers.book.base import BookEntry, Computed
from caesura.papers.choices import length_rows, popular_rows


def compute(place: Path) -> Computed:
    corpus = read_corpus(place, annotated=True)
    no_counterpart = {"queries": None, "printed_agreement": None}
    rows = [{"table": "1", **row, **no_counterpart} for row in popular_rows(corpus)]
    for row in length_rows(corpus, "2"):
        which = "queries of all lengths" if row["words"] == "all" else f"queries of {row['words']} words"
        kept = {key: row[key] for key in ("agreement", "queries", "printed_agreement")}
        rows.append({"table": "2", "id": None, "query": which, "annotators": None, **kept})
    return Computed(rows, signature(data=corpus.signature), note="the paper's training queries are others")


ENTRY = BookEntry(
    name="lioma-2-popular",
    chapter="lioma-2018",
    title="Tables 1 and 2: the most popular options",
    compute=compute,
    source="options",
    why="The people and the queries are others.",
)
