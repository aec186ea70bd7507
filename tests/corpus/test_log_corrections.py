"""Suggested corrections: what is one edit away, stronger, and goes better with its neighbours."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.corpus import SpellingSettings, suggest_corrections
from caesura.corpus.log_corrections import edits
from caesura.foundation import InputError
from tests.cli.commands import run

COUNTS = {
    "cheap": 9000,
    "hotels": 8000,
    "hotles": 3,
    "in": 90_000,
    "rome": 5000,
    "cheap hotels": 700,
    "hotels in": 600,
    "new": 9500,
}
COUNTS |= {"york": 4000, "new york": 3500, "york hotels": 300, "home": 9900, "in rome": 400, "in home": 5}
TOTAL = 10**9


def count_of(words: Sequence[str]) -> int:
    return COUNTS.get(" ".join(words), 0)


def found(*queries: str, **settings: float) -> dict[str, str]:
    chosen = SpellingSettings(**settings) if settings else None  # type: ignore[arg-type]
    return {one.wrong: one.right for one in suggest_corrections(queries, count_of, TOTAL, chosen)}


def test_a_swap_a_cut_and_a_name_that_stays() -> None:
    assert found("cheap hotles in rome") == {"hotles": "hotels"}
    assert found("newyork hotels") == {"newyork": "new york"}
    assert found("hotels in rome") == {}  # home is stronger, but goes worse with its neighbour
    assert found("kqxzt hotels") == {}
    assert found("cheap hotel in rome") == {}  # one and several are both meant
    assert found("cheap jotels in rome") == {}  # first letters are seldom wrong
    assert found("hotles") == {}  # nothing beside it to go by
    assert found("h0tles in rome", "hote! in rome") == {}


def test_what_stands_in_the_log_counts_too() -> None:
    suggestions = suggest_corrections(["cheap hotles", "cheap hotles", "cheap hotels"], count_of, TOTAL)
    assert [(one.wrong, one.right, one.times, one.right_times, one.known) for one in suggestions] == [("hotles", "hotels", 2, 1, 3)]
    assert found("cheap hotles", ratio=10_000) == {}


def test_settings_are_checked() -> None:
    with pytest.raises(InputError, match="give a ratio above 1"):
        SpellingSettings(ratio=1)


@given(st.text("abc", min_size=1, max_size=5))
def test_every_edit_is_one_away(word: str) -> None:
    listed = set(edits(word))
    assert word not in listed
    for other in listed:
        assert abs(len(other) - len(word)) <= 1
    assert {word[:at] + "z" + word[at:] for at in range(len(word) + 1)} <= listed
    assert {word[:at] + word[at + 1 :] for at in range(len(word))} <= listed


def test_the_command_writes_what_sampling_reads(tmp_path: Path) -> None:
    (tmp_path / "log.txt").write_text("cheap hotles in rome\ncheap hotels in rome\n")
    (tmp_path / "counts.tsv").write_text("".join(f"{ngram}\t{count}\n" for ngram, count in [*COUNTS.items(), ("the", 10**9)]))
    assert run("lexicon", "build", tmp_path / "l.lexicon", "--counts", tmp_path / "counts.tsv").returncode == 0
    arguments = (tmp_path / "log.txt", "--lexicon", tmp_path / "l.lexicon", "-o", tmp_path / "c.tsv", "-f", "json")
    result = run("log", "spelling", *arguments)
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "c.tsv").read_text() == "hotles\thotels\n"
    assert json.loads(result.stdout)[0]["right_known"] == 8000
    assert "1 suggestions; delete the lines that are wrong" in result.stderr
