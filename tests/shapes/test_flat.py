from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.shapes import Flat, parse_pipe, parse_quotes, print_pipe, print_quotes
from caesura.shapes.flat import Flat as FlatByPath
from tests.strategies import flats, words_and_flat

WORDS = ("new", "york", "times", "square", "dance")


def test_repr_parses_back() -> None:
    flat = Flat((0, 1, 0, 1))
    assert eval(repr(flat), {"Flat": FlatByPath}) == flat  # noqa: S307
    assert Flat([0, 1]) == Flat((0, 1))  # type: ignore[arg-type]


def test_spans_lengths_and_segments() -> None:
    flat = Flat((0, 1, 0, 1))
    assert flat.spans == ((0, 2), (2, 4), (4, 5))
    assert flat.lengths == (2, 2, 1)
    assert flat.segments(WORDS) == (("new", "york"), ("times", "square"), ("dance",))
    assert flat.mask == 0b1010


@given(st.integers(1, 64).flatmap(lambda size: flats(size)))
def test_mask_and_lengths_round_trip(flat: Flat) -> None:
    assert Flat.from_mask(flat.size, flat.mask) == flat
    assert Flat.from_lengths(flat.lengths) == flat


def test_whole_and_apart() -> None:
    assert Flat.together(3) == Flat((0, 0))
    assert Flat.apart(3) == Flat((1, 1))
    assert Flat.together(1) == Flat.apart(1) == Flat(())
    assert Flat.keeping(5, [(0, 2), (2, 5)]) == Flat((0, 1, 0, 0))
    assert Flat.keeping(4, [(1, 3)]) == Flat((1, 0, 1))
    assert Flat.keeping(1, []) == Flat(())
    assert not Flat.apart(3).is_segmented
    assert Flat((0, 1)).is_segmented


@pytest.mark.parametrize(
    "make", [lambda: Flat((2,)), lambda: Flat((0,) * 64), lambda: Flat.from_lengths(()), lambda: Flat.together(0)]
)
def test_what_is_no_segmentation_is_refused(make: object) -> None:
    with pytest.raises(InputError):
        make()  # type: ignore[operator]


def test_both_forms() -> None:
    flat = Flat((0, 1, 0, 1))
    assert print_pipe(WORDS, flat) == "new york|times square|dance"
    assert print_quotes(WORDS, flat) == '"new york" "times square" dance'
    assert print_quotes(WORDS, flat, every=True) == '"new york" "times square" "dance"'
    for text in ('"new york" "times square" dance', '"new york""times square" "dance"'):
        assert parse_quotes(text) == (WORDS, flat)


@given(words_and_flat())
def test_print_then_parse_is_the_identity(pair: tuple[tuple[str, ...], Flat]) -> None:
    words, flat = pair
    assert parse_pipe(print_pipe(words, flat), words) == (words, flat)
    for every in (False, True):
        assert parse_quotes(print_quotes(words, flat, every=every), words) == (words, flat)


def test_a_bar_inside_a_word_is_escaped_and_a_backslash_mostly_not() -> None:
    assert print_pipe(("a|b", "c"), Flat((1,))) == r"a\|b|c"
    assert print_pipe((r"c:\dir", "x"), Flat((0,))) == r"c:\dir x"
    assert print_pipe(("a\\", "b"), Flat((1,))) == r"a\\|b"


@given(st.text(max_size=40))
def test_any_text_parses_or_is_a_clear_error(text: str) -> None:
    for parse, form in ((parse_pipe, print_pipe), (parse_quotes, print_quotes)):
        try:
            words, flat = parse(text)
        except InputError as error:
            assert "\n" not in str(error)
        else:
            assert parse(form(words, flat)) == (words, flat)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('"new york times', "quote at character 1 of '\"new york times' is never closed"),
        ('new "york" ti"mes', "character 14 .* inside a word"),
        ('""', "empty quotes at character 1"),
        ("", "without words"),
    ],
)
def test_bad_quotes_name_the_position(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_quotes(text)


@pytest.mark.parametrize(("text", "place"), [("a||b", 3), ("|a", 1), ("a b|", 5), ("", 1), (r"a\|b||c", 6)])
def test_empty_segments_name_the_position(text: str, place: int) -> None:
    with pytest.raises(InputError, match=f"empty segment at character {place} "):
        parse_pipe(text)


def test_words_that_are_not_the_querys() -> None:
    with pytest.raises(InputError, match="word 2 is 'yrok'"):
        parse_pipe("new yrok|times", ("new", "york", "times"))
    with pytest.raises(InputError, match="has 3"):
        parse_quotes('"new york"', ("new", "york", "times"))
