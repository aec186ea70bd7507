from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.shapes import Flat, Nested, all_flat, all_nested, parse_brackets, print_brackets
from caesura.shapes.nested import Nested as NestedByPath
from tests.strategies import nesteds, words_and_nested

# Ramanath et al. 2013, table 2.
BRACKETS = {
    "((apply first) ((aid course) (on line)))": (0, 2, 0, 1, 0),
    "(((apply (first aid)) course) (on line))": (1, 0, 2, 3, 0),
    "((apply ((first aid) course)) (on line))": (2, 0, 1, 3, 0),
    "(apply (((first aid) course) (on line)))": (3, 0, 1, 2, 0),
    "((apply (first aid)) (course (on line)))": (1, 0, 2, 1, 0),
}


@pytest.mark.parametrize(("text", "heights"), BRACKETS.items())
def test_brackets_and_heights(text: str, heights: tuple[int, ...]) -> None:
    words, nested = parse_brackets(text)
    assert nested == Nested(heights)
    assert print_brackets(words, nested) == text


@pytest.mark.parametrize("heights", [(0, 0), (1, 1), (0, 3, 0), (2, 0, 2), (1, 0, 0), (-1,), (1,)])
def test_heights_of_no_tree_are_refused(heights: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="not a binary tree"):
        Nested(heights)


def test_one_word_is_a_tree() -> None:
    assert parse_brackets("apply") == (("apply",), Nested(()))
    assert print_brackets(("apply",), Nested(())) == "apply"
    assert Nested(()).height == -1
    assert Nested(()).cut(0) == Flat(())


def test_repr_parses_back() -> None:
    nested = Nested((0, 2, 0, 1, 0))
    assert eval(repr(nested), {"Nested": NestedByPath}) == nested  # noqa: S307


@given(words_and_nested())
def test_print_then_parse_is_the_identity(pair: tuple[tuple[str, ...], Nested]) -> None:
    words, nested = pair
    assert parse_brackets(print_brackets(words, nested), words) == (words, nested)


@given(st.text(st.sampled_from("ab() \\\n"), max_size=30))
def test_any_text_parses_or_is_a_clear_error(text: str) -> None:
    try:
        words, nested = parse_brackets(text)
    except InputError as error:
        assert "\n" not in str(error)
    else:
        assert parse_brackets(print_brackets(words, nested)) == (words, nested)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(a b c)", "one part too many at character 6"),
        ("(a)", "has 1 part"),
        ("()", "has 0 part"),
        ("(a b", "character 1 .* never closed"),
        ("a b)", "one part too many at character 3"),
        ("(a b))", "character 6 .* never opened"),
        ("(a b) c", "one part too many at character 7"),
        ("", "without words"),
    ],
)
def test_what_is_not_binary_names_the_position(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_brackets(text)


def test_cutting_a_tree() -> None:
    nested = Nested((0, 2, 0, 1, 0))
    assert nested.cut(0) == Flat.apart(6)
    assert nested.cut(1) == Flat((0, 1, 0, 1, 0))
    assert nested.cut(2) == Flat((0, 1, 0, 0, 0))
    assert nested.cut(3) == Flat.together(6)


@given(st.integers(1, 9).flatmap(nesteds), st.integers(0, 9))
def test_every_cut_is_compatible(nested: Nested, level: int) -> None:
    assert nested.is_compatible(nested.cut(level))


@pytest.mark.parametrize("size", range(1, 7))
def test_compatible_means_every_segment_is_a_node(size: int) -> None:
    for nested in all_nested(size):
        node_spans = set(nested.spans)
        for flat in all_flat(size):
            is_node = all(end - start == 1 or (start, end) in node_spans for start, end in flat.spans)
            assert nested.is_compatible(flat) == is_node


def test_a_comb_of_64_words() -> None:
    comb = Nested(tuple(range(63)))
    words = tuple(f"w{i}" for i in range(64))
    assert parse_brackets(print_brackets(words, comb)) == (words, comb)
    assert comb.height == 62
    with pytest.raises(InputError, match="at most 64"):
        Nested(tuple(range(64)))
