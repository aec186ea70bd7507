"""The compiled search and the plain one give the same parse, whatever the weights and the words."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caesura.syntax import default_parser
from caesura.syntax.parsing.beam import PlainBeam
from caesura.syntax.parsing.feature_templates import RELATION_TEMPLATES, TRANSITION_TEMPLATES, row
from caesura.syntax.parsing.model import ParserModel
from caesura.syntax.parsing.state import LEFT, RIGHT, SHIFT, State, sentence, start
from caesura.syntax.parsing.transition_parser import TransitionParser
from tests.strategies import words

compiled = pytest.importorskip("caesura.syntax.parsing._beam", reason="nothing was compiled here")


def random_model(seed: int, width: int) -> ParserModel:
    """Tables of noise: every transition and every relation has its day."""
    random = Random(seed)
    labels = ("nsubj", "obj", "root")
    return ParserModel(
        tags=("NOUN", "VERB"),
        labels=labels,
        transition_bits=10,
        relation_bits=6,
        width=width,
        temperature=100.0,
        transitions=random.randbytes(3 << 10),
        relations=random.randbytes(len(labels) << 6),
    )


numbers = st.lists(st.tuples(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.integers(0, 2)), max_size=8)


@settings(max_examples=40)
@given(st.integers(0, 50), st.sampled_from([1, 2, 3, 8, 64]), numbers)
def test_both_searches_agree(seed: int, width: int, drawn: list[tuple[int, int, int]]) -> None:
    model = random_model(seed, width)
    columns = [[values[i] for values in drawn] for i in range(3)]
    fast = compiled.CompiledBeam(model, TRANSITION_TEMPLATES, RELATION_TEMPLATES).search(*columns)
    plain = PlainBeam(model).search(*columns)
    assert fast[:2] == plain[:2]
    assert fast[2] == pytest.approx(plain[2], abs=1e-9)


@settings(max_examples=40)
@given(st.integers(0, 20), words(9))
def test_any_words_get_one_projective_tree(seed: int, given_words: tuple[str, ...]) -> None:
    parser = TransitionParser(random_model(seed, 4), "noise")
    parse = parser.parse(given_words)
    assert len(parse.forest.roots) == 1
    assert len(parse.tags) == len(parse.labels) == len(given_words)
    assert [label == "root" for label in parse.labels] == [head == 0 for head in parse.heads]
    assert parse.confidence is not None
    assert 0 < parse.confidence <= 1.0000001


def test_the_shipped_parser_is_the_same_either_way() -> None:
    parser = default_parser()
    assert isinstance(parser, TransitionParser)
    plain = TransitionParser(parser.model, "plain", compiled=False)
    for query in ("how do i clean old copper pans", "paper planes how to fold", "Oslo", "what ? & |"):
        found, expected = parser.parse(query.split()), plain.parse(query.split())
        assert (found.heads, found.labels, found.tags) == (expected.heads, expected.labels, expected.tags)
        assert found.confidence == pytest.approx(expected.confidence)


def test_a_beam_of_one_is_sure_of_everything() -> None:
    _, shares = TransitionParser(random_model(1, 1), "greedy").heads_and_shares(("a", "b", "c"), ("NOUN", "VERB", "X"))
    assert shares == [1.0, 1.0, 1.0]


def test_as_wide_as_needed_the_beam_finds_the_best() -> None:
    # Three words have few trees: a beam of 64 holds every sequence of transitions, so nothing scores higher than what it finds.
    model = random_model(3, 64)
    beam = PlainBeam(model)
    given_sentence = sentence([5, 6, 7], [1, 2, 3], [1, 2, 1])
    best: list[int] = []

    def explore(state: State, steps: int) -> None:
        if steps == 0:
            best.append(state.score)
            return
        scores = beam._scores(given_sentence, state)
        for action in (SHIFT, LEFT, RIGHT):
            if state.possible(3, action):
                explore(beam._moved(given_sentence, state.score + scores[action], state, action), steps - 1)

    explore(start(3), 6)
    searched = [start(3)]
    for _step in range(6):
        searched = beam._next(given_sentence, searched)
    assert searched[0].score == max(best)


def test_rows_depend_on_template_and_order() -> None:
    assert row(1, [2, 3], 20) != row(2, [2, 3], 20)
    assert row(1, [2, 3], 20) != row(1, [3, 2], 20)
    assert 0 <= row(0, [], 4) < 16
