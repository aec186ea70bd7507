"""Figure 3.1 of the thesis as a picture: the distribution of the two largest numbers of votes."""

from __future__ import annotations

from pathlib import Path

from caesura.corpus.facts import CorpusFacts
from caesura.foundation import InputError, PathLike, extra, written_bytes


def draw_votes(facts: CorpusFacts, path: PathLike) -> None:
    """A heat map of (v1, v2), the number of queries in each cell, as SVG or PNG by the ending of the file."""
    kind = Path(path).suffix.removeprefix(".").lower()
    if kind not in ("svg", "png", "pdf"):
        raise InputError(f"cannot draw a '{kind}' file", cure="name a file that ends in .svg, .png or .pdf", file=path)
    if not facts.first_two_votes:
        raise InputError("there are no votes to draw", cure="use a corpus with annotations")
    with extra("plots"):
        from matplotlib.figure import Figure

    firsts = sorted({first for first, _ in facts.first_two_votes}, reverse=True)
    seconds = sorted({second for _, second in facts.first_two_votes})
    cells = [[facts.first_two_votes.get((first, second), 0) for second in seconds] for first in firsts]
    figure = Figure(figsize=(1.6 + 0.6 * len(seconds), 1.4 + 0.45 * len(firsts)), layout="constrained")
    axes = figure.add_subplot()
    # The root of the count, or the few large cells would hide the many small ones.
    axes.imshow([[count**0.5 for count in row] for row in cells], cmap="Blues", aspect="auto")
    most = max(map(max, cells))
    for y, row in enumerate(cells):
        for x, count in enumerate(row):
            if count:
                axes.text(x, y, str(count), ha="center", va="center", fontsize=8, color="white" if count > most / 3 else "black")
    axes.set_xticks(range(len(seconds)), [str(second) for second in seconds])
    axes.set_yticks(range(len(firsts)), [str(first) for first in firsts])
    axes.set_xlabel("votes for the second segmentation")
    axes.set_ylabel("votes for the first segmentation")
    axes.set_title(f"{facts.queries} queries by their votes", fontsize=10)
    with written_bytes(path) as stream:
        # Without a date the same corpus gives the same bytes.
        figure.savefig(
            stream, format=kind, metadata={} if kind == "png" else {"Date": None} if kind == "svg" else {"CreationDate": None}
        )
