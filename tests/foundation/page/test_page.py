"""The frame: everything inside, everything escaped."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from caesura.foundation import Colour, Page, Section, embedded_json, html_table, svg_figure

EVIL = "</script><script>alert('x')</script>"


def test_a_page_needs_nothing_from_the_network() -> None:
    page = Page("Title", "Lead", [Section("One", Markup("<p>content</p>"), "note")], data={"a": 1}, footer="signature").render()
    assert page.startswith("<!doctype html>")
    assert not re.search(r'(?:src|href)="(?!#|data:,)', page)
    assert "@import" not in page
    assert "prefers-color-scheme: dark" in page
    assert 'name="viewport"' in page
    assert "<p>content</p>" in page


def test_text_is_escaped_wherever_it_comes_in() -> None:
    page = Page(EVIL, EVIL, [Section(EVIL, Markup("")), Section("Two", Markup(""), EVIL)], footer=EVIL, data={EVIL: EVIL}).render()
    assert EVIL not in page
    assert page.count("<script") == page.count("</script>")


@given(st.text())
def test_embedded_json_says_the_same_and_cannot_end_its_element(text: str) -> None:
    embedded = embedded_json({"text": text})
    assert json.loads(embedded) == {"text": text}
    assert not set("<>&\u2028\u2029") & set(embedded)


def test_tables_mark_the_best_and_escape() -> None:
    rows = [{"name": "<b>", "x": 0.5, "y": 0.25, "z": None}, {"name": "c", "x": 0.1, "y": 0.1, "z": True}]
    table = html_table(rows, best=["x", "y"], titles={(0, "x"): '"quoted"'})
    assert "&lt;b&gt;" in table
    assert '<td class="number best" title="&#34;quoted&#34;">0.500</td>' in table
    # Where all are the same nobody is best.
    assert table.count("best") == 1
    assert ">yes</td>" in table
    assert html_table([], ["a"]).count("</th>") == 1


def test_lines_are_drawn_between_groups() -> None:
    rows = [{"g": "a", "v": 1}, {"g": "a", "v": 2}, {"g": "b", "v": 3}]
    assert html_table(rows, group_by="g").count('class="group"') == 1


def test_figures_take_the_colours_of_the_page() -> None:
    figure = svg_figure(lambda axes: axes.plot([0, 1], [0, 1], color=Colour.ACCENT, label="a $ & <b>"), label="A line & more")
    assert "var(--accent)" in figure
    assert not any(colour.value in figure for colour in Colour)
    assert "A line &amp; more" in figure
    assert "<?xml" not in figure
    assert "<metadata" not in figure


def test_the_same_figure_is_the_same_text() -> None:
    def draw(axes: object) -> None:
        axes.bar(["a", "b"], [1, 2], color=[Colour.series(0), Colour.series(9)])  # type: ignore[attr-defined]

    assert svg_figure(draw, label="bars") == svg_figure(draw, label="bars")


@pytest.mark.parametrize("number", [0, 7, 8, 15])
def test_series_begin_again_after_eight(number: int) -> None:
    assert Colour.series(number).name == f"SERIES_{number % 8 + 1}"
