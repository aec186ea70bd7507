"""What a notebook shows of a value: HTML that is whole, escaped, and holds the words."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given

import caesura
from caesura.labels import label_table
from caesura.segmenters import NestedSegmentation, Segmentation
from caesura.shapes import Flat, Nested
from tests.strategies import flats, nesteds

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


class _Checked(HTMLParser):
    """Every element that is opened is closed; the text is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def texts_in(html: str) -> list[str]:
    parser = _Checked()
    parser.feed(html)
    assert parser.open == []
    return parser.texts


def html_of(value: object) -> str:
    return value._repr_html_()  # type: ignore[attr-defined,no-any-return]


@given(flats(4))
def test_segments_are_boxes(flat: Flat) -> None:
    words = ("<b>", "a&b", "'", "x")
    shown = Segmentation(words, flat)
    assert texts_in(html_of(shown)) == [" ".join(part) for part in flat.segments(words)]


@given(nesteds(5))
def test_trees_are_boxes_in_boxes(nested: Nested) -> None:
    words = tuple("abcde")
    html = html_of(NestedSegmentation(words, nested))
    assert "".join(texts_in(html)).split() == list(words)
    assert html.count("inline-block") == 4


def test_forests_are_pictures() -> None:
    html = html_of(caesura.parse("paper planes how to fold"))
    assert html.startswith("<svg")
    assert "planes" in texts_in(html)


def test_a_box_says_how_likely_it_is() -> None:
    assert 'title="probability' in html_of(caesura.segment("cape town weather"))


def test_agreement_and_labels() -> None:
    found = caesura.measure_agreement(caesura.read_corpus(EXAMPLES / "agreement-crowd.jsonl"))
    assert any("Annotators agree" in text for text in texts_in(html_of(found)))
    table = label_table([f"t{i}" for i in range(30)], ["<i>"] * 30, [i % 2 for i in range(30)])
    texts = texts_in(html_of(table))
    assert "<i>" in texts
    assert "and 20 more" in texts
    inferred = html_of(caesura.infer_labels(str(EXAMPLES / "labels-crowd.csv"), model="dawid-skene"))
    assert "dawid-skene" in texts_in(inferred)


@pytest.mark.parametrize("value", [None, True, 0.5, 1234, "<x>", (0.25, 0.75)])
def test_cells(value: object) -> None:
    from caesura.foundation import notebook_facts

    expected: dict[object, str] = {None: "", True: "yes", 0.5: "0.500", 1234: "1,234", "<x>": "<x>", (0.25, 0.75): "0.250 to 0.750"}
    shown = expected[value]
    assert "".join(texts_in(notebook_facts({"it": value}))) == (f"it{shown}" if value is not None else "")
