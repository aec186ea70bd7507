"""Results come back as what was answered: rejected work, repeats, strangers, and what does not fit."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from caesura.campaign import Item
from caesura.campaign.platforms import corpus_from, read_results
from caesura.campaign.platforms.cells import write_cell
from caesura.corpus import read_corpus
from caesura.foundation import InputError
from tests.cli.commands import run

PAGE = write_cell("flat", [Item("a", "night train to paris"), Item("b", "red  wine glasses")])


def results(path: Path, *rows: dict[str, str]) -> Path:
    names = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, names, restval="", quoting=csv.QUOTE_ALL)
        writer.writeheader()
        writer.writerows(rows)
    return path


def done(worker: str, first: str = "night train|to paris", second: str = "red wine|glasses", **more: str) -> dict[str, str]:
    base = {"AssignmentId": f"x{worker}", "WorkerId": worker, "AssignmentStatus": "Approved", "WorkTimeInSeconds": "30"}
    return {**base, "Input.page": PAGE, "Answer.answer-1": first, "Answer.answer-2": second, **more}


def test_votes_and_times(tmp_path: Path) -> None:
    file = results(tmp_path / "r.csv", done("1"), done("2", "night train to paris"), done("", AssignmentId="77"))
    found = read_results(file)
    assert [(one.item, one.worker, one.answer, one.seconds) for one in found.annotations[:3]] == [
        ("a", "1", "night train|to paris", 15.0),
        ("b", "1", "red wine|glasses", 15.0),
        ("a", "2", "night train to paris", 15.0),
    ]
    corpus = corpus_from(found)
    assert corpus["a"].votes.all[0].annotators == ("1", "anonymous 77")
    assert corpus["b"].query.text == "red  wine glasses"


def test_rejected_work_is_left_out_unless_asked_for(tmp_path: Path) -> None:
    rejected = (done("2", AssignmentStatus="Rejected"), done("3", Reject="clicked at random"))
    file = results(tmp_path / "r.csv", done("1"), *rejected)
    assert (read_results(file).rejected, len(read_results(file).annotations)) == (2, 2)
    assert len(read_results(file, rejected=True).annotations) == 6


@pytest.mark.parametrize(("rule", "kept"), [("last", "red|wine glasses"), ("first", "red wine|glasses")])
def test_repeats(tmp_path: Path, rule: str, kept: str) -> None:
    file = results(tmp_path / "r.csv", done("1"), done("1", second="red|wine glasses"))
    settled = read_results(file).settled(rule)
    assert [one.item for one in settled.repeated] == ["a", "b"]
    assert {one.item: one.answer for one in settled.annotations}["b"] == kept
    assert len(read_results(file).settled("all").annotations) == 4


def test_what_does_not_fit_names_its_line(tmp_path: Path) -> None:
    file = results(tmp_path / "r.csv", done("1"), done("2", "night train|to london"))
    with pytest.raises(InputError, match=r"r\.csv:3: Answer\.answer-1: "):
        read_results(file)
    lenient = read_results(file, lenient=True)
    assert (len(lenient.malformed), len(lenient.annotations)) == (1, 3)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"query": "x"}, "there is no column 'Input.page'"),
        (done("1", **{"Input.page": "x"}), "r.csv:2: the page's cell"),
        (done("1", WorkTimeInSeconds="soon"), "r.csv:2: 'soon' is not a number of seconds"),
    ],
)
def test_files_that_are_no_results(tmp_path: Path, row: dict[str, str], told: str) -> None:
    with pytest.raises(InputError, match=told):
        read_results(results(tmp_path / "r.csv", row))


def test_the_command_writes_corpus_and_labels(tmp_path: Path) -> None:
    file = results(tmp_path / "r.csv", done("1"), done("2"), done("2"))
    got = run("campaign", "results", file, "-o", tmp_path / "c.jsonl", "--labels", tmp_path / "l.csv", "--format", "json")
    assert got.returncode == 0
    assert json.loads(got.stdout)["repeated"] == 2
    assert "note: line 4: 2 had answered item a before" in got.stderr
    assert read_corpus(tmp_path / "c.jsonl")["a"].votes.total == 2
    assert (tmp_path / "l.csv").read_text().splitlines()[:2] == ["task,worker,label,seconds", "a,1,night train|to paris,15.0"]


def test_judgements_become_labels(tmp_path: Path) -> None:
    page = write_cell("judgement", [Item("a", "Who?", paragraph="Ada."), Item("b", "When?", paragraph="There.")])
    row = {"WorkerId": "9", "Input.page": page, "Answer.answer-1": "1", "Answer.answer-2": "0"}
    assert run("campaign", "results", results(tmp_path / "r.csv", row), "-o", tmp_path / "l.csv").returncode == 0
    assert (tmp_path / "l.csv").read_text().splitlines() == ["task,worker,label", "a,9,1", "b,9,0"]
