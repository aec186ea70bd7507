"""Queries out of whatever file somebody has: what is a column, what is left out, and what is refused."""

from __future__ import annotations

import csv
import json
import zipfile
from collections.abc import Sequence
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.corpus import QueryTable, read_query_table
from caesura.corpus.archives import unpacked
from caesura.foundation import InputError
from tests.corpus.workbooks import workbook

ROWS = [("id", "query"), ("7", "münchen hotel am see"), ("8", "new york, cheap flights"), ("9", "hotel")]


def table(tmp_path: Path, name: str, content: bytes | str, **how: object) -> QueryTable:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_query_table(path, **how)  # type: ignore[arg-type]


def written(rows: Sequence[tuple[str, ...]], separator: str) -> str:
    out = StringIO()
    csv.writer(out, delimiter=separator).writerows(rows)
    return out.getvalue()


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1"])
def test_a_table_in_every_encoding_gives_its_columns_and_queries(tmp_path: Path, separator: str, encoding: str) -> None:
    found = table(tmp_path, "any", written(ROWS, separator).encode(encoding))
    assert found.columns == ("id", "query")
    assert found.encoding == {"utf-8-sig": "UTF-8", "utf-16-le": "UTF-16", "latin-1": "Latin-1"}.get(encoding, encoding.upper())
    picked = found.picked(why_not=lambda text, _: "one word" if " " not in text else None)
    assert [(one.id, one.text) for one in picked.queries] == [ROWS[1], ROWS[2]]
    assert picked.sentence == "2 queries; 1 left out: one word"
    assert (picked.left_out[0].line, picked.left_out[0].text) == (4, "hotel")


def test_a_separator_inside_a_quoted_cell_does_not_break_the_table(tmp_path: Path) -> None:
    """Read with semicolons, the quote behind one would open a cell that never ends."""
    rows = [("id", "query"), ("1", 'tv stand 32";"black'), ("2", ';"old town')]
    found = table(tmp_path, "q.csv", written(rows, ","))
    assert [one.text for one in found.picked().queries] == [rows[1][1], rows[2][1]]


def test_a_table_that_no_separator_reads_is_broken(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"q\.csv:3: broken CSV") as refused:
        table(tmp_path, "q.csv", 'id,query\n1,old; town\n2,"night train\n3,hotel\n')
    assert "quote cells" in str(refused.value)


@pytest.mark.parametrize("inline", [True, False])
def test_a_spreadsheet_is_read_as_its_first_sheet(tmp_path: Path, inline: bool) -> None:
    found = table(tmp_path, "queries.xlsx", workbook([*ROWS[:2], (), *ROWS[2:]], inline=inline))
    assert found.encoding == "XLSX"
    assert [(one.id, one.text, one.line) for one in found.picked().queries][:2] == [(*ROWS[1], 2), (*ROWS[2], 4)]


def test_json_lines_and_lists_have_columns_too(tmp_path: Path) -> None:
    objects = [{"id": 3, "query": "old town", "tags": ["x"]}, {"id": 4, "query": "night train"}]
    lines = table(tmp_path, "q.jsonl", "\n".join(map(json.dumps, objects)))
    assert lines.columns == ("id", "query")
    assert [(one.id, one.text) for one in lines.picked().queries] == [("3", "old town"), ("4", "night train")]
    listed = table(tmp_path, "q.json", json.dumps(objects)).picked().queries
    assert [one.text for one in listed] == ["old town", "night train"]
    assert [one.text for one in table(tmp_path, "q2.json", json.dumps(["old town", "night train"])).picked().queries] == [
        "old town",
        "night train",
    ]


def test_plain_text_is_one_query_a_line_and_commas_in_it_are_said(tmp_path: Path) -> None:
    found = table(tmp_path, "q.txt", "hotels in paris, france\r\nnew york\r\n\r\nnew york\r\n")
    assert [one.text for one in found.picked().queries] == ["hotels in paris, france", "new york"]
    assert found.picked().sentence == "2 queries; 1 left out: the same query again"
    assert found.notes == ("1 line holds a comma, not in the same number everywhere: each line was taken as one query",)


def test_lines_with_separators_are_never_taken_as_they_stand(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="some lines have tabs"):
        table(tmp_path, "q.txt", "1\tnew york\nold town\n")
    with pytest.raises(InputError, match="3 cells, the first line has 2"):
        table(tmp_path, "q.csv", "id,query\n1,new york, ny\n")
    unnamed = table(tmp_path, "q.tsv", "1\tnew york\n2\told town\n")
    assert unnamed.columns == ("column 1", "column 2")
    assert unnamed.likely_column == "column 2"
    with pytest.raises(InputError, match="which of the columns column 1, column 2 holds the queries"):
        unnamed.picked()
    assert [one.text for one in unnamed.picked("column 2", "column 1").queries] == ["new york", "old town"]


