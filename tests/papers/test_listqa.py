"""The ListQA way, end to end, on small documents written for this test."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.labels import read_labels
from caesura.papers import listqa
from tests.cli.commands import run

DOCUMENTS = """<DOC>
<DOCNO> ZOO20010203.0001 </DOCNO>
<HEADLINE> Otters everywhere </HEADLINE>
<TEXT>
<P>
The keeper feeds an otter &amp; two seals
every morning.
</P>
<P>No animal is named here.</P>
<P>
At noon the <NAME>sea lion</NAME> sleeps; the Otter does not.
</TEXT>
</DOC>

<DOC id="ZOO20010203.0002" type="story">
<TEXT>
<P>
A seal was seen in town.
<P>
Sea lions are no seals.
</TEXT>
</DOC>
"""
QUESTIONS = "7.1\tWhich animals does the zoo feed?\n7.2\tWho sleeps at noon?\n"
PATTERNS = "7.1 otters?\n7.1 seals?\n7.2 sea\\s+lions?\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs.sgml").write_text(DOCUMENTS)
    (tmp_path / "q.tsv").write_text(QUESTIONS)
    (tmp_path / "p.txt").write_text(PATTERNS)
    (tmp_path / "links.txt").write_text("7.1 ZOO20010203.0001\n7.2 0 ZOO20010203.0001 1\n7.2 0 ZOO20010203.0002 0\n")
    return tmp_path


def test_documents(folder: Path) -> None:
    first, second = listqa.read_documents(folder / "docs.sgml")
    assert first.number == "ZOO20010203.0001"
    assert first.paragraphs == (
        "The keeper feeds an otter & two seals every morning.",
        "No animal is named here.",
        "At noon the sea lion sleeps; the Otter does not.",
    )
    assert second == listqa.Article("ZOO20010203.0002", ("A seal was seen in town.", "Sea lions are no seals."))


def test_old_encodings_and_gzip(tmp_path: Path) -> None:
    raw = "<DOC>\n<DOCNO>A.1</DOCNO>\n<TEXT>\nZürich zoo\n</TEXT>\n</DOC>\n".encode("latin-1")
    (tmp_path / "d.gz").write_bytes(gzip.compress(raw))
    assert list(listqa.read_documents(tmp_path / "d.gz")) == [listqa.Article("A.1", ("Zürich zoo",))]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("plain\n", "d.sgml:1: text outside of <DOC>"),
        ("<DOC>\n<DOCNO>1</DOCNO>\n", "d.sgml:1: the document does not end"),
        ("\n<DOC>\n</DOC>\n", "d.sgml:2: the document has no number"),
        ("<DOC>\n<DOC>\n", "d.sgml:2: <DOC> before the last document ended"),
    ],
)
def test_broken_documents(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "d.sgml").write_text(text)
    with pytest.raises(InputError) as error:
        list(listqa.read_documents(tmp_path / "d.sgml"))
    assert told in str(error.value)


def test_questions_of_trec(tmp_path: Path) -> None:
    (tmp_path / "q.xml").write_text(
        '<target id = "7" text = "zoo">\n<qa>\n<q id = "7.1" type="FACTOID">\nWhere is it?\n</q>\n'
        '<q id = "7.2" type="LIST">\nWhich animals\nlive &amp; sleep there?\n</q>\n</qa>\n</target>\n'
    )
    assert listqa.read_questions(tmp_path / "q.xml") == {"7.2": listqa.Question("7.2", "Which animals live & sleep there?")}


@pytest.mark.parametrize(
    ("reader", "text", "told"),
    [
        (listqa.read_questions, "7.1 no tab\n", "x:1: no question"),
        (listqa.read_questions, "7.1\ta?\n7.1\tb?\n", "x:2: question 7.1 comes twice"),
        (listqa.read_questions, "\n", "x: there are no list questions"),
        (listqa.read_patterns, "7.1\n", "x:1: no pattern"),
        (listqa.read_patterns, "7.1 a\n7.1 (b\n", "x:2: not a regular expression"),
        (listqa.read_patterns, "7.1 a*\n", "x:1: the pattern matches everything"),
        (listqa.read_links, "7.1\n", "x:1: no link"),
        (listqa.read_candidates, "{}\n", "x:1: no candidate"),
    ],
)
def test_broken_files(tmp_path: Path, reader: object, text: str, told: str) -> None:
    (tmp_path / "x").write_text(text)
    with pytest.raises(InputError) as error:
        reader(tmp_path / "x")  # type: ignore[operator]
    assert told in str(error.value)


def test_a_pattern_without_its_question() -> None:
    import re

    with pytest.raises(InputError, match="pattern for question 9, but no such question"):
        list(listqa.find_candidates([], {}, {"9": [re.compile("x")]}))


def test_the_layout_comes_back(tmp_path: Path) -> None:
    text = "A paragraph that is long enough to be wrapped, " * 4 + "7.1 X.2 which looks like a heading"
    pairs = [
        listqa.CandidateParagraph("7.1", "", "X.0", ("otter",), " ".join(text.split())),
        listqa.CandidateParagraph("7.1", "", "X.1", ("otter", "sea lion"), "short"),
        listqa.CandidateParagraph("7.2", "", "Y.10", ("a 'b' c",), "a b.1 c"),
    ]
    listqa.write_paragraphs(pairs, tmp_path / "p.txt")
    lines = (tmp_path / "p.txt").read_text().splitlines()
    assert lines[0] == "7.1 X.0 otter"
    assert "7.1 X.1 ''otter'', ''sea lion''" in lines
    assert max(map(len, lines)) <= 81
    assert list(listqa.parse_paragraphs(tmp_path / "p.txt")) == pairs


def test_end_to_end(folder: Path) -> None:
    files = ["--questions", folder / "q.tsv", "--patterns", folder / "p.txt", "--links", folder / "links.txt"]
    found = run("labels", "listqa", "candidates", folder / "docs.sgml", *files, "-o", folder / "c.jsonl")
    assert (found.returncode, found.stderr) == (0, "3 paragraphs\n")
    pairs = listqa.read_candidates(folder / "c.jsonl")
    assert [(pair.task, pair.answers) for pair in pairs] == [
        ("7.1 ZOO20010203.0001.0", ("otter", "seals")),
        ("7.1 ZOO20010203.0001.2", ("Otter",)),
        ("7.2 ZOO20010203.0001.2", ("sea lion",)),
    ]
    assert run("labels", "listqa", "tasks", folder / "c.jsonl", "-o", folder / "tasks.csv").stderr == "2 tasks\n"
    with (folder / "tasks.csv").open() as stream:
        tasks = list(csv.DictReader(stream))
    assert [(task["paragraph_id_1"], task["paragraph_id_2"]) for task in tasks] == [
        ("ZOO20010203.0001.0", "ZOO20010203.0001.2"),
        ("ZOO20010203.0001.2", ""),
    ]

    # Three people judge; the pair about the sleeping sea lion and the one about fed animals are right.
    truth = {"7.1 ZOO20010203.0001.0": "yes", "7.1 ZOO20010203.0001.2": "no", "7.2 ZOO20010203.0001.2": "yes"}
    with (folder / "results.csv").open("w") as stream:
        inputs = [f"Input.{name}" for name in tasks[0]]
        writer = csv.writer(stream)
        writer.writerow(["HITId", "WorkerId", "WorkTimeInSeconds", *inputs, "Answer.judgement_1", "Answer.judgement_2"])
        for number, task in enumerate(tasks):
            for who in ("ann", "bea", "cid"):
                names = [f"{task[f'question_id_{k}']} {task[f'paragraph_id_{k}']}" for k in (1, 2)]
                given = [truth.get(name, "") for name in names]
                if (who, number) == ("cid", 0):
                    given[1] = "yes"
                writer.writerow([number, who, 30, *task.values(), *given])
    told = run("labels", "listqa", "judgements", folder / "results.csv", "-o", folder / "labels.csv")
    assert told.stderr == "9 labels of 3 pairs by 3 workers\n"
    table = read_labels(folder / "labels.csv")
    assert table.seconds is not None
    assert sorted(table.seconds.tolist()) == [15.0] * 6 + [30.0] * 3

    selected = run("labels", "listqa", "select", folder / "c.jsonl", folder / "labels.csv", "-o", "-")
    assert selected.stderr == "2 of 3 paragraphs support their answers\n"
    assert selected.stdout == (
        "7.1 ZOO20010203.0001.0 ''otter'', ''seals''\n"
        "The keeper feeds an otter & two seals every morning.\n"
        "7.2 ZOO20010203.0001.2 sea lion\n"
        "At noon the sea lion sleeps; the Otter does not.\n"
    )
    wrong = run("labels", "listqa", "select", folder / "c.jsonl", folder / "labels.csv", "-o", "-", "--supports", "1")
    assert wrong.returncode == 2
    assert "no label is called '1'; choose one of no, yes" in wrong.stderr


def test_choices_spread_over_columns(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text(
        "WorkerId,Input.question_id_1,Input.paragraph_id_1,Answer.judgement_1.no,Answer.judgement_1.yes\n"
        "w,7.1,X.0,false,true\nv,7.1,X.0,true,false\n"
    )
    table = listqa.read_judgements(tmp_path / "r.csv")
    assert [table.classes[code] for code in table.label_codes] == ["yes", "no"]
    (tmp_path / "r.csv").write_text("WorkerId,Input.question_id_1\n")
    with pytest.raises(InputError, match=r"r\.csv:1: there is no column 'Input\.paragraph_id_1'"):
        listqa.read_judgements(tmp_path / "r.csv")
    (tmp_path / "r.csv").write_text("WorkerId,Input.question_id_1,Input.paragraph_id_1,Answer.judgement_1\nw,7.1,X.0,\n")
    with pytest.raises(InputError, match=r"r\.csv:2: pair 1 has no judgement"):
        listqa.read_judgements(tmp_path / "r.csv")
