"""Corrections after the draw."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.corpus.log_spelling import read_corrections, spelled
from caesura.foundation import InputError


def corrections(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_the_whole_query_first_then_its_words(tmp_path: Path) -> None:
    spell = read_corrections(corrections(tmp_path / "c", "new yrok\tnewark\nyrok\tyork\nnewyork\tnew york\n"))
    assert spell("New  yrok") == "newark"
    assert spell("old Yrok map") == "old york map"
    assert spell("newyork map") == "new york map"
    assert spell("Untouched Query") == "Untouched Query"


def test_lengths_are_looked_at_again_and_repeats_dropped() -> None:
    right = {"a b c": "ab c", "d e f": "g h i", "j k l": "j k l m n"}
    found = spelled(["a b c", "g h i", "d e f", "j k l", "o p q"], lambda text: right.get(text, text), (3, 4))
    assert found.queries == ("g h i", "o p q")
    assert found.changed == 3
    assert found.steps.fell == {"spelling-words": 2, "spelling-repeats": 1}
    assert found.steps.remained == 2


@pytest.mark.parametrize("bad", ["only one column", "a\tb\tc", "\tright", "wrong\t", ""])
def test_a_line_that_is_no_correction_is_named(tmp_path: Path, bad: str) -> None:
    with pytest.raises(InputError, match=r"c:2: a correction is two columns"):
        read_corrections(corrections(tmp_path / "c", f"a\tb\n{bad}\n"))


def test_two_ways_to_correct_the_same(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"c:2: 'a' is corrected in two ways"):
        read_corrections(corrections(tmp_path / "c", "a\tb\nA\tc\n"))
