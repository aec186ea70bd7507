"""Figures 3.1 and 3.3 to 3.5 of the thesis as pictures: the two largest numbers of votes, and facts by the length of queries."""

from __future__ import annotations

from typing import Any

from caesura.corpus.facts import LABELS, CorpusFacts
from caesura.foundation import InputError, PathLike, picture_kind, save_figure


def draw_votes(facts: CorpusFacts, path: PathLike) -> None:
    """A heat map of (v1, v2), the number of queries in each cell, as SVG or PNG by the ending of the file."""
    picture_kind(path)
    if not facts.first_two_votes:
        raise InputError("there are no votes to draw", cure="use a corpus with annotations")
    firsts = sorted({first for first, _ in facts.first_two_votes}, reverse=True)
    seconds = sorted({second for _, second in facts.first_two_votes})
    cells = [[facts.first_two_votes.get((first, second), 0) for second in seconds] for first in firsts]

    def draw(axes: Any) -> None:
        # The root of the count, or the few large cells would hide the many small ones.
        axes.imshow([[count**0.5 for count in row] for row in cells], cmap="Blues", aspect="auto")
        most = max(map(max, cells))
        for y, row in enumerate(cells):
            for x, count in enumerate(row):
                if count:
                    colour = "white" if count > most / 3 else "black"
                    axes.text(x, y, str(count), ha="center", va="center", fontsize=8, color=colour)
        axes.set_xticks(range(len(seconds)), [str(second) for second in seconds])
        axes.set_yticks(range(len(firsts)), [str(first) for first in firsts])
        axes.set_xlabel("votes for the second segmentation")
        axes.set_ylabel("votes for the first segmentation")

    size = (1.6 + 0.6 * len(seconds), 1.4 + 0.45 * len(firsts))
    save_figure(draw, path, title=f"{facts.queries} queries by their votes", size=size)


#: Figure of the thesis -> the fact it shows by length, and its title.
LENGTH_FIGURES = {
    "3.3": ("nominal", "nominal queries"),
    "3.4": ("segmented", "segmented top votes"),
    "3.5": ("safe", "safe queries"),
}


def draw_by_length(facts: CorpusFacts, fact: str, path: PathLike, title: str = "") -> None:
    """How many queries of each length have a fact and how many have not, as stacked bars with the share of the first in each."""
    picture_kind(path)
    table = facts.cross["length", fact]
    if not table:
        raise InputError(f"nothing is known about {fact} queries", cure="use a corpus with annotations and tags, or tag it (--tag)")
    lengths = sorted({int(length) for length, _ in table})
    first, second = LABELS[fact]
    having = [table.get((str(length), first), 0) for length in lengths]
    lacking = [table.get((str(length), second), 0) for length in lengths]

    def draw(axes: Any) -> None:
        places = range(len(lengths))
        axes.bar(places, having, label=first, color="#2b6cb0")
        axes.bar(places, lacking, bottom=having, label=second, color="#cbd5e0")
        for place, (some, others) in enumerate(zip(having, lacking, strict=True)):
            axes.text(place, some + others, f"{100 * some / (some + others):.0f} %", ha="center", va="bottom", fontsize=8)
        axes.set_xticks(places, [str(length) for length in lengths])
        axes.set_xlabel("words")
        axes.set_ylabel("queries")
        axes.legend()

    save_figure(draw, path, title=title or f"{facts.queries} queries: {first} by length")
