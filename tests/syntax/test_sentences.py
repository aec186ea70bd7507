"""Sentences in what somebody typed, and what becomes of them in a forest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.syntax import parse
from caesura.syntax.sentences import sentences_of


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("my cat limps. what can i do?", ["my cat limps.", "what can i do?"]),
        ("hotels in st. louis", ["hotels in st. louis"]),
        ("u.s. capitol . how old", ["u.s. capitol .", "how old"]),
        ("yahoo! mail", ["yahoo! mail"]),
        ('really?" he said', ['really?"', "he said"]),
        ("why ?! oslo", ["why ?!", "oslo"]),
        ("? why", ["? why"]),
        ("oslo", ["oslo"]),
        ("", []),
    ],
)
def test_sentences(text: str, parts: list[str]) -> None:
    assert [" ".join(part) for part in sentences_of(text.split())] == parts


@given(st.lists(st.sampled_from(("tea", "oslo.", "?", "how!", "st.", "…", '"why?"')), max_size=8))
def test_no_word_is_lost(words: list[str]) -> None:
    parts = sentences_of(words)
    assert [word for part in parts for word in part] == words
    assert all(parts)


def test_each_sentence_has_a_tree_of_its_own() -> None:
    whole = parse("My cat limps. What can i do?", pipeline="parser-only")
    assert whole.segments == ("My cat limps.", "What can i do?")
    assert whole.forest.heads[3:] == tuple(
        head and head + 3 for head in parse("What can i do?", pipeline="parser-only").forest.heads
    )
