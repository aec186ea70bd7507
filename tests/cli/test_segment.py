"""`caesura segment` and `caesura tune`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caesura.corpus import Corpus, Entry, Query, Vote, Votes, write_corpus
from caesura.shapes import Flat
from tests.cli.commands import run
from tests.segmenters.conftest import COUNTS, TITLES, lexicon_file


@pytest.fixture
def lexicon(tmp_path: Path) -> Path:
    lexicon_file(tmp_path / "small.lexicon", COUNTS, TITLES).close()
    return tmp_path / "small.lexicon"


def segmented(*arguments: object, stdin: str = "") -> str:
    result = run("segment", *arguments, stdin=stdin)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("quotes", '"New York" times\n'),
        ("pipe", "New York|times\n"),
        ("tsv", "New York times\tNew York|times\t12000\n"),
    ],
)
def test_one_query(lexicon: Path, form: str, expected: str) -> None:
    assert segmented("New York  times", "-m", "naive", "-l", lexicon, "-f", form) == expected


def test_json_lines_are_the_contract(lexicon: Path) -> None:
    out = segmented("-", "-m", "wikipedia", "-l", lexicon, "-f", "jsonl", stdin="cheap flights\nüber  new york\n")
    first, second = map(json.loads, out.splitlines())
    assert first == {
        "query": "cheap flights",
        "segments": [{"text": "cheap flights", "start": 0, "end": 13, "words": 2, "score": 1000}],
        "score": 1000,
        "method": "wikipedia",
    }
    assert [segment["text"] for segment in second["segments"]] == ["über", "new york"]
    assert second["segments"][1]["start"] == 6


def test_json_is_one_document(lexicon: Path) -> None:
    one = json.loads(segmented("new york", "-m", "naive", "-l", lexicon, "-f", "json"))
    assert [document["score"] for document in one] == [12000]
    many = json.loads(segmented("-", "-m", "naive", "-l", lexicon, "-f", "json", stdin="new york\na b\n"))
    assert [document["query"] for document in many] == ["new york", "a b"]
    assert json.loads(segmented("-", "-m", "none", "-f", "json")) == []


def test_a_log_keeps_its_lines(lexicon: Path) -> None:
    log = "new york\n\nCHEAP flights|today\r\né new york"
    assert (
        segmented("-", "-m", "naive", "-l", lexicon, "-f", "pipe", stdin=log) == "new york\n\nCHEAP|flights\\|today\né|new york\n"
    )
    assert segmented("-", "-m", "naive", "-l", lexicon, "--threads", 2, stdin="new york\n" * 5) == '"new york"\n' * 5


def test_what_editors_add_is_no_part_of_a_query(lexicon: Path) -> None:
    windows = "\ufeffnew york\r\ncheap flights\r\n"
    for document in map(json.loads, segmented("-", "-m", "naive", "-l", lexicon, "-f", "jsonl", stdin=windows).splitlines()):
        assert document["query"] == document["segments"][0]["text"]
    assert segmented("-", "-m", "naive", "-l", lexicon, stdin=windows) == '"new york"\n"cheap flights"\n'


def test_the_n_best(lexicon: Path) -> None:
    assert segmented("new york times", "-m", "naive", "-l", lexicon, "-n", 3, "-f", "pipe").splitlines() == [
        "new york|times",
        "new york times",
        "new|york times",
    ]
    ranked = [json.loads(line) for line in segmented("new york", "-m", "naive", "-l", lexicon, "-n", 2, "-f", "jsonl").splitlines()]
    assert [document["rank"] for document in ranked] == [1, 2]


def test_explaining(lexicon: Path) -> None:
    lines = segmented("new york times", "-m", "wikipedia", "-l", lexicon, "--explain").splitlines()
    assert lines[0] == '"new york times"'
    assert lines[2].startswith("* new york times  9,000  ████████████  3 x 3,000 (largest pair inside a title)")
    assert lines[-1] == "score 9,000: it weighs 3,000 more than new york|times"
    told = json.loads(segmented("new york times", "-m", "wikipedia", "-l", lexicon, "--explain", "-f", "jsonl"))
    assert [candidate["chosen"] for candidate in told["candidates"]] == [False, True, False]
    assert "fifteen" in segmented("fifteen", "-m", "none", "--explain")


def test_own_phrases_with_any_method(lexicon: Path, tmp_path: Path) -> None:
    phrases = tmp_path / "phrases.txt"
    phrases.write_text("york times\t3\n\ntimes square\t5\n", encoding="utf-8")
    query = "cheap flights york times square"
    assert segmented(query, "-m", "dictionary", "--phrases", phrases) == 'cheap flights "york times" square\n'
    assert (
        segmented(query, "-m", "dictionary", "--phrases", phrases, "--prefer", "heaviest") == 'cheap flights york "times square"\n'
    )
    assert segmented(query, "-m", "naive", "-l", lexicon, "--phrases", phrases) == '"cheap flights" "york times" square\n'
    assert segmented("new york", "-m", "pmi", "--threshold", "9", "-l", lexicon, "--phrases", phrases) == "new york\n"


def test_without_a_lexicon_the_one_in_the_package_is_used() -> None:
    assert segmented("second hand mountain bike", "-m", "titles", "-f", "pipe") == "second hand|mountain bike\n"
    assert segmented("second hand mountain bike", "-m", "titles", "-f", "pipe", "-l", "default") == "second hand|mountain bike\n"


def test_a_model_with_another_lexicon_is_told_of(lexicon: Path) -> None:
    for command in ("segment", "nest"):
        result = run(command, "new york times", "-l", lexicon)
        assert (result.returncode, result.stderr.count("\n")) == (0, 1)
        assert result.stderr.startswith("note: the model of learned was trained with another lexicon")
        assert run(command, "new york times", "-l", "default").stderr == ""


def test_the_methods_are_listed() -> None:
    listed = segmented("--list")
    assert "titles+noun-phrases" in listed
    assert "SIGIR 2010" in listed


@pytest.mark.parametrize(
    ("arguments", "stdin", "told"),
    [
        (("a b", "-m", "magic"), "", "no method is called 'magic'; choose one of"),
        (("a b", "-m", "none", "--threshold", "1"), "", "no parameter of none is called 'threshold'"),
        (("a b", "-m", "dictionary"), "", "needs phrases; name a file with --phrases"),
        ((" ", "-m", "none"), "", "a query without words"),
        (("-", "-m", "none", "-f", "jsonl"), "a\n\nb\n", "stdin:2: a query without words"),
        (("-", "-m", "none"), "a b\n" + "x " * 65 + "\n", "stdin:2: the query"),
        (("a b", "-m", "naive", "-l", "no-such.lexicon"), "", "no-such.lexicon: no such file"),
    ],
)
def test_mistakes_are_one_line(arguments: tuple[str, ...], stdin: str, told: str) -> None:
    result = run("segment", *arguments, stdin=stdin)
    assert result.returncode == 2
    assert result.stderr.startswith("caesura: ")
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_wrong_weight_names_its_line(tmp_path: Path) -> None:
    phrases = tmp_path / "phrases.txt"
    phrases.write_text("a b\t1\nc d\tmany\n", encoding="utf-8")
    assert (
        "phrases.txt:2: the weight 'many' is not a whole number"
        in run("segment", "a b", "-m", "dictionary", "--phrases", phrases).stderr
    )


def test_lenient_keeps_one_line_out_for_every_line_in(lexicon: Path) -> None:
    given = "new york\n" + "x " * 65 + "\nyork times\n"
    result = run("segment", "-", "-m", "naive", "-l", lexicon, "--lenient", stdin=given)
    assert result.stdout == '"new york"\n\n"york times"\n'
    assert result.stderr == "caesura: 1 line could not be segmented\n"
    rows = run("segment", "-", "-m", "naive", "-l", lexicon, "--lenient", "-f", "tsv", stdin=given).stdout.split("\n")
    assert [row.count("\t") for row in rows] == [2, 2, 2, 0]
    for form in ("json", "jsonl"):
        printed = run("segment", "-", "-m", "naive", "-l", lexicon, "--lenient", "-f", form, stdin=given + "\n").stdout
        answers = json.loads(printed) if form == "json" else [json.loads(line) for line in printed.splitlines()]
        assert [len(answer["segments"]) for answer in answers] == [1, 0, 1, 0]
        assert "65 words" in answers[1]["error"]


def test_tuning_the_threshold(lexicon: Path, tmp_path: Path) -> None:
    votes = {"new york times": (0, 1), "times square dance": (0, 1), "cheap flights to": (0, 1), "square dance": (1,)}
    entries = [Entry(Query(str(at), text), Votes((Vote(Flat(flat), 10),))) for at, (text, flat) in enumerate(votes.items())]
    write_corpus(Corpus("tiny", tuple(entries)), tmp_path / "tiny.jsonl")
    result = run("tune", tmp_path / "tiny.jsonl", "-l", lexicon, "--folds", 2, "-f", "json")
    assert (result.returncode, result.stderr) == (0, "")
    facts = json.loads(result.stdout)
    assert facts["value"] == 1
    assert facts["queries"] == 4
    threshold = facts["threshold"]
    assert segmented("new york times", "-m", "pmi", "--threshold", threshold, "-l", lexicon) == '"new york" times\n'
    assert run("tune", tmp_path / "tiny.jsonl", "-l", lexicon, "--measure", "nothing").returncode == 2
