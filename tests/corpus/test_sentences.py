"""Splitting text into sentences, the checks, and the draw."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.corpus.log_steps import Steps
from caesura.corpus.sentences import CHECKS, as_query, draw_sentences, paragraphs, plain_words, split_sentences
from caesura.foundation import InputError


@pytest.mark.parametrize(
    "expected",
    [
        ["It rained.", "We stayed in."],
        ["Mr. Green met Dr. Brown at St. Mary.", "They talked."],
        ["J. S. Bach wrote it.", "It was I.", "Who knew?"],
        ['"Come in!" he said.', "She came."],
        ['He said, "No."', "Nobody heard."],
        ["See No. 5 and p. 12 for more.", "No.", "Why?"],
        ["He sat in the sun.", "Then he left.", "On Sun. Morning he slept."],
        ["Well...", "Perhaps not… or so."],
        ["The U.S. Army came (in force.)", "It left."],
        ["It cost 3.50 in 1901.", "Nobody paid."],
        ["Cats, dogs, etc.", "Birds came later."],
        ["He left with J. K."],
        ["no capital here. nor there."],
    ],
)
def test_where_sentences_end(expected: list[str]) -> None:
    assert list(split_sentences(" ".join(expected))) == expected
    assert list(split_sentences("\n  ".join(" ".join(expected).split(" ")))) == expected


@given(st.text(alphabet="Ab. !?…\"'”(\n1", max_size=60))
def test_nothing_is_lost(text: str) -> None:
    assert " ".join(split_sentences(text)) == " ".join(text.split())


@pytest.mark.parametrize(
    ("check", "bad"),
    [
        ("begin-and-end", "and so it went on."),
        ("begin-and-end", "Chapter the first"),
        ("characters", "The * marks a note here."),
        ("characters", "He wrote _all_ of it."),
        ("inner-marks", "What? said the man there."),
        ("inner-marks", "He waited... and left again."),
        ("unbalanced", 'He said "come in here.'),
        ("unbalanced", "He (the elder came in."),
        ("capitals", "CHAPTER ONE OF THE book."),
        ("figures", "Total 12 13 14 15."),
    ],
)
def test_each_check_can_fail(check: str, bad: str) -> None:
    assert next(name for name, fails in CHECKS.items() if fails(bad)) == check


@pytest.mark.parametrize(
    "good", ["The old man went home.", '"I will come," she said.', "Is it—as they say—true?", "Élan is a fine word."]
)
def test_well_formed_sentences_pass(good: str) -> None:
    assert not [name for name, fails in CHECKS.items() if fails(good)]


def test_a_sentence_as_a_query() -> None:
    assert as_query("\"It's over,\" she said--twice -- at St. John's.") == "it's over she said twice at st john's"
    assert plain_words("Well-known (or not)?") == ["Well-known", "or", "not"]


def test_paragraphs_end_at_blank_lines(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("One line\nand another.\n\n \n\nSecond.\n", encoding="utf-8")
    assert list(paragraphs(path)) == ["One line and another.", "Second."]


TEXT = [
    " ".join(f"Here stands sentence number {i} of the book." for i in range(50)),
    "Too short. This is not one at all, this thing here",
]


def test_the_draw_counts_and_repeats_itself_by_seed() -> None:
    steps = Steps()
    drawn = draw_sentences(TEXT * 2, 20, seed=4, steps=steps)
    assert len(set(drawn)) == 20
    assert steps.lines == 104
    assert steps.fell == {"words": 2, "begin-and-end": 2, **dict.fromkeys(list(CHECKS)[1:], 0)}
    assert drawn == draw_sentences(TEXT * 2, 20, seed=4)
    assert drawn != draw_sentences(TEXT * 2, 20, seed=5)


def test_bounds_on_words_and_too_few_sentences() -> None:
    assert len(draw_sentences(TEXT, 100, seed=1)) == 50
    assert draw_sentences(TEXT, 100, seed=1, words=(9, 20)) == []
    with pytest.raises(InputError, match="one or more"):
        draw_sentences(TEXT, 0, seed=1)
