"""Table 1 of Pinter et al.: how complex queries with question intent are."""

from __future__ import annotations

from pathlib import Path

from caesura.foundation import fingerprint, signature
from caesura.papers.book.base import BookEntry, Computed
from caesura.syntax import default_parser, profile_file

_COLUMNS = ("words", "median_depth", "mean_depth", "noun_roots", "verb_roots", "confidence")
_PRINTED = {
    "news sentences": (18.4, 6, 6.5, 0.120, 0.848, 0.898),
    "question titles": (10.5, 4, 4.5, 0.100, 0.869, 0.991),
    "queries with question intent": (6.4, 4, 3.7, 0.322, 0.627, 0.809),
    "general queries": (4.5, 3, 3.0, 0.629, 0.303, 0.752),
}


def compute(place: Path) -> Computed:
    ours = profile_file(place, default_parser())
    rows = [
        {"whose": "published", "texts": name, **dict(zip(_COLUMNS, figures, strict=True))} for name, figures in _PRINTED.items()
    ]
    rows.append({"whose": "ours", "texts": "queries with question intent", **{name: getattr(ours, name) for name in _COLUMNS}})
    signed = signature(data=f"{place.stem}#{fingerprint([place.read_bytes().hex()])}", parser="default")
    note = "in the paper more roots are verbs than nouns"
    return Computed(rows, signed, int(ours.verb_roots > ours.noun_roots), 1, note=note)


ENTRY = BookEntry(
    name="pinter-1-profile",
    chapter="pinter-2016",
    title="Table 1: how complex queries are",
    compute=compute,
    source="question-intent",
    tolerance="which roots are more frequent",
    why="Other queries, and trees by hand instead of by a parser; the confidence is that of our parser, on its own scale.",
    order=1,
)
