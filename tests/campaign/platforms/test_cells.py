"""Cells survive everything: what platforms do with them, and what queries hold."""

from __future__ import annotations

import csv
import html
import io
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.campaign import Item
from caesura.campaign.platforms import task_template, write_batch
from caesura.campaign.platforms.cells import read_cell, write_cell
from caesura.foundation import InputError

EVIL = [
    "</script><script>alert(1)</script> x",
    "\"quotes\" 'and' `ticks`",
    "${page} ${items} $& $1",
    "a,b;c\td\ne\r\nf",
    "=cmd|' /C calc'!A0 now",
    "&quot; &amp;quot; &#34;",
    "{{ constructor }} {% raw %}",
    "back\\slash \\u0022 \\",
    "naïve 東京 😀 \u2028 \u202e rtl",
    "<!-- comment --> ]]>",
]

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=80)
queries = st.one_of(st.sampled_from(EVIL), st.lists(texts, min_size=2, max_size=6).map(" ".join)).filter(
    lambda text: 2 <= len(text.split()) <= 100
)


@given(st.lists(queries, min_size=1, max_size=4))
def test_a_cell_holds_nothing_that_html_scripts_or_spreadsheets_stumble_over(given_queries: list[str]) -> None:
    items = tuple(Item(f"q{number}", text) for number, text in enumerate(given_queries))
    cell = write_cell("flat", items)
    assert re.fullmatch(r'(?:[A-Za-z0-9 .,:;_/()\[\]{}"-]|\\u[0-9a-f]{4})*', cell)
    assert "{{" not in cell
    assert "}}" not in cell
    assert cell.startswith("{")
    # What the template's script reads is what went in; so is what comes back, even from a platform that escapes.
    assert [item["text"] for item in json.loads(cell)["items"]] == given_queries
    assert [tuple(item["words"]) for item in json.loads(cell)["items"]] == [tuple(text.split()) for text in given_queries]
    assert read_cell(cell) == read_cell(html.escape(cell)) == ("flat", items)


@given(texts, texts)
def test_judgements_keep_question_and_paragraph(question: str, paragraph: str) -> None:
    if question.strip() and paragraph.strip():
        item = Item("1", question, paragraph=paragraph)
        assert read_cell(write_cell("judgement", [item])) == ("judgement", (item,))


@pytest.mark.parametrize("cell", ["", "new york", "[]", "{}", '{"task":"flat","items":[1]}', '{"task":"flat","items":7}', "null"])
def test_what_we_did_not_write_is_refused(cell: str) -> None:
    with pytest.raises(InputError, match="not as Caesura wrote it"):
        read_cell(cell)


@pytest.mark.parametrize("task", ["flat", "nested", "options", "judgement"])
def test_a_template_has_one_variable_and_fits_turkle(task: str) -> None:
    made = task_template(task, title='Where <b> & "where"', instructions="Be kind.\n<script>x</script>")
    assert re.findall(r"\$\{[^}]*\}?", made) == ["${page}"]
    assert len(made.encode()) < 64 * 1024
    assert "Where &lt;b&gt; &amp; &#34;where&#34;" in made
    assert "<script>x" not in made
    assert "http" not in made
    assert '<button type="submit">' in made


def test_a_template_names_no_other_variable() -> None:
    with pytest.raises(InputError, match="variable"):
        task_template("flat", instructions="see ${query}")
    with pytest.raises(InputError, match=r"no task is called 'flt'; did you mean flat\?"):
        task_template("flt")


def test_batches(capsys: pytest.CaptureFixture[str]) -> None:
    items = [Item(str(number), text) for number, text in enumerate(EVIL)]
    assert write_batch(items, "flat", "-", per_page=4) == 3
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out, newline="")))
    assert [len(read_cell(row["page"])[1]) for row in rows] == [4, 4, 2]
    assert [item for row in rows for item in read_cell(row["page"])[1]] == items


@pytest.mark.parametrize(
    ("items", "told"),
    [
        ([], "nothing to ask"),
        ([Item("a", "one")], "item a: a query of one word"),
        ([Item("a", "one two"), Item("a", "two three")], "two items are called a"),
        ([Item("a", "one \0two")], "NUL"),
        ([Item("a", "one \ud800")], "half of a pair"),
    ],
)
def test_what_cannot_be_asked(items: list[Item], told: str) -> None:
    with pytest.raises(InputError, match=told):
        write_batch(items, "flat", "-")
