"""Table 2 of Pinter et al.: parsers on whole queries and on gold segments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from caesura.papers.book.base import BookEntry, Computed
from caesura.papers.book.pinter_rows import measured

#: Parser -> UAS on gold segments and on whole queries.
_PRINTED = {
    "Redshift": (0.825, 0.766),
    "Mate": (0.814, 0.755),
    "Clear": (0.807, 0.754),
    "SNN": (0.807, 0.748),
    "GN13": (0.805, 0.748),
    "Turbo": (0.794, 0.739),
    "RBG": (0.785, 0.728),
}


def compute(place: Path) -> Computed:
    found = measured(place)
    rows: list[dict[str, Any]] = [
        {"whose": "published", "parser": name, "UAS_gold_segments": segments, "UAS_whole": whole, "gain": segments - whole}
        for name, (segments, whole) in _PRINTED.items()
    ]
    (ours,) = found["parsers"]
    segments, whole = ours["segmented_uas"], ours["whole_uas"]
    gain = segments - whole
    rows.append({"whose": "ours", "parser": ours["parser"], "UAS_gold_segments": segments, "UAS_whole": whole, "gain": gain})
    signed = found["methods"][0]["signature"]
    return Computed(rows, signed, int(gain > 0), 1, note="in the paper gold segments help every parser")


ENTRY = BookEntry(
    name="pinter-2-parsers",
    chapter="pinter-2016",
    title="Table 2: parsers on whole queries and on gold segments",
    compute=compute,
    source="question-intent",
    tolerance="gold segments help",
    why="Other queries and another parser; `caesura syntax evaluate --parser` compares those that are installed.",
    order=2,
)
