from __future__ import annotations

import json
from pathlib import Path

import pytest

from caesura.corpus import read_corpus
from tests.cli.commands import run

NEW_YORK = {
    "id": "1",
    "text": "new york times",
    "tags": ["JJ", "NP", "NNS"],
    "votes": [{"flat": "new york|times", "count": 8}, {"flat": "new york times", "count": 2}],
}
RICE = {
    "id": "2",
    "text": "how to cook rice",
    "tags": ["WRB", "TO", "VB", "NN"],
    "votes": [{"flat": "how|to|cook|rice", "count": 5}, {"flat": "how to|cook rice", "count": 5}],
}
CORPUS = f"{json.dumps(NEW_YORK)}\n{json.dumps(RICE)}\n"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    file = tmp_path / "c.jsonl"
    file.write_text(CORPUS)
    return file


def test_info_as_json(corpus: Path) -> None:
    document = json.loads(run("corpus", "info", corpus, "--format", "json").stdout)
    contract = {
        "queries": 2,
        "annotations": 20,
        "lengths": {"3": 1, "4": 1},
        "segment_lengths": {"1": 28, "2": 18, "3": 2},
        "safe": 1,
        "unsafe": 1,
        "top_vote_segmented": 1,
        "top_vote_unsegmented": 1,
        "nominal": 1,
    }
    assert {key: document[key] for key in contract} == contract
    assert document["length_shares"] == {"3": 0.5, "4": 0.5}
    assert document["cross_tables"]["nominal x safe"] == {"nominal": {"safe": 1}, "non-nominal": {"unsafe": 1}}
    assert document["first_two_votes"] == {"8,2": 1, "5,5": 1}


@pytest.mark.parametrize("format", ["table", "tsv", "jsonl", "latex", "markdown"])
def test_info_in_every_format(corpus: Path, format: str) -> None:
    result = run("corpus", "info", corpus, "--format", format)
    assert result.returncode == 0
    assert "20" in result.stdout


def test_info_without_votes_leaves_out_what_it_cannot_know(tmp_path: Path) -> None:
    (tmp_path / "q.tsv").write_text("1\tnew york\n")
    document = json.loads(run("corpus", "info", tmp_path / "q.tsv", "--from", "queries", "--format", "json").stdout)
    assert document["queries"] == 1
    assert not {"safe", "top_vote_segmented", "nominal"} & document.keys()
    assert run("corpus", "info", tmp_path / "q.tsv", "--from", "queries").returncode == 0


def test_queries_without_tags_can_be_tagged(tmp_path: Path) -> None:
    (tmp_path / "q.tsv").write_text("1\tred wool socks\n2\thow to wash socks\n")
    document = json.loads(run("corpus", "info", tmp_path / "q.tsv", "--from", "queries", "--tag", "--format", "json").stdout)
    assert document["nominal"] == 1


def test_convert_there_and_back(corpus: Path, tmp_path: Path) -> None:
    assert run("corpus", "convert", corpus, tmp_path / "folder").returncode == 0
    assert run("corpus", "convert", tmp_path / "folder", tmp_path / "back.jsonl").returncode == 0
    assert (tmp_path / "back.jsonl").read_text() == CORPUS


def test_convert_says_what_is_lost(corpus: Path, tmp_path: Path) -> None:
    result = run("corpus", "convert", corpus, tmp_path / "top.tsv")
    assert result.stderr.splitlines()[0] == "note: this format does not keep tags, all votes but the top one"
    assert (tmp_path / "top.tsv").read_text() == "1\tnew york|times\n2\thow|to|cook|rice\n"


def test_stdin_and_stdout(corpus: Path) -> None:
    result = run("corpus", "convert", "-", "-", stdin=corpus.read_text())
    assert result.stdout == CORPUS


def test_a_bad_line_stops_and_lenient_counts_it(corpus: Path, tmp_path: Path) -> None:
    corpus.write_text(CORPUS + "nonsense\n")
    result = run("corpus", "convert", corpus, tmp_path / "x.jsonl", "--from", "jsonl")
    assert result.returncode == 2
    assert f"{corpus}:3: not JSON" in result.stderr
    assert not (tmp_path / "x.jsonl").exists()
    result = run("corpus", "convert", corpus, tmp_path / "x.jsonl", "--from", "jsonl", "--lenient")
    assert result.returncode == 0
    assert "skipped 1 line(s)" in result.stderr
    assert (tmp_path / "x.jsonl").read_text() == CORPUS


def test_sample_and_merge(corpus: Path, tmp_path: Path) -> None:
    assert run("corpus", "sample", corpus, "-n", 1, "-o", tmp_path / "one.jsonl", "--keep", "none").returncode == 0
    assert len(read_corpus(tmp_path / "one.jsonl")) == 1
    result = run("corpus", "merge", corpus, tmp_path / "one.jsonl", "-o", tmp_path / "both.jsonl")
    assert "1 queries were in more than one corpus" in result.stderr
    assert "the very same votes twice" in result.stderr
    assert sum(entry.votes.total for entry in read_corpus(tmp_path / "both.jsonl")) == 30


def test_wrong_words_are_told(corpus: Path, tmp_path: Path) -> None:
    assert "no format is called 'xml'" in run("corpus", "info", corpus, "--from", "xml").stderr
    assert (
        "no rule for duplicates is called 'some'"
        in run("corpus", "merge", corpus, "-o", tmp_path / "x.jsonl", "--duplicates", "some").stderr
    )
    assert "ending names no format" in run("corpus", "convert", corpus, tmp_path / "x.pdf").stderr
    assert run("corpus", "info", tmp_path / "nothing").stderr.startswith(f"caesura: {tmp_path / 'nothing'}: no such file")


def test_the_heat_map(corpus: Path, tmp_path: Path) -> None:
    assert run("corpus", "info", corpus, "--plot", tmp_path / "votes.svg").returncode == 0
    assert (tmp_path / "votes.svg").read_text().startswith("<?xml")


def test_the_shared_corpus(shared_data: Path) -> None:
    document = json.loads(run("corpus", "info", shared_data / "webis-qsec-10", "--format", "json").stdout)
    assert (document["queries"], document["safe"], document["top_vote_segmented"]) == (3865, 2057, 2924)


def test_errors_in_a_pipe_name_it() -> None:
    result = run("corpus", "info", "-", stdin='{"id": "1", "text": "a b"}\n{"id" 2}\n')
    assert (result.returncode, result.stderr.startswith("caesura: stdin:2: not JSON")) == (2, True)
    assert run("corpus", "info", "-", stdin="").stderr.startswith("caesura: stdin: is empty")
