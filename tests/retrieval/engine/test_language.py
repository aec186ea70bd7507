"""Query values and their text form: each prints to a text that parses back to it, and mistakes are named with their place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.retrieval import OrderedWindow, Query, UnorderedWindow, parse_query, weighted_parts
from caesura.retrieval.language.parsing import is_query_language
from caesura.retrieval.language.parts import analysed
from caesura.retrieval.language.values import Combine, Term, Weight, bag_of_words
from tests.strategies import tricky_words

_words = tricky_words.filter(lambda word: not set(word) & set("()") and not word.startswith("#") and word.isprintable())
_parts = st.one_of(
    st.builds(Term, _words),
    st.builds(OrderedWindow, st.lists(_words, min_size=1, max_size=4).map(tuple), st.integers(1, 99)),
    st.builds(UnorderedWindow, st.lists(_words, min_size=1, max_size=4).map(tuple), st.integers(1, 99)),
)


def _mixtures(inner: st.SearchStrategy[Query]) -> st.SearchStrategy[Query]:
    weights = st.floats(0, 1e6, allow_subnormal=False)
    pairs = st.lists(st.tuples(inner, weights), max_size=4).filter(lambda found: not found or sum(w for _, w in found) > 0)
    return st.one_of(
        st.builds(Combine, st.lists(inner, max_size=4).map(tuple)),
        pairs.map(lambda found: Weight(tuple(part for part, _ in found), tuple(weight for _, weight in found))),
    )


queries: st.SearchStrategy[Query] = st.recursive(_parts, _mixtures, max_leaves=12)


@given(queries)
def test_the_text_form_parses_back(query: Query) -> None:
    assert parse_query(str(query)) == query


@given(queries)
def test_a_repr_is_an_expression_for_the_value(query: Query) -> None:
    names = {kind.__name__: kind for kind in (Term, OrderedWindow, UnorderedWindow, Combine, Weight)}
    assert eval(repr(query), names) == query  # noqa: S307


@given(queries)
def test_shares_sum_to_one(query: Query) -> None:
    shares = weighted_parts(query)
    total = sum(shares.values())
    assert total == pytest.approx(1) or _holds_an_empty_mixture(query)
    assert all(share >= 0 for share in shares.values())


def _holds_an_empty_mixture(query: Query) -> bool:
    return isinstance(query, Combine | Weight) and (not query.parts or any(map(_holds_an_empty_mixture, query.parts)))


def test_weights_multiply_out() -> None:
    query = parse_query("#weight(.85 #combine(new york) .1 #1(new york) .05 #uw8(new york))")
    assert weighted_parts(query) == {
        Term("new"): pytest.approx(0.425),
        Term("york"): pytest.approx(0.425),
        OrderedWindow(("new", "york")): pytest.approx(0.1),
        UnorderedWindow(("new", "york"), 8): pytest.approx(0.05),
    }


def test_only_ratios_of_weights_matter_and_equal_parts_add_up() -> None:
    assert weighted_parts(parse_query("#weight(3 a 1 b)")) == {Term("a"): 0.75, Term("b"): 0.25}
    assert weighted_parts(parse_query("a b a a")) == {Term("a"): 0.75, Term("b"): 0.25}
    assert weighted_parts(parse_query("#weight(0 a 2 b)")) == {Term("b"): 1.0}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", Combine()),
        ("york", Term("york")),
        ("new york", Combine((Term("new"), Term("york")))),
        ("#1(new york)", OrderedWindow(("new", "york"))),
        ("#od1(new york)", OrderedWindow(("new", "york"))),
        ("#OD3( new  york )", OrderedWindow(("new", "york"), 3)),
        ("#UW12(new york times)", UnorderedWindow(("new", "york", "times"), 12)),
        ("#weight(1 2 3 4)", Weight((Term("2"), Term("4")), (1.0, 3.0))),
        ("#combine()", Combine()),
        ("u.s. c++", Combine((Term("u.s."), Term("c++")))),
    ],
)
def test_forms(text: str, value: Query) -> None:
    assert parse_query(text) == value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#1(new york", "a bracket is missing at its end"),
        ("new york)", "a bracket closes nothing at character 9"),
        ("(new york)", "without an operator at character 1"),
        ("#syn(a b)", "'#syn' is not an operator"),
        ("#(a b)", "is not an operator"),
        ("#uw(a b)", "without a size"),
        ("#weight(a .5)", "'a' where a weight should be at character 9"),
        ("#weight(.5 a .5)", "a weight without its part"),
        ("#weight(.5 a -1 b)", "-1.0 is not a weight"),
        ("#weight(nan a)", "nan is not a weight"),
        ("#weight(0 a 0 b)", "do not add up"),
        ("#1()", "without words"),
        ("#uw0(a)", "a window of 0 places"),
        (f"#uw{'9' * 30}(a)", "a window of"),
        ("#1(a #uw8(b c))", "something other than words"),
        ("a #b", "stands without its bracket"),
        ("#combine(" * 101 + ")" * 101, "inside each other"),
    ],
)
def test_mistakes_are_named(text: str, expected: str) -> None:
    with pytest.raises(InputError) as error:
        parse_query(text)
    assert expected in str(error.value)
    assert error.value.cure


@given(st.text(st.sampled_from("#1uwodcombineight(). ab"), max_size=40))
def test_any_text_parses_or_is_an_input_error(text: str) -> None:
    try:
        query = parse_query(text)
    except InputError:
        return
    assert parse_query(str(query)) == query


@pytest.mark.parametrize("word", ["", "a b", "(a", "a)", "#a", "a\n"])
def test_words_that_cannot_be_written_are_refused(word: str) -> None:
    with pytest.raises(InputError):
        Term(word)
    with pytest.raises(InputError):
        OrderedWindow(("a", word))


def test_plain_words_are_told_from_the_language() -> None:
    assert is_query_language("#1(new york)")
    assert is_query_language("new #uw8(york times)")
    assert not is_query_language("time sharing system (TSS)")
    assert not is_query_language("c# (programming) issue #12")


def test_words_become_the_terms_of_an_index() -> None:
    def terms(word: str) -> list[str]:
        return [] if word == "the" else word.lower().replace(".", " ").split()

    assert analysed(parse_query("The U.S. Navy the"), terms) == Combine((Term("the"), OrderedWindow(("u", "s")), Term("navy")))
    assert analysed(parse_query("#weight(1 the 3 NAVY 1 #1(the the))"), terms) == Weight((Term("navy"),), (3.0,))
    assert analysed(parse_query("#uw8(U.S. the navy)"), terms) == UnorderedWindow(("u", "s", "navy"), 8)
    assert analysed(parse_query("#1(the navy)"), terms) == Term("navy")
    assert analysed(parse_query("#weight(1 the 0 navy)"), terms) == Combine()
    assert analysed(parse_query("the"), terms) == Combine()
    assert bag_of_words(["a", "b"]) == parse_query("a b")
