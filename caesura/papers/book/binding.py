"""The book as HTML: a page for each paper, and a first page that says what stands where and how much of it agrees.

Data that lies in none of the folders is named, with where to get it. Folders of invented data say so in a file `INVENTED`;
what was computed from them is marked, and proves only that the code runs.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from caesura.foundation import (
    Advance,
    InputError,
    PathLike,
    Section,
    existing,
    extra,
    html_table,
    render_page,
    svg_figure,
    unwatched,
    written_folder,
)
from caesura.papers.book.base import CHAPTERS, SOURCES, BookEntry, Chapter, Computed
from caesura.papers.book.entries import BOOK_ENTRIES

if TYPE_CHECKING:
    from markupsafe import Markup

#: A folder with a file of this name holds invented data.
INVENTED = "INVENTED"
#: Where a clone of the project has data that stands in for what is not in any folder.
STAND_INS = Path("tests") / "data"
#: Tables of more rows are folded; of real data those that disagree stay open.
OPEN_ROWS = 40
#: A page shows this many rows of a table, and says how many more there are.
ROWS_SHOWN = 400


@dataclass(frozen=True)
class BoundEntry:
    """An entry as it came out: computed, or why not."""

    entry: BookEntry
    computed: Computed | None
    is_invented: bool = False
    missing: str = ""
    seconds: float = 0.0

    @property
    def state(self) -> str:
        if self.computed is None:
            return "data missing" if self.entry.source is not None and not self.missing.startswith("failed") else "not computed"
        return "invented data" if self.is_invented else "computed"

    @property
    def agreement(self) -> str:
        if self.computed is None or not self.computed.judged:
            return ""
        return f"{self.computed.agree} of {self.computed.judged}"


def bind_book(folders: Sequence[PathLike], output: PathLike, advance: Advance = unwatched) -> list[BoundEntry]:
    """Compute every entry that the data in the folders allows and write the pages into a new folder."""
    places = [existing(folder) for folder in folders]
    if not all(place.is_dir() for place in places):
        raise InputError("is a file, a folder was expected", cure="name the folder that holds the data", file=str(places[0]))
    bound = []
    for entry in sorted(BOOK_ENTRIES.values(), key=lambda one: (list(CHAPTERS).index(one.chapter), one.order, one.name)):
        bound.append(_computed(entry, places))
        advance(1)
    with written_folder(output) as made:
        for chapter in CHAPTERS.values():
            own = [one for one in bound if one.entry.chapter == chapter.name]
            (made / f"{chapter.name}.html").write_text(_chapter_page(chapter, own), encoding="utf-8")
        (made / "index.html").write_text(_first_page(bound), encoding="utf-8")
    return bound


def _computed(entry: BookEntry, places: Sequence[Path]) -> BoundEntry:
    place, root = (places[0], places[0]) if entry.source is None else _place(entry.source, places)
    if place is None or root is None:
        source = SOURCES[str(entry.source)]
        return BoundEntry(entry, None, missing=f"{source.what[:1].upper()}{source.what[1:]} is missing: {source.where}.")
    began = time.perf_counter()
    try:
        computed = entry.compute(place)
    except InputError as error:
        return BoundEntry(entry, None, missing=f"{error.problem} ({error.cure})" if error.cure else error.problem)
    above = [place, *(folder for folder in place.parents if folder == root or root in folder.parents)]
    invented = entry.source is not None and any((folder / INVENTED).exists() for folder in above)
    return BoundEntry(entry, computed, invented, seconds=time.perf_counter() - began)


def _place(source: str, places: Sequence[Path]) -> tuple[Path | None, Path | None]:
    """Where the data lies, and the folder it was found in."""
    for root in (*places, *(place / STAND_INS for place in places)):
        for inside in SOURCES[source].places:
            if (root / inside).exists():
                return root / inside, root
    return None, None


def _chapter_page(chapter: Chapter, bound: Sequence[BoundEntry]) -> str:
    with extra("plots"):
        from markupsafe import Markup

    sections = [Section("What the paper found", Markup("<p>{}</p>").format(chapter.finding))]
    sections += [Section(one.entry.title, _content(one), _heading_note(one)) for one in bound]
    sections.append(Section("The book", Markup('<p><a href="index.html">All papers</a></p>')))
    return render_page(chapter.title, chapter.citation, sections)


def _heading_note(one: BoundEntry) -> str:
    if one.computed is None:
        return one.missing
    parts = []
    if one.is_invented:
        parts.append("From invented data that stands in for the real one: the figures show that the code runs, nothing else.")
    if one.computed.judged:
        parts.append(f"{one.agreement} agree ({one.entry.tolerance}).")
    if one.computed.note:
        parts.append(f"{one.computed.note[:1].upper()}{one.computed.note[1:]}.")
    return " ".join(parts)


def _content(one: BoundEntry) -> Markup:
    with extra("plots"):
        from markupsafe import Markup

    if one.computed is None:
        return Markup("")
    rows = list(one.computed.rows)
    shown = html_table(rows[:ROWS_SHOWN]) if rows else Markup("")
    more = Markup("<p>{} rows more.</p>").format(len(rows) - ROWS_SHOWN) if len(rows) > ROWS_SHOWN else Markup("")
    if len(rows) > OPEN_ROWS:
        apart = [] if one.is_invented else [row for row in rows if row.get("agrees") is False]
        seen = Markup("<p>Rows that do not agree:</p>") + html_table(apart) if apart else Markup("")
        shown = seen + Markup("<details><summary>All {} rows</summary>{}</details>").format(len(rows), shown)
    draw = one.computed.draw
    figure = svg_figure(draw, label=one.computed.caption, height=one.computed.height) if draw else Markup("")
    why = Markup("<p><strong>Why they may differ.</strong> {}</p>").format(one.entry.why) if one.entry.why else Markup("")
    return Markup("{}{}{}{}<p><small>{}</small></p>").format(figure, shown, more, why, one.computed.signature)


def _items(texts: Sequence[str]) -> Markup:
    with extra("plots"):
        from markupsafe import Markup

    return Markup("").join(Markup("<li>{}</li>").format(text) for text in texts)


def _first_page(bound: Sequence[BoundEntry]) -> str:
    with extra("plots"):
        from markupsafe import Markup

    def chapter_part(chapter: Chapter) -> Section:
        own = [one for one in bound if one.entry.chapter == chapter.name]
        rows = [{"what": one.entry.title, "state": one.state, "agree": one.agreement} for one in own]
        link = Markup('<p>{} <a href="{}.html">Read the chapter</a>.</p>').format(chapter.citation, chapter.name)
        return Section(chapter.title, link + html_table(rows, sortable=False), chapter.finding)

    needed: dict[str, list[str]] = {}
    for one in bound:
        if one.computed is None:
            needed.setdefault(one.missing, []).append(f"{CHAPTERS[one.entry.chapter].title}, {one.entry.title}")
    sections = [chapter_part(chapter) for chapter in CHAPTERS.values()]
    if needed:
        part = Markup("<p>{}</p><ul>{}</ul>")
        listed = Markup("").join(part.format(what, _items(titles)) for what, titles in needed.items())
        sections.append(Section("What is missing, and where to get it", listed))
    done = sum(one.computed is not None for one in bound)
    lead = f"Five papers on queries and crowds: {done} of {len(bound)} tables and figures, each beside what was printed."
    if any(one.is_invented for one in bound):
        lead += " Some of the data is invented and marked as such."
    return render_page("The papers, computed again", lead, sections)
