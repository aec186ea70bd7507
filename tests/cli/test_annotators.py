"""Machine annotators of a corpus as commands see them: apart from people, unless asked by name."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests.cli.commands import run


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Forty queries; people mostly break after the second word, `halves` always in the middle, `good` as most people do."""
    drawing = Random(1)
    lines = []
    for number in range(40):
        words = [f"{letter}{number}" for letter in "abcd"]
        halves, alone = f"{words[0]} {words[1]}|{words[2]} {words[3]}", "|".join(words)
        people: dict[str, list[str]] = {halves: [], alone: []}
        for who in ("ann", "bob", "cid", "dan", "eve"):
            people[halves if drawing.random() < 0.7 else alone].append(who)
        votes = [{"flat": flat, "count": len(who), "annotators": who} for flat, who in people.items() if who]
        machines = {
            "halves": {"kind": "segmenter", "votes": [{"flat": halves, "count": 1}]},
            "sampled": {"kind": "language-model", "votes": [{"flat": halves, "count": 2}, {"flat": alone, "count": 1}]},
        }
        if number == 0:
            del machines["sampled"]
        lines.append({"id": f"q{number}", "text": " ".join(words), "votes": votes, "machines": machines})
    path = tmp_path / "mixed.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def without_machines(path: Path) -> Path:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    alone = path.with_name("mixed").with_suffix(".people.jsonl")
    alone.write_text("".join(json.dumps({key: line[key] for key in ("id", "text", "votes")}) + "\n" for line in lines))
    return alone


def test_agreement_is_that_of_people_with_the_others_apart(mixed: Path) -> None:
    both, people = (
        json.loads(run("agreement", path, "--resamples", "0", "--format", "json").stdout)
        for path in (mixed, without_machines(mixed))
    )
    kinds = both.pop("kinds")
    assert {**both, "signature": ""} == {**people, "signature": ""}
    assert [(row["pairs"], row["first"], row["second"], row["queries"]) for row in kinds] == [
        ("human–human", "people", "people", 40),
        ("human–machine", "people", "halves", 40),
        ("human–machine", "people", "sampled", 39),
        ("machine–machine", "sampled", "sampled", 39),
        ("machine–machine", "halves", "sampled", 39),
    ]
    assert kinds[0]["alpha"] == people["alpha"]
    assert kinds[3]["same"] == pytest.approx(1 / 3)
    assert kinds[4]["same"] == pytest.approx(2 / 3)
    assert kinds[1]["kind"] == "person and segmenter"
    assert "People and machines" in run("agreement", mixed, "--resamples", "0").stdout


def test_corpus_info_shows_kinds(mixed: Path) -> None:
    facts = json.loads(run("corpus", "info", mixed, "--format", "json").stdout)
    assert facts["annotations"] == 200
    assert {name: (each["kind"], each["annotations"]) for name, each in facts["machines"].items()} == {
        "halves": ("segmenter", 40),
        "sampled": ("language-model", 117),
    }
    assert "halves (segmenter, not among the annotations): 40 queries, 40 answers" in run("corpus", "info", mixed).stdout


def test_evaluation_scores_machines_against_people_only(mixed: Path) -> None:
    result = run("evaluate", mixed, "--annotators", "halves,sampled", "--measure", "corpus", "--resamples", "0", "--format", "json")
    rows = {row["method"]: row for row in json.loads(result.stdout)}
    assert rows["halves"]["query"] == rows["sampled"]["query"] > 0.5
    assert rows["halves"]["queries"] == 39
    assert "1 queries that halves or sampled did not answer are left out" in result.stderr
    assert run("evaluate", mixed, "--annotators", "gpt").returncode == 2


def test_worth_of_a_machine(mixed: Path) -> None:
    rows = json.loads(run("worth", mixed, "--annotators", "halves", "--resamples", "0", "--format", "json").stdout)
    assert rows[-1]["method"] == "halves"


def test_bias_of_a_machine_beside_peoples(mixed: Path) -> None:
    found = json.loads(run("bias", mixed, "--annotators", "halves", "--trials", "100", "--format", "json").stdout)
    first = found["findings"][0]
    assert (first["observed"], found["against"]) == (1.0, "mixed")
    assert first["other"] < 1


def test_machines_teach_only_if_asked_by_name(mixed: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) | {"votes": []} for line in mixed.read_text().splitlines()]
    alone = tmp_path / "machines.jsonl"
    alone.write_text("".join(json.dumps(line) + "\n" for line in lines))
    refused = run("labels", "aggregate", alone, "-o", tmp_path / "out.jsonl")
    assert refused.returncode == 2
    assert "--annotators halves,sampled" in refused.stderr
    assert run("labels", "aggregate", alone, "-o", tmp_path / "out.jsonl", "--annotators", "sampled").returncode == 0
    first = json.loads((tmp_path / "out.jsonl").read_text().splitlines()[1])
    assert first["votes"][0]["count"] == 2
    both = tmp_path / "both.jsonl"
    assert run("corpus", "convert", mixed, both, "--annotators", "people,halves").returncode == 0
    assert json.loads(run("corpus", "info", both, "--format", "json").stdout)["annotations"] == 240
