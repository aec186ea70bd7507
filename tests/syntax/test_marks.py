"""Queries with punctuation are segmented and parsed as without it, and their words come back as typed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.shapes import Forest
from caesura.syntax import (
    SYNTAX_METHODS,
    TreebankQuery,
    default_intent_model,
    default_parser,
    forest_json,
    pipeline,
    pipelines,
)
from caesura.syntax.marks import bare_query, bare_treebank
from caesura.syntax.parsing.parse import Parse
from caesura.tagging import default_tagger
from tests.strategies import forests

MARKS = st.sampled_from(["?", ",", "...", '"'])


@pytest.mark.parametrize("name", [name for name in pipelines() if not SYNTAX_METHODS[name].needs_hand_model])
@pytest.mark.parametrize("query", ["paper planes how to fold", "how old is my cat", "mayor lisbon"])
def test_a_final_mark_changes_neither_segments_nor_trees(name: str, query: str) -> None:
    chosen = pipeline(name)
    plain, marked, apart = (chosen.parse(text.split()) for text in (query, f"{query}?", f"{query} ?"))
    assert marked == plain
    assert apart.parse.tags == (*plain.parse.tags, "PUNCT")
    assert apart.parse.heads[:-1] == plain.parse.heads
    assert apart.parse.labels[-1] == "punct"
    assert apart.question == plain.question


def test_a_final_mark_does_not_hide_the_verb_from_the_parser() -> None:
    parse = default_parser().parse(["nobody", "laughed."])
    assert (parse.tags, parse.heads) == (("PRON", "VERB"), (2, 0))


def test_words_and_offsets_come_back_as_typed() -> None:
    text = 'paper planes,  how to "fold"?'
    words = text.split()
    found = forest_json(text, words, pipeline("distant").parse(words).parse, "distant")
    assert [word["word"] for word in found["words"]] == words
    assert [text[segment["start"] : segment["end"]] for segment in found["segments"]] == ["paper planes,", 'how to "fold"?']


def test_question_intent_does_not_hang_on_the_question_mark() -> None:
    model, tagger = default_intent_model(), default_tagger()
    plain, marked = ["sour", "dough", "starter", "how", "to", "feed"], ["sour", "dough", "starter", "how", "to", "feed", "?"]
    assert model.probability(marked, tagger(marked)) == model.probability(plain, tagger(plain))


@given(st.data(), forests())
def test_marks_anywhere_leave_a_forest(data: st.DataObject, forest: Forest) -> None:
    """`Parse.forest` refuses trees that cross or are not contiguous; without the marks the parse is what it was."""
    typed: list[str] = []
    for number in range(forest.size):
        typed += data.draw(st.lists(MARKS, max_size=2))
        typed.append(f"w{number}" + data.draw(st.sampled_from(["", "?", ".)"])))
    typed += data.draw(st.lists(MARKS, max_size=2))
    bare = bare_query(typed)
    assert bare.words == tuple(f"w{number}" for number in range(forest.size))
    spread = bare.spread(Parse(forest.tags, forest.heads, forest.labels))
    assert spread.forest.size == len(typed)
    assert len(spread.forest.roots) == len(forest.roots)
    back = bare_treebank([TreebankQuery("q", tuple(typed), spread.forest)])[0]
    assert (back.words, back.forest) == (bare.words, forest)


def test_only_marks_are_still_a_query() -> None:
    assert pipeline("distant").parse(("?", "...")).parse.forest.size == 2
    assert bare_query(()).words == ()


def test_where_a_mark_is_the_root_its_first_word_takes_its_place() -> None:
    query = TreebankQuery("q", ("tea", "?", "cups"), Forest((2, 0, 2), ("NOUN", "PUNCT", "NOUN"), ("a", "root", "b")))
    assert bare_treebank([query])[0].forest == Forest((0, 1), ("NOUN", "NOUN"), ("root", "b"))
