"""Trees as text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from caesura.segmenters import draw_tree
from caesura.shapes import Nested, parse_brackets
from caesura.shapes.counting import nested_at


def drawn(brackets: str, width: int | None = None) -> list[str]:
    return draw_tree(*parse_brackets(brackets), width).split("\n")


def test_under_the_words() -> None:
    assert drawn("((new york) ((times square) dance))") == [
        "new   york   times   square   dance",
        " └──┬──┘       └───┬───┘        │",
        "    │              └─────┬──────┘",
        "    └─────────┬──────────┘",
    ]


def test_on_its_side_where_there_is_no_room() -> None:
    assert drawn("((new york) ((times square) dance))", width=34) == [
        "─┬─┬─ new",
        " │ └─ york",
        " └─┬─┬─ times",
        "   │ └─ square",
        "   └─ dance",
    ]
    assert drawn("((new york) ((times square) dance))", width=35)[0] == "new   york   times   square   dance"


def test_wide_letters_take_two_columns() -> None:
    assert drawn("(東京 (hotel a))")[1] == " │       └──┬──┘"


def test_single_words_and_control_characters() -> None:
    assert draw_tree(["york"], Nested(())) == "york"
    assert draw_tree(["york"], Nested(()), 1) == "york"
    assert draw_tree(["a\x1b[31m", "b"], Nested((0,))).startswith("a\ufffd[31m   b")


@given(st.lists(st.text("abcé", min_size=1, max_size=9), min_size=2, max_size=7), st.data())
def test_every_node_is_drawn_once(words: list[str], data: st.DataObject) -> None:
    from caesura.shapes import count_nested

    nested = nested_at(len(words), data.draw(st.integers(0, count_nested(len(words)) - 1)))
    upright, sideways = draw_tree(words, nested), draw_tree(words, nested, 1)
    for letter in "└┬":
        assert upright.count(letter) == sideways.count(letter) == len(words) - 1
    assert upright.count("┘") == len(words) - 1
    assert len(upright.split("\n")) == nested.height + 2
    assert [line.rsplit(" ", 1)[1] for line in sideways.split("\n")] == words
