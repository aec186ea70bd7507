"""Forests drawn: worked examples, and that nothing is lost whatever the words and trees."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.shapes import Forest
from caesura.syntax import draw_arcs, svg_arcs
from caesura.syntax.drawing.layout import arcs
from caesura.syntax.drawing.terminal import ARROW, BREAK, ROOT, text_width
from tests.strategies import forests, tricky_words

WORDS = ("copper", "pans", "how", "to", "clean")
FOREST = Forest((2, 0, 5, 5, 0), ("NOUN", "NOUN", "ADV", "PART", "VERB"), ("compound", "root", "advmod", "mark", "root"))


def test_two_segments_side_by_side() -> None:
    assert draw_arcs(WORDS, FOREST).split("\n") == [
        "                  ┊   ╭───advmod────╮",
        "  ╭─compound─╮    ┊   │    ╭─mark─╮ │",
        "  ▼          ●    ┊   ▼    ▼      │●│",
        "copper      pans  ┊  how   to    clean",
        " NOUN       NOUN  ┊  ADV  PART   VERB",
    ]


def test_bare() -> None:
    assert draw_arcs(("a", "b"), Forest((0, 1), ("X", "Y")), tags=False).split("\n") == ["╭──╮", "●  ▼", "a  b"]
    assert draw_arcs((), Forest((), ())) == ""
    assert draw_arcs(("oslo",), Forest((0,), ("PROPN",))).split("\n") == ["  ●", "oslo", "PROPN"]


def test_segments_that_do_not_fit_stand_below_each_other() -> None:
    drawn = draw_arcs(WORDS, FOREST, width=30)
    assert BREAK not in drawn
    assert drawn.count("\n\n") == 1


@given(st.data(), forests(max_size=10))
def test_every_edge_has_an_arrow_and_every_segment_a_dot(data: st.DataObject, forest: Forest) -> None:
    words = data.draw(st.lists(st.text("abcxyz", min_size=1, max_size=9), min_size=forest.size, max_size=forest.size))
    drawn = draw_arcs(words, forest)
    lines = drawn.split("\n")
    heights = [arc.level for arc in arcs(forest.heads, ())]
    assert drawn.count(ARROW) == sum(head > 0 for head in forest.heads)
    assert drawn.count(ROOT) == len(forest.roots)
    assert drawn.count("╭") == drawn.count("╮") == sum(head > 0 for head in forest.heads)
    assert len(lines) == max(heights, default=0) + 3
    assert lines[-2].replace(BREAK, " ").split() == words


@given(st.data(), forests(max_size=6))
def test_svg_is_whole_and_holds_every_word(data: st.DataObject, forest: Forest) -> None:
    words = data.draw(st.lists(tricky_words, min_size=forest.size, max_size=forest.size))
    drawn = ElementTree.fromstring(svg_arcs(words, forest))  # noqa: S314  (our own text)
    shown = [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text") if element.get("class") == "word"]
    assert shown == ["".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in word) for word in words]
    lines = [element for element in drawn.iter("{http://www.w3.org/2000/svg}line") if element.get("class") == "break"]
    assert len(lines) == len(forest.roots) - 1


def test_wide_characters_take_two_columns() -> None:
    assert text_width("日本") == 4
    assert text_width("é") == 1
    assert text_width("e\u0301") == 1


def test_words_and_forest_must_match() -> None:
    for draw in (draw_arcs, svg_arcs):
        with pytest.raises(InputError, match="1 words for a forest of 5"):
            draw(("a",), FOREST)
