"""The book from a bare clone: invented data stands in, is marked, and every chapter is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.papers import BOOK_ENTRIES, bind_book
from caesura.papers.book.base import CHAPTERS, SOURCES
from tests.cli.commands import run

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("book") / "book"
    result = run("reproduce", "--all", ROOT, "-o", folder)
    assert result.returncode == 0, result.stderr
    assert "computed" in result.stdout
    return folder


def test_every_paper_is_a_chapter_with_its_entries(book: Path) -> None:
    assert sorted(file.name for file in book.iterdir()) == sorted(["index.html", *(f"{name}.html" for name in CHAPTERS)])
    for entry in BOOK_ENTRIES.values():
        page = (book / f"{entry.chapter}.html").read_text()
        section = page[page.index(entry.title.replace("'", "&#39;") + "</h2>") :]
        assert "is missing" not in section[: section.index("</section>")], entry.name
        assert "|caesura:" in section[: section.index("</section>")], entry.name
        assert entry.chapter in (book / "index.html").read_text()


def test_invented_data_is_marked_and_signatures_are_there(book: Path) -> None:
    beyer = (book / "beyer-2011.html").read_text()
    assert "invented data that stands in" in beyer
    assert "data:webis-qsec-10#" in beyer
    # What needs no data is not marked: its figures are the real ones.
    heights = re.search(r"heights of random trees</h2>.*?</section>", (book / "ramanath-2013.html").read_text(), re.S)
    assert heights is not None
    assert "4 of 4 agree" in heights[0]
    assert "invented" not in heights[0]


def test_figures_are_drawn_inside(book: Path) -> None:
    pages = "".join(file.read_text() for file in book.iterdir())
    assert pages.count("<svg") >= 4
    assert 'src="http' not in pages


def test_what_is_missing_is_named_with_where_it_is_to_be_had(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    bound = bind_book([tmp_path / "empty"], tmp_path / "book")
    states = {one.entry.name: one.state for one in bound}
    assert states["ramanath-5-heights"] == "computed"
    assert states["beyer-4-measures"] == "data missing"
    first = (tmp_path / "book" / "index.html").read_text()
    assert SOURCES["collections"].where[:40] in first
    with pytest.raises(InputError, match="already exists"):
        bind_book([tmp_path / "empty"], tmp_path / "book")


def test_the_command_says_what_it_needs(tmp_path: Path) -> None:
    assert "name one with --output" in run("reproduce", "--all", tmp_path).stderr
    assert "--all" in run("reproduce").stdout
    assert "nothing to reproduce" in run("reproduce", "-o", tmp_path / "b").stderr
    assert "leave the command out" in run("reproduce", "--all", tmp_path, "-o", tmp_path / "b", "outputs", tmp_path).stderr
