"""Figure 3.1 of the thesis as a picture: the distribution of the two largest numbers of votes."""

from __future__ import annotations

from typing import Any

from caesura.corpus.facts import CorpusFacts
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
