"""The methods: the registry, the WH rule, both orders, queries of no and of one word, and folds that do not peek."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.lexicon import default_lexicon
from caesura.shapes import Flat, print_pipe
from caesura.syntax import SYNTAX_METHODS, Order, Parsed, Tools, TreebankQuery, pipeline, pipelines
from caesura.syntax.marks import bare_query
from caesura.syntax.methods.base import run_steps, segment_unless_question
from caesura.syntax.methods.language_model import breaks_below, tune_threshold
from caesura.syntax.scores.comma_queries import flat_forest
from tests.syntax.chain_parser import ChainParser

TOOLS = Tools(given_parser=ChainParser(), given_lexicon=default_lexicon(), folds=2)
WORD = st.sampled_from(("how", "tea", "make", "green", "lisbon", "to", "of", "quora", "é", "100", "?"))


def query(pipe: str) -> TreebankQuery:
    segments = [segment.split() for segment in pipe.split("|")]
    flat = Flat.from_lengths([len(segment) for segment in segments])
    return TreebankQuery(pipe, tuple(word for segment in segments for word in segment), flat_forest(flat))


_PIPES = ("tea|how to make", "green tea", "lisbon|how to go", "tea in lisbon", "what is tea|quora", "cups|how to make", "tea cups")
TREEBANK = [query(pipe) for pipe in _PIPES]


def shown(words: tuple[str, ...], parsed: Parsed) -> str:
    return print_pipe(words, parsed.parse.forest.segments)


def test_the_registry() -> None:
    assert list(SYNTAX_METHODS) == ["gold", "ensemble", "supervised", "distant", "projection", "language-model", "parser-only"]
    assert set(pipelines()) == set(SYNTAX_METHODS) - {"gold"}
    with pytest.raises(InputError, match=r"no method is called 'x'.*choose one of gold"):
        SYNTAX_METHODS["x"]
    papers = {"distpipe": "distant", "sup": "supervised", "ens": "ensemble", "q2q": "projection", "lm": "language-model"}
    assert {alias: SYNTAX_METHODS[alias].name for alias in papers} == papers
    with pytest.raises(InputError, match="needs gold segments"):
        pipeline("gold")
    with pytest.raises(InputError, match="needs a model learned from hand-segmented queries"):
        pipeline("supervised")


@pytest.mark.parametrize("name", list(SYNTAX_METHODS))
@pytest.mark.parametrize("order", list(Order))
def test_every_method_answers_every_query_of_a_treebank(name: str, order: Order) -> None:
    parsed = SYNTAX_METHODS[name].on_treebank(TREEBANK, replace(TOOLS, order=order))
    assert [one.parse.forest.size for one in parsed] == [len(one.words) for one in TREEBANK]
    if name == "gold":
        assert [shown(one.words, found) for one, found in zip(TREEBANK, parsed, strict=True)] == [one.id for one in TREEBANK]


@pytest.mark.parametrize("name", [name for name in pipelines() if not SYNTAX_METHODS[name].needs_hand_model])
@settings(max_examples=30)
@given(words=st.lists(WORD, max_size=7).map(tuple))
@example(words=("make", "?", "how"))  # two sentences, of which only one is read as a question
def test_every_word_is_in_one_tree(name: str, words: tuple[str, ...]) -> None:
    parsed = pipeline(name, TOOLS).parse(words)
    assert parsed.parse.forest.size == len(words)
    assert len(parsed.parse.tags) == len(words)
    if parsed.question is not None:
        rest = iter(parsed.question)
        assert all(word in rest for word in bare_query(words).words), "the question keeps the query's words in order"


def test_a_query_that_begins_as_a_question_stays_whole() -> None:
    words = ("how", "make", "tea")
    assert segment_unless_question(words, ("X",) * 3, lambda *_: Flat.apart(3), TOOLS) == Flat.together(3)
    assert segment_unless_question(words, ("X",) * 3, lambda *_: Flat.apart(3), replace(TOOLS, question_rule=False)) == Flat.apart(
        3
    )
    assert segment_unless_question(words[1:], ("X",) * 2, lambda *_: Flat.apart(2), TOOLS) == Flat.apart(2)


def test_the_two_orders() -> None:
    words = ("tea", "cups", "make")
    first = run_steps(words, Flat((1, 0)), TOOLS)
    second = run_steps(words, Flat((1, 0)), replace(TOOLS, order=Order.PARSE_FIRST))
    assert first.parse.heads == second.parse.heads == (0, 0, 2)


def test_lm_breaks_before_surprising_words() -> None:
    assert breaks_below([-9.0, -3.0, -8.0], -5.0) == Flat((0, 1))
    assert tune_threshold([[-9.0, -3.0, -8.0]], [Flat((0, 1))]) == -7.9
    assert tune_threshold([[-1.0, -3.0]], [Flat((0,))]) == -14.0


def test_lm_tunes_to_find_breaks_where_most_queries_have_none() -> None:
    # By the F1 of segments never to break would win here: one break is found for two that are too many.
    scores = [[-1.0, -5.0], [-1.0, -4.0], [-1.0, -4.0], *[[-1.0, -2.0]] * 5]
    gold = [Flat((0,)), Flat((1,)), *[Flat((0,))] * 6]
    assert tune_threshold(scores, gold) == -3.9


def test_a_language_model_of_ones_own() -> None:
    tools = replace(TOOLS, given_language_model=lambda words: [-9.0 if word == "lisbon" else -1.0 for word in words])
    assert shown(("tea", "in", "lisbon"), pipeline("language-model", tools).parse(("tea", "in", "lisbon"))) == "tea in|lisbon"
    with pytest.raises(InputError, match="gave 1 scores for 2 words"):
        pipeline("language-model", replace(TOOLS, given_language_model=lambda _: [0.0])).parse(("tea", "cups"))


def test_lm_tunes_only_on_queries_that_it_may_cut() -> None:
    # Surprising words in questions, which stay whole, must not make the method shy of less surprising ones elsewhere.
    likely = {"what": -1.0, "blorp": -5.0, "tea": -1.0, "lisbon": -4.0, "quora": -6.0}
    tools = replace(TOOLS, given_language_model=lambda words: [likely[word] for word in words])
    queries = [query(pipe) for pipe in ["what blorp"] * 60 + ["tea|lisbon"] * 8 + ["tea|quora"] * 4]
    parsed = SYNTAX_METHODS["language-model"].on_treebank(queries, tools)
    assert [shown(one.words, found) for one, found in zip(queries, parsed, strict=True)] == [one.id for one in queries]


def test_the_shipped_segmenter_finds_a_topic_in_front() -> None:
    parsed = pipeline("distant", TOOLS).parse(("sour", "dough", "starter", "how", "to", "feed"))
    assert shown(("sour", "dough", "starter", "how", "to", "feed"), parsed) == "sour dough starter|how to feed"


def test_the_inferred_question_is_shown() -> None:
    parsed = pipeline("projection", TOOLS).parse(("mayor", "lisbon"))
    assert parsed.question is not None
    assert parsed.question[-1] == "lisbon"