def test_a_header_in_another_language_is_a_header(tmp_path: Path) -> None:
    found = table(tmp_path, "q.csv", "nr,suche\n1,alte stadt\n2,neue stadt\n")
    assert found.columns == ("nr", "suche")
    assert found.likely_column == "suche"
    assert found.with_header(False).columns == ("column 1", "column 2")


def test_what_stands_inside_a_cell_stays_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text('id,query\n1,"two\nlines\tand  spaces "\n2,night train\n', encoding="utf-8")
    assert [one.text for one in read_query_table(tmp_path / "t.csv").picked().queries] == ["two\nlines\tand  spaces", "night train"]


def test_an_id_that_comes_again_is_counted(tmp_path: Path) -> None:
    found = table(tmp_path, "q.csv", "id,query\n1,old town\n1,old town\n1,new town\n2,\n").picked()
    assert found.sentence == "1 query; 1 left out: the same query again; 1 left out: its id was used before; 1 left out: empty"


def test_a_corpus_in_its_own_format_gives_its_words(tmp_path: Path) -> None:
    assert [one.text for one in table(tmp_path, "q.tsv", "1\told town|map\n2\tnight train|to rome\n").picked().queries] == [
        "old town map",
        "night train to rome",
    ]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "is empty"),
        (b",\n,\n", "separators and nothing else"),
        (b";", "separators and nothing else"),
        (b"\x00\x01\x02" * 50 + b"\x80" * 50, "not text"),
        (b'{"query": ', "not JSON"),
        (b'{"a": []}', "hold no texts"),
        (b"PK\x03\x04 and nothing else", "cannot be read"),
        (b'a,"b\nc,d"x\n', "broken CSV"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(tmp_path: Path, content: bytes, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as caught:
        table(tmp_path, "q.csv", content)
    assert caught.value.file is not None


def test_a_spreadsheet_with_a_document_type_is_refused(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaa">]>'
    with pytest.raises(InputError, match="cannot be read"):
        table(tmp_path, "q.xlsx", workbook(ROWS, doctype=bomb))


def packed(names: dict[str, bytes]) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in names.items():
            archive.writestr(name, content)
    return made.getvalue()


def test_a_zip_file_is_read_as_what_is_in_it(tmp_path: Path) -> None:
    found = table(tmp_path, "q.zip", packed({"a/queries.csv": b"id,query\n1,old town\n"}))
    assert [one.text for one in found.picked().queries] == ["old town"]


@pytest.mark.parametrize("name", ["../out.csv", "/etc/out.csv", "a/../../out.csv"])
def test_a_zip_file_stays_in_its_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "q.zip").write_bytes(packed({name: b"x"}))
    with pytest.raises(InputError, match="outside its folder"), unpacked(tmp_path / "q.zip"):
        pass


def test_a_zip_file_that_grows_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caesura.corpus.archives.MAXIMUM_BYTES", 1 << 20)
    (tmp_path / "q.zip").write_bytes(packed({"large.txt": b"a" * (2 << 20)}))
    with pytest.raises(InputError, match="unpacks to more than 1 MB"), unpacked(tmp_path / "q.zip"):
        pass


_CELL = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=20).map(
    lambda text: "w " + " ".join(text.split())
)


@given(texts=st.lists(_CELL, min_size=1, max_size=8, unique=True), way=st.sampled_from(["csv", "tsv", "xlsx", "jsonl"]))
def test_what_was_written_is_what_is_picked(tmp_path_factory: pytest.TempPathFactory, texts: list[str], way: str) -> None:
    texts = list(dict.fromkeys(" ".join(text.split()) for text in texts))
    rows = [("id", "query"), *((str(number), text) for number, text in enumerate(texts))]
    content = {
        "csv": lambda: written(rows, ",").encode(),
        "tsv": lambda: written(rows, "\t").encode("utf-16"),
        "xlsx": lambda: workbook(rows),
        "jsonl": lambda: "\n".join(json.dumps({"id": name, "query": text}) for name, text in rows[1:]).encode(),
    }[way]()
    found = table(tmp_path_factory.mktemp("q"), f"q.{way}", content)
    assert [one.text for one in found.picked().queries] == texts
