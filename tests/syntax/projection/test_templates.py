"""Templates: what a pair teaches, how a query is filled in, and that no word of the data's content is kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.syntax import Pair, plain_words
from caesura.syntax.closed_class import FUNCTION_WORDS
from caesura.syntax.projection.learning import learn_templates, template_of
from caesura.syntax.projection.templates import default_templates, load_templates, readings
from caesura.tagging import Tags

SLOTS = {"N", "V", "R"}


def tagger(words: Sequence[str], /) -> Tags:
    return tuple("VERB" if word in ("boil", "clean") else "NOUN" for word in words)


def pair(query: str, title: str) -> Pair:
    return Pair(plain_words(query), plain_words(title))


@pytest.mark.parametrize(
    ("query", "title", "pattern", "template"),
    [
        ("mayor lisbon", "Who is the mayor of Lisbon?", "N N", "who is the N of N"),
        ("clean tea pot", "How do I clean a tea pot?", "V N", "how do i V a N"),
        ("how boil eggs", "How do you boil eggs?", "how V N", "how do you V N"),
        ("tea pot for sale", "Where is a tea pot for sale?", "N for N", "where is a N for N"),
    ],
)
def test_what_a_pair_teaches(query: str, title: str, pattern: str, template: str) -> None:
    assert template_of(pair(query, title), tagger) == (tuple(pattern.split()), tuple(template.split()))


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("lisbon mayor", "Who is the mayor of Lisbon?"),
        ("mayor lisbon", "Who is the famous mayor of Lisbon?"),
        ("mayor porto", "Who is the mayor of Lisbon?"),
        ("", "Who is it?"),
    ],
)
def test_what_teaches_nothing(query: str, title: str) -> None:
    assert template_of(pair(query, title), tagger) is None


def test_learning_filling_and_storing(tmp_path: Path) -> None:
    learned = learn_templates(
        [pair("mayor lisbon", "Who is the mayor of Lisbon?")] * 2 + [pair("price tea", "What is the price for tea?")], tagger
    )
    assert learned.counts == {("N", "N"): {("who", "is", "the", "N", "of", "N"): 2}}
    learned.save(tmp_path / "templates")
    again = load_templates(tmp_path / "templates")
    assert again.counts == learned.counts
    found = {" ".join(one.question) for one in again.candidates(("king", "sweden", "norway"), ("NOUN",) * 3)}
    assert found == {"who is the king of sweden norway", "who is the king sweden of norway"}
    assert again.candidates((), ()) == []


@given(st.lists(st.sampled_from(("tea", "of", "the", "boil", "eggs", "how")), max_size=8))
def test_questions_keep_the_querys_words_in_order(words: list[str]) -> None:
    known = tuple(words)
    learned = learn_templates([Pair(known, ("the", "what", *known, "of", "the"))] * 2, tagger)
    for candidate in learned.candidates(known, tagger(known)):
        assert [candidate.question[place] for place in candidate.places] == words
        assert list(candidate.places) == sorted(candidate.places)
    for reading in readings(known, tagger(known)):
        assert [at for start, end in reading.spans for at in range(start, end)] == list(range(len(words)))


def test_shipped_templates_hold_function_words_only() -> None:
    shipped = default_templates()
    assert shipped.total > 10_000
    for pattern, found in shipped.counts.items():
        assert set(pattern) <= FUNCTION_WORDS | SLOTS
        for template in found:
            assert set(template) <= FUNCTION_WORDS | SLOTS


def test_bad_files_are_one_line(tmp_path: Path) -> None:
    file = tmp_path / "templates"
    file.write_bytes(b"something else")
    with pytest.raises(InputError, match="is not a templates file"):
        load_templates(file)
    file.write_bytes(b"caesura templates 1\n{}\nxx")
    with pytest.raises(InputError, match="damaged"):
        load_templates(file)
