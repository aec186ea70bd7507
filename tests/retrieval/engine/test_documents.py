"""Documents from every format, expected apart by themselves; what does not fit is named with its line."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.retrieval import read_documents

_EXPECTED = [("7", "Night trains", "From Vienna to Rome, asleep."), ("x-8", "", 'A "quoted" word & more.')]

_JSONL = "\n".join(
    [
        json.dumps({"id": 7, "title": "Night trains", "text": "From Vienna to Rome, asleep."}),
        "",
        json.dumps({"_id": "x-8", "contents": 'A "quoted" word & more.', "other": [1]}),
    ]
)
_TREC = """<?xml version="1.0"?>
<DOC>
<DOCNO> 7 </DOCNO>
<DATE>today</DATE>
<HEADLINE>Night
trains</HEADLINE>
<TEXT><P>From Vienna to Rome,</P>
asleep.</TEXT>
</DOC>
<doc><docno>x-8</docno> A "quoted" word &amp; <b>more</b>.</doc>
"""
_CSV = 'text,id,title\n"From Vienna to Rome, asleep.",7,Night trains\n"A ""quoted"" word & more.",x-8,\n'
_TSV = '7\tNight trains\tFrom Vienna to Rome, asleep.\nx-8\t\tA "quoted" word & more.\n'


@pytest.mark.parametrize(("name", "content"), [("a.jsonl", _JSONL), ("a.trec", _TREC), ("a.csv", _CSV), ("a.tsv", _TSV)])
@pytest.mark.parametrize("packed", [False, True])
def test_formats_are_told_apart(tmp_path: Path, name: str, content: str, packed: bool) -> None:
    file = tmp_path / (f"{name}.gz" if packed else name)
    file.write_bytes(gzip.compress(content.encode()) if packed else content.encode())
    found = [(one.id, " ".join(one.title.split()), " ".join(one.text.split())) for one in read_documents(file)]
    expected = [(one, title, text) for one, title, text in _EXPECTED]
    if name == "a.trec":
        expected[1] = ("x-8", "", 'A "quoted" word & more .')
    assert found == expected


def test_trec_text_only_where_there_is_a_text_element(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(_TREC)
    first = next(read_documents(tmp_path / "a"))
    assert "today" not in first.text


def test_a_beir_folder_is_its_corpus(tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").write_text(_JSONL)
    (tmp_path / "queries.jsonl").write_text('{"_id": "q", "text": "not a document"}')
    assert [one.id for one in read_documents(tmp_path)] == ["7", "x-8"]


def test_any_other_folder_is_all_its_files(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.tsv").write_text("9\tthe ninth\n")
    (tmp_path / "a.jsonl").write_text(_JSONL)
    (tmp_path / ".hidden").write_text("?")
    assert [one.id for one in read_documents(tmp_path)] == ["7", "x-8", "9"]


@pytest.mark.parametrize("content", ["docid\ttext\n1\tone\n", "1\tone\n", "text\tid\none\t1\n"])
def test_columns_with_and_without_names(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.tsv").write_text(content)
    assert [(one.id, one.title, one.text) for one in read_documents(tmp_path / "a.tsv")] == [("1", "", "one")]


@pytest.mark.parametrize("format", ["auto", "jsonl", "trec", "csv", "tsv"])
def test_an_empty_file_has_no_documents(tmp_path: Path, format: str) -> None:
    (tmp_path / "a").write_text("")
    assert list(read_documents(tmp_path / "a", format)) == []


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.jsonl", '{"id": "1", "text": "x"}\n{"id": ', "a.jsonl:2: is not JSON"),
        ("a.jsonl", '{"id": "1", "text": "x"}\n[1]', "a.jsonl:2: is not a JSON object"),
        ("a.jsonl", '{"text": "x"}', "a.jsonl:1: has no id"),
        ("a.jsonl", '{"id": "1"}', "a.jsonl:1: has no text"),
        ("a.jsonl", '{"id": "1", "text": 5}', "a.jsonl:1: has an id, title or text that is not text"),
        ("a.jsonl", '{"id": "a b", "text": "x"}', "a.jsonl:1: a document id with spaces"),
        ("a.jsonl", '{"id": "", "text": "x"}', "a.jsonl:1: a document without an id"),
        ("a.jsonl", '{"id": "1", "text": "\\ud800"}', "a.jsonl:1: half of a surrogate pair"),
        ("a.trec", "<DOC>\n<TEXT>x</TEXT>\n</DOC>", "a.trec:1: a document without <DOCNO>"),
        ("a.trec", "<DOC><DOCNO>1</DOCNO></DOC>\n<DOC><DOCNO>2</DOCNO>", "a.trec:2: a <DOC> that never ends"),
        ("a.trec", "<DOC><DOCNO>1</DOCNO></DOC>\nstray", "a.trec:2: stands outside any <DOC>"),
        ("a.csv", 'id,text\n1,"open', "a.csv:2: is not CSV"),
        ("a.csv", "id,text\n1,x,y", "a.csv:2: 3 columns where there were 2"),
        ("a.tsv", "one\ttwo\tthree\tfour", "a.tsv:1: 4 columns without names"),
        ("a.txt", "just prose", "a.txt: no format of documents fits"),
    ],
)
def test_mistakes_are_named_with_their_line(tmp_path: Path, name: str, content: str, expected: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(InputError) as error:
        list(read_documents(tmp_path / name))
    assert expected in str(error.value)
    assert error.value.cure


def test_missing_and_empty_places(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        list(read_documents(tmp_path / "nowhere"))
    with pytest.raises(InputError, match="a folder without files"):
        list(read_documents(tmp_path))
    with pytest.raises(InputError, match="no format of documents is called 'pdf'"):
        list(read_documents(tmp_path, "pdf"))
