"""TREC's topics, in the classic form and the Web track's."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.retrieval import read_topics

_CLASSIC = """
<top>

<num> Number: 901
<title> night trains
from vienna

<desc> Description:
Which <b>trains</b> run at night?

<narr> Narrative:
None.

</top>
<top>
<head> Tipster
<num>Number: 902
<title>Topic: glass &amp; paper
</top>
"""
_WEB = """<?xml version="1.0"?>
<webtrack2099>
  <topic number="1" type="faceted">
    <query>night trains</query>
    <description> Which? </description>
    <subtopic number="1" type="inf">When?</subtopic>
  </topic>
  <topic number="2"><query>sleeper cars</query></topic>
</webtrack2099>
"""


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (_CLASSIC, [("901", "night trains from vienna"), ("902", "glass & paper")]),
        (_WEB, [("1", "night trains"), ("2", "sleeper cars")]),
        ("7\tis <top> a tag\n", [("7", "is <top> a tag")]),
    ],
)
def test_every_form_is_found_by_its_content(tmp_path: Path, content: str, expected: list[tuple[str, str]]) -> None:
    (tmp_path / "topics").write_text(content)
    assert read_topics(tmp_path / "topics") == expected


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("<top>\n<num> Number: 1\n<desc> x\n</top>", "topics:1: a topic without a title"),
        ("<top>\n<title> x\n</top>", "topics:1: a topic without a number"),
        ("<top>\n<num> 1 <title> x", "topics:1: a topic that never ends"),
        ("<top><num> 1 <title> x</top>\n<top><num> 1 <title> y</top>", "topics:2: the id 1 is used twice"),
    ],
)
def test_mistakes_are_named_with_their_line(tmp_path: Path, content: str, problem: str) -> None:
    (tmp_path / "topics").write_text(content)
    with pytest.raises(InputError) as error:
        read_topics(tmp_path / "topics")
    assert problem in str(error.value)
