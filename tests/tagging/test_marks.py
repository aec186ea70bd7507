"""Marks typed onto words are split off before tagging, and the words come back as they were typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.agreement.bias.tagged import tagged_items
from caesura.corpus import Corpus, Entry, Query, Vote, Votes
from caesura.shapes import Flat
from caesura.tagging import default_tagger, without_marks
from caesura.tagging.marks import CLOSING, OPENING, WHOLE_WORDS, split_marks


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("laughed.", ("", "laughed", ".")),
        ("cat?", ("", "cat", "?")),
        ("Really?!", ("", "Really", "?!")),
        ('"cape', ('"', "cape", "")),
        ('town".', ("", "town", '".')),
        ("(well...)", ("(", "well", "...)")),
        ("wait…", ("", "wait", "…")),
        ("¿cuánto?", ("¿", "cuánto", "?")),
        ("2.5", ("", "2.5", "")),
        ("c++", ("", "c++", "")),
        ("parents'", ("", "parents'", "")),
        ("health.gov.", ("", "health.gov", ".")),
        ("no.", ("", "no", ".")),
        ("?", ("", "", "?")),
        ("...", ("", "", "...")),
        ("", ("", "", "")),
    ],
)
def test_what_is_split_off(typed: str, parts: tuple[str, str, str]) -> None:
    assert split_marks(typed) == parts


@pytest.mark.parametrize("whole", ["st.", "U.S.", "Yahoo!", "ph.d.", "j.", "Inc.", "a.k.a.", "vs."])
def test_a_mark_that_belongs_to_the_word_stays(whole: str) -> None:
    assert split_marks(whole) == ("", whole, "")
    assert split_marks(f'"{whole}?"') == ('"', whole, '?"')


@given(st.text(max_size=12) | st.text(st.sampled_from([*CLOSING, *OPENING, *"aB."]), max_size=8))
def test_the_split_can_be_undone_and_leaves_nothing_to_split(typed: str) -> None:
    parts = split_marks(typed)
    assert "".join(parts) == typed
    assert split_marks(parts.word).word == parts.word
    assert set(parts.opening) <= OPENING


@given(st.lists(st.sampled_from(["who", "laughed", "cat", "st.", "u.s.", "the", "of", "run"]), min_size=1, max_size=6), st.data())
def test_punctuation_changes_no_tag(words: list[str], data: st.DataObject) -> None:
    tagger = default_tagger()
    marks = st.sampled_from(["", "?", ",", "!!", '"', ":"])
    typed = [word + data.draw(marks) for word in words]
    assert tagger(typed) == tagger(words)
    apart = data.draw(st.integers(0, len(words)))
    tags = tagger([*typed[:apart], "?", *typed[apart:]])
    assert tags == (*tagger(words)[:apart], "PUNCT", *tagger(words)[apart:])


def test_a_final_mark_does_not_hide_a_verb() -> None:
    assert default_tagger()(["nobody", "laughed."]) == ("PRON", "VERB")
    assert default_tagger()(["what", "is", "this", "?"]) == ("PRON", "AUX", "PRON", "PUNCT")


def test_whole_words_are_folded_and_end_in_a_mark() -> None:
    assert all(word == word.lower() and word[-1] in CLOSING and without_marks(word) == word for word in WHOLE_WORDS)


def test_the_bias_report_sees_the_same_verbs_with_and_without_marks() -> None:
    def reported(mark: str) -> object:
        votes = Votes((Vote(Flat((0, 1, 0)), 3), Vote(Flat((1, 1, 0)), 2)))
        queries = [f"how dogs bark{mark} loud{mark}", f"nobody at home laughed{mark}"]
        corpus = Corpus("asked", tuple(Entry(Query(str(number), text), votes) for number, text in enumerate(queries)))
        tagged, left_out = tagged_items(corpus, default_tagger())
        assert not left_out
        return [item.tags for item in tagged]

    assert reported("?") == reported("")
