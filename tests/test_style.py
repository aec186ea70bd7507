"""The check of style sees what it bans and leaves the rest alone; every page keeps to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import style


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("page.md", "One line.\n\nx.tsv is no lexicon.\n", 3),
        ("page.md", "An annotator and her link.\n", 1),
        ("page.html", "<p>the least confidence</p>", 1),
        ("module.py", '"""A file."""\n\nraise ValueError("name and password do not fit")\n', 3),
        ("module.py", 'HELP = "Stop after so many requests."\n', 1),
        ("module.py", 'HELP = "Requests per minute, at most."\n', 1),
        ("module.py", 'NOTE = "glad stopped unconverged"\n', 1),
        ("page.md", "Queries, one a line.\n", 1),
        ("page.md", "Done.\nA build that was killed goes on where it was.\n", 2),
        ("page.md", "Annotators are told what a page pays.\n", 1),
        ("page.html", "<p>for want of votes</p>", 1),
    ],
)
def test_a_banned_turn_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, line: int) -> None:
    monkeypatch.setattr(style, "PROJECT", tmp_path)
    (tmp_path / name).write_text(text)
    (fault,) = style.faults(tmp_path / name)
    assert fault.startswith(f"{name}:{line}: ")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.md", "There is no lexicon here, and it is no longer used.\n\n```\nis no lexicon\n```\n"),
        ("page.md", "`she` is a word of queries."),
        ("page.md", "The two can be told apart, so many people say; at most three per minute.\n"),
        ("module.py", "# her comment is for readers of the code\nx = 'her'\n"),
    ],
)
def test_other_words_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    monkeypatch.setattr(style, "PROJECT", tmp_path)
    (tmp_path / name).write_text(text)
    assert list(style.faults(tmp_path / name)) == []


def test_the_glossary_fits_on_a_page() -> None:
    assert len((style.PROJECT / "docs" / "style.md").read_text().splitlines()) <= 66
