"""Archives and tables of other people's: columns found by name, doubts asked about, lines named."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.campaign.platforms import ColumnNames, corpus_from, import_annotations
from caesura.foundation import InputError
from tests.cli.commands import run

# As Mechanical Turk wrote it: two queries a page, the last page short, the last two cells left out of rows that nobody reviewed.
ARCHIVE = """\
"HITId","AssignmentId","WorkerId","AssignmentStatus","WorkTimeInSeconds","LifetimeApprovalRate","Input.query1","Input.query2",\
"Answer.cut1","Answer.cut2","Answer.comment","Approve","Reject"
"h1","s1","A1","Approved","20","99% (1/1)","night train paris","red wine glasses","""
ARCHIVE += '''"""night train"" paris","red wine glasses","fun"
"h1","s2","A2","Submitted","10","","night train paris","red wine glasses","night train paris","""red wine"" glasses","","x",""
"h1","s3","A3","Rejected","1","","night train paris","red wine glasses","junk","junk","","",""
"h2","s4","A1","Approved","6","","old town","","""old town""","","","",""
'''


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def votes(path: Path, task: str = "flat", named: ColumnNames | None = None) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for one in import_annotations(path, task, named).annotations:
        found.setdefault(one.text, []).append((one.worker, one.answer))
    return found


def test_an_archive(tmp_path: Path) -> None:
    file = written(tmp_path / "Batch_1.csv", ARCHIVE)
    assert votes(file) == {
        "night train paris": [("A1", "night train|paris"), ("A2", "night|train|paris")],
        "red wine glasses": [("A1", "red|wine|glasses"), ("A2", "red wine|glasses")],
        "old town": [("A1", "old town")],
    }
    found = import_annotations(file)
    assert (found.rows, found.rejected, found.annotations[0].seconds) == (4, 1, 10.0)
    with pytest.raises(InputError, match=r"Batch_1\.csv:4: Answer\.cut1"):
        import_annotations(file, rejected=True)
    assert len(import_annotations(file, rejected=True, lenient=True).malformed) == 2
    assert [entry.query.id for entry in corpus_from(found)] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "query,worker,segmentation\nnight train paris,ann,night train|paris\n"),
        ("a.tsv", "text\tannotator\tanswer\nnight train paris\tann\tnight train|paris\n"),
        ("a.jsonl", '{"query": "night train paris", "worker": "ann", "segmentation": "night train|paris", "seconds": 3}\n'),
        ("b.csv", '\ufeffid,query,worker,flat\n7,night train paris,ann,"night train|paris"\n'),
    ],
)
def test_tables_of_annotations(tmp_path: Path, name: str, text: str) -> None:
    assert votes(written(tmp_path / name, text)) == {"night train paris": [("ann", "night train|paris")]}


def test_other_tasks(tmp_path: Path) -> None:
    nested = written(tmp_path / "n.csv", "query,worker,nested\nnight train paris,ann,((night train) paris)\n")
    assert votes(nested, "nested") == {"night train paris": [("ann", "((night train) paris)")]}
    options = written(tmp_path / "o.csv", "query,worker,answer\nnight train paris,ann,?\nnight train paris,bo,night|train paris\n")
    assert votes(options, "options") == {"night train paris": [("ann", "?"), ("bo", "night|train paris")]}
    judged = written(tmp_path / "j.csv", "item,question,worker,label\n5,Who?,ann,yes\n")
    assert import_annotations(judged, "judgement").annotations[0].item == "5"


def test_named_columns(tmp_path: Path) -> None:
    text = "Input.left,Input.right,Answer.x,Answer.y,WorkerId\nnight train,z,night|train,q,ann\n"
    file = written(tmp_path / "a.csv", text)
    with pytest.raises(InputError, match=r"a\.csv:1: which column holds the answer .*--answer"):
        import_annotations(file)
    assert votes(file, named=ColumnNames(query="Input.left", answer="Answer.x")) == {"night train": [("ann", "night|train")]}
    with pytest.raises(InputError, match=r"no column is called .Input\.middle."):
        import_annotations(file, named=ColumnNames(query="Input.middle", answer="Answer.x"))
    numbered = written(tmp_path / "b.csv", "Input.q_1,Input.q_2,Input.hint,Answer.s1,Answer.s2,WorkerId\na b,c d,h,a|b,c d,ann\n")
    assert votes(numbered, named=ColumnNames(query="Input.q_{n}")) == {"a b": [("ann", "a|b")], "c d": [("ann", "c d")]}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("query,worker,segmentation\nnight train,ann,night train\n", "no answer has a bar or a quote.*--form"),
        ('query,worker,segmentation\na b,ann,a|b\na b,bo,"""a b"""\n', "answers with bars and answers with quotes"),
        ("query,worker,segmentation\na b,ann,a|c\n", r":2: segmentation: "),
        ("query,worker,segmentation\na b,ann,\na b,bo,a|b\n", ":2: segmentation: there is no answer"),
        ("id,query,worker,flat\n1,a b,ann,a|b\n1,a c,ann,a|c\n", ":3: flat: item 1 has another text"),
        ("query,worker,segmentation\na b,ann,a|b,more\n", ":2: 4 fields, the header has 3"),
        ("query,query,segmentation\na,b,c\n", "names 'query' twice"),
        ('{"query": "a b"\n', ":1: not JSON"),
        ('{"query": ["a"]}\n', ":1: not an object of plain values"),
        ("", "is empty"),
        ("query,worker,segmentation\n", "is it pipe form|no annotations"),
    ],
)
def test_what_is_wrong_names_file_and_line(tmp_path: Path, text: str, told: str) -> None:
    file = written(tmp_path / "t.csv", text)
    with pytest.raises(InputError, match=told) as caught:
        import_annotations(file)
    assert caught.value.file == str(file)


def test_the_command(tmp_path: Path) -> None:
    file = written(tmp_path / "a.csv", ARCHIVE)
    got = run("campaign", "import", file, "-o", tmp_path / "c.jsonl", "--format", "json")
    assert got.returncode == 0
    assert '"annotations": 5' in got.stdout
    assert run("campaign", "import", file, "-o", tmp_path / "c.jsonl", "--form", "tree").returncode == 2
    assert run("campaign", "import", file, "-o", tmp_path / "c.jsonl", "--duplicates", "some").returncode == 2
