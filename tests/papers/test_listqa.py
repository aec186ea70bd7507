"""The ListQA way, end to end, on small documents written for this test."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import pytest

from caesura.campaign import NoPage, join, next_page, open_store, submit_page
from caesura.foundation import InputError
from caesura.labels import label_table, read_labels
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
    assert run("labels", "listqa", "tasks", folder / "c.jsonl", "-o", folder / "tasks.csv").stderr == "3 pairs to judge\n"

    # By a campaign: three people judge in the studio's store, and its labels are what select reads.
    database = folder / "campaigns.db"
    options = ("--task", "judgement", "--database", database, "--annotations", "3")
    made = json.loads(run("campaign", "create", folder / "tasks.csv", "--name", "zoo", *options, "--format", "json").stdout)
    with open_store(str(database)) as store:
        for who in ("ann", "bea", "cid"):
            key = join(store, made["link"].removeprefix("/join/")).key
            while not isinstance(page := next_page(store, key), NoPage):
                submit_page(store, key, page.key, [_judged(who, item.text, item.paragraph) for item in page.items])
    exported = run("campaign", "export", made["campaign"], "--form", "labels", "-o", folder / "labels.csv", "--database", database)
    assert exported.returncode == 0, exported.stderr
    assert set(read_labels(folder / "labels.csv").classes) == {"0", "1"}
    by_campaign = run("labels", "listqa", "select", folder / "c.jsonl", folder / "labels.csv", "-o", "-")
    assert by_campaign.stderr == "2 of 3 paragraphs support their answers\n"
    assert by_campaign.stdout == (
        "7.1 ZOO20010203.0001.0 ''otter'', ''seals''\n"
        "The keeper feeds an otter & two seals every morning.\n"
        "7.2 ZOO20010203.0001.2 sea lion\n"
        "At noon the sea lion sleeps; the Otter does not.\n"
    )

    # By a platform: the batch and the template of the same task; its results are the same labels.
    assert run("campaign", "batch", folder / "tasks.csv", "--task", "judgement", "-o", folder / "batch.csv").returncode == 0
    with (folder / "batch.csv").open() as stream:
        (variable, *_), *pages = list(csv.reader(stream))
    assert f"${{{variable}}}" in run("campaign", "template", "judgement", "-o", "-").stdout
    with (folder / "results.csv").open("w") as stream:
        writer = csv.writer(stream)
        writer.writerow(["HITId", "WorkerId", "WorkTimeInSeconds", f"Input.{variable}", "Answer.answer-1", "Answer.answer-2"])
        for number, (cell,) in enumerate(pages):
            for who in ("ann", "bea", "cid"):
                given = [_judged(who, item["text"], item["paragraph"]) for item in json.loads(cell)["items"]]
                writer.writerow([number, who, 30, cell, *given, *[""] * (2 - len(given))])
    told = run("labels", "listqa", "judgements", folder / "results.csv", "-o", folder / "platform.csv")
    assert told.stderr == "9 labels of 3 pairs by 3 workers\n"
    table = read_labels(folder / "platform.csv")
    assert table.seconds is not None
    assert sorted(table.seconds.tolist()) == [15.0] * 6 + [30.0] * 3
    by_platform = run("labels", "listqa", "select", folder / "c.jsonl", folder / "platform.csv", "-o", "-", "--supports", "yes")
    assert by_platform.stdout == by_campaign.stdout
    wrong = run("labels", "listqa", "select", folder / "c.jsonl", folder / "labels.csv", "-o", "-", "--supports", "maybe")
    assert wrong.returncode == 2
    assert "no label is called 'maybe'; choose one of 0, 1" in wrong.stderr


def _judged(who: str, question: str, paragraph: str) -> str:
    """The fed animals and the sleeping sea lion are right for their questions; one person is wrong about the otter."""
    right = ("feed" in question and "feeds" in paragraph) or ("sleeps" in question and "sleeps" in paragraph)
    return "1" if right or (who == "cid" and "Otter" in paragraph) else "0"


def test_one_vocabulary() -> None:
    table = label_table(["a", "a", "b", "b"], ["w", "v", "w", "v"], ["yes", "1", "false", "No"])
    read = listqa.as_judgements(table)
    assert [read.classes[code] for code in read.label_codes] == ["1", "1", "0", "0"]
    other = label_table(["a", "b"], ["w", "w"], ["red", "blue"])
    assert set(listqa.as_judgements(other).classes) == {"red", "blue"}
