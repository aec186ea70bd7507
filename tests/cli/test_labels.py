"""`caesura labels` as its users call it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caesura.labels import MODELS
from tests.cli.commands import run

LABELS = """task,worker,label
a,ann,yes
a,bea,yes
a,dice,no
b,ann,no
b,bea,no
b,dice,yes
c,ann,yes
c,bea,yes
c,dice,yes
d,ann,no
d,dice,yes
"""
GOLD = "task,label\na,yes\nb,no\nc,yes\nd,no\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "labels.csv").write_text(LABELS)
    (tmp_path / "gold.csv").write_text(GOLD)
    return tmp_path


def test_the_document_of_infer(folder: Path) -> None:
    result = run("labels", "infer", folder / "labels.csv", "--gold", folder / "gold.csv", "--format", "json")
    found = json.loads(result.stdout)
    assert {key: found[key] for key in ("model", "items", "workers", "labels", "accuracy", "ties", "converged", "iterations")} == {
        "model": "majority",
        "items": 4,
        "workers": 3,
        "labels": 11,
        "accuracy": 1.0,
        "ties": 1,
        "converged": True,
        "iterations": 1,
    }
    without = json.loads(run("labels", "infer", folder / "labels.csv", "--format", "json").stdout)
    assert "accuracy" not in without


@pytest.mark.parametrize("model", ["majority", "weighted-majority", "naive-bayes", "glad", "dawid-skene", "one-coin"])
def test_every_model_writes_its_labels(folder: Path, model: str) -> None:
    given = ["--model", model, "--gold", folder / "gold.csv", *(["--folds", 4] if MODELS[model].is_supervised else [])]
    result = run("labels", "infer", folder / "labels.csv", *given, "--output", folder / "true.csv")
    assert result.returncode == 0, result.stderr
    rows = [line.split(",") for line in (folder / "true.csv").read_text().splitlines()]
    assert rows[0] == ["task", "label", "probability"]
    assert [(row[0], row[1]) for row in rows[1:4]] == [("a", "yes"), ("b", "no"), ("c", "yes")]
    assert all(0 <= float(row[2]) <= 1 for row in rows[1:])


def test_labels_on_stdout_are_all_that_is_printed() -> None:
    result = run("labels", "infer", "-", "--ties", "abstain", "-o", "-", stdin=LABELS)
    assert result.stdout.splitlines() == [
        "task,label,probability",
        "a,yes,0.666667",
        "b,no,0.666667",
        "c,yes,1.000000",
        "d,,0.500000",
    ]


def test_items_come_with_their_difficulty(folder: Path) -> None:
    result = run("labels", "infer", folder / "labels.csv", "--model", "glad", "--items", "-")
    rows = [line.split(",") for line in result.stdout.splitlines()]
    assert rows[0] == ["task", "label", "probability", "labels", "agreed", "difficulty"]
    assert [float(row[2]) for row in rows[1:]] == sorted(float(row[2]) for row in rows[1:])
    assert all(float(row[5]) > 0 for row in rows[1:])
    assert {row[0]: row[3:5] for row in rows[1:]}["d"] == ["2", "0.500000"]
    plain = run("labels", "infer", folder / "labels.csv", "--items", "-").stdout.splitlines()[0]
    assert plain == "task,label,probability,labels,agreed"


def test_parameters_of_a_model_can_be_set(folder: Path) -> None:
    file = folder / "labels.csv"
    result = run("labels", "infer", file, "--model", "glad", "--set", "max_iterations=2", "--set", "tolerance=0", "-f", "json")
    assert json.loads(result.stdout)["converged"] is False
    assert result.stderr == "note: glad did not converge in 2 iterations; raise --set max_iterations=N\n"
    assert run("labels", "infer", file, "--model", "glad", "--set", "start=0.5", "--set", "class_prior=estimated").returncode == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--model", "guess"), "no label model is called 'guess'; choose one of majority, "),
        (("--model", "naive-bayes"), "naive-bayes learns from gold labels, none were given; give some with gold= (--gold FILE)"),
        (("--ties", "coin"), "no rule for ties is called 'coin'; choose one of lowest, random, abstain"),
        (("--duplicates", "some"), "no rule for duplicates is called 'some'; choose one of last, first, all"),
        (("--model", "glad", "--set", "size=3"), "no parameter of glad is called 'size'; "),
        (("--model", "glad", "--set", "max_iterations=many"), "'many' is not a number"),
        (("--gold", "none.csv"), "none.csv: no such file or folder"),
    ],
)
def test_errors_of_infer(folder: Path, options: tuple[str, ...], told: str) -> None:
    result = run("labels", "infer", folder / "labels.csv", *options)
    assert result.returncode == 2
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


def test_compare_merges_sets_of_one_gold(folder: Path) -> None:
    (folder / "more.csv").write_text("task,worker,label\na,cid,yes\nb,cid,no\nd,cid,no\n")
    files = [folder / "labels.csv", folder / "more.csv"]
    result = run("labels", "compare", *files, "--gold", folder / "gold.csv", "--format", "json")
    found = json.loads(result.stdout)
    assert [row["set"] for row in found["sets"]] == ["labels", "more", "merged"]
    assert {(row["set"], row["model"]) for row in found["models"]} == {
        (name, model) for name in ("labels", "more", "merged") for model in MODELS
    }
    table = run("labels", "compare", *files, "--gold", folder / "gold.csv", "--model", "majority,glad", "--no-merge")
    assert "How many agreed" in table.stdout
    assert "merged" not in table.stdout
    several = run("labels", "compare", *files, "--gold", folder / "gold.csv", "--gold", folder / "gold.csv", "-f", "json")
    assert [row["set"] for row in json.loads(several.stdout)["sets"]] == ["labels", "more"]


def test_compare_on_drawn_labels(folder: Path) -> None:
    options = ("--gold", folder / "gold.csv", "--model", "majority,glad", "--draw", 2, "--draws", 3)
    found = json.loads(run("labels", "compare", folder / "labels.csv", *options, "-f", "json").stdout)
    assert [(row["set"], row["model"], row["draws"]) for row in found["drawn"]] == [
        ("labels, 2 drawn", "majority", 3),
        ("labels, 2 drawn", "glad", 3),
    ]
    assert all(row["low"] <= row["accuracy"] + 1e-9 for row in found["drawn"])
    assert "Accuracy on labels drawn" in run("labels", "compare", folder / "labels.csv", *options).stdout


def test_errors_of_compare(folder: Path) -> None:
    file, gold = folder / "labels.csv", folder / "gold.csv"
    assert "a file is named twice" in run("labels", "compare", file, file, "--gold", gold).stderr
    assert "2 gold files for 1 label files" in run("labels", "compare", file, "--gold", gold, "--gold", gold).stderr
    assert "no label model is called 'x'" in run("labels", "compare", file, "--gold", gold, "--model", "x").stderr


def test_workers_by_gold_and_by_model(folder: Path) -> None:
    by_gold = run("labels", "workers", folder / "labels.csv", "--gold", folder / "gold.csv", "--confusion", "-f", "json")
    found = json.loads(by_gold.stdout)
    assert found["judged_by"] == "gold"
    workers = {row["worker"]: row for row in found["workers"]}
    assert workers["dice"]["accuracy"] == 0.25
    assert workers["ann"]["confusion"] == {"no": {"no": 2.0, "yes": 0.0}, "yes": {"no": 0.0, "yes": 2.0}}
    by_model = run("labels", "workers", folder / "labels.csv", "--exclude", "dice", "--plot", folder / "w.svg", "-f", "json")
    found = json.loads(by_model.stdout)
    assert (found["judged_by"], found["exclusion"]["workers"], found["exclusion"]["labels_lost"]) == ("dawid-skene", ["dice"], 4)
    assert (folder / "w.svg").read_text().startswith("<?xml")
    table = run("labels", "workers", folder / "labels.csv", "--gold", folder / "gold.csv", "--exclude", "dice")
    assert "3 workers, judged by gold labels" in table.stdout
    assert "accuracy before" in table.stdout


def test_a_page_that_needs_nothing_else(folder: Path) -> None:
    (folder / "labels.csv").write_text(LABELS.replace("dice", "<b>dice</b>"))
    arguments = ("--gold", folder / "gold.csv", "--report", folder / "page.html", "--repeats", 2, "--model", "majority,one-coin")
    assert run("labels", "compare", folder / "labels.csv", *arguments).returncode == 0
    page = (folder / "page.html").read_text()
    assert "<b>dice</b>" not in page
    assert "&lt;b&gt;dice" in page
    assert page.count("<svg") == 4  # calibration, workers, their confusion matrices, labels needed
    assert "https://" not in page.replace("https://www.w3.org", "")
    for title in ("Models", "How many agreed", "Workers of labels", "Labels needed for labels"):
        assert f">{title}<" in page


def test_simulate(folder: Path) -> None:
    arguments = ("--gold", folder / "gold.csv", "--model", "majority,one-coin", "--repeats", 2, "--stopping", 0.9)
    result = run("labels", "simulate", folder / "labels.csv", *arguments, "--plot", folder / "s.svg", "-f", "json")
    found = json.loads(result.stdout)
    assert [(row["model"], row["labels"]) for row in found["points"]] == [
        (model, size) for model in ("majority", "one-coin") for size in (1, 2, 3)
    ]
    assert {row["model"] for row in found["needed"]} == {row["model"] for row in found["stopping"]} == {"majority", "one-coin"}
    assert (folder / "s.svg").exists()
    table = run("labels", "simulate", folder / "labels.csv", *arguments, "--vary", "spammers", "--values", "0,0.5")
    assert "Accuracy against share of spam" in table.stdout
    assert "Labels per item for" not in table.stdout
    wrong = run("labels", "simulate", folder / "labels.csv", "--gold", folder / "gold.csv", "--values", "few")
    assert (wrong.returncode, wrong.stderr) == (2, "caesura: 'few' is not a list of numbers; write --values 1,3,5\n")
    assert (
        "no quantity to vary is called 'x'"
        in run("labels", "simulate", folder / "labels.csv", "--gold", folder / "gold.csv", "--vary", "x").stderr
    )


ANNOTATIONS = """\
{"id": "1", "text": "new york times", "votes": [{"flat": "new york|times", "count": 2}, {"flat": "new|york times", "count": 1}]}
{"id": "2", "text": "times square", "votes": [{"flat": "times square", "count": 3}]}
"""


def test_segmentations_as_labels(tmp_path: Path) -> None:
    corpus = tmp_path / "c.jsonl"
    corpus.write_text(ANNOTATIONS)
    result = run("labels", "aggregate", corpus, "--by", "break", "-o", tmp_path / "r.jsonl")
    assert result.returncode == 0, result.stderr
    first = json.loads((tmp_path / "r.jsonl").read_text().splitlines()[0])
    assert first["votes"] == [{"flat": "new york|times", "count": 2}, {"flat": "new|york times", "count": 1}]
    ways = run("labels", "references", corpus, "-f", "json")
    assert {(row["by"], row["model"]) for row in json.loads(ways.stdout)} == {
        (by, "majority") for by in ("structure", "break", "distance")
    }
    assert "the corpus does not say who annotated" in ways.stderr
    assert "no distance is called 'd3'" in run("labels", "aggregate", corpus, "--distance", "d3", "-o", tmp_path / "x.jsonl").stderr
    assert "must know who annotated" in run("labels", "aggregate", corpus, "--model", "glad", "-o", tmp_path / "x.jsonl").stderr


def test_a_model_is_chosen_and_says_why(folder: Path) -> None:
    found = json.loads(run("labels", "infer", folder / "labels.csv", "--model", "auto", "--format", "json").stdout)
    assert found["model"] == "auto"
    assert found["chosen"] == found["candidates"][0]["model"]
    assert found["because"].startswith(f"{found['chosen']}: it predicts")


def test_known_labels_are_not_judged(folder: Path) -> None:
    (folder / "known.csv").write_text("task,label\na,no\n")
    told = run("labels", "infer", folder / "labels.csv", "--known", folder / "known.csv", "--model", "ibcc", "--output", "-")
    assert "a,no,1.000000" in told.stdout


def test_numbers(folder: Path) -> None:
    (folder / "ratings.csv").write_text("task,worker,label\na,v,1\na,w,3\nb,v,2\nb,w,4\n")
    rows = json.loads(run("labels", "scores", folder / "ratings.csv", "--format", "json").stdout)
    assert [row["task"] for row in rows] == ["a", "b"]
    assert rows[1]["value"] - rows[0]["value"] == pytest.approx(1, abs=0.01)
    people = json.loads(run("labels", "scores", folder / "ratings.csv", "--workers", "--format", "json").stdout)
    assert people[1]["bias"] > people[0]["bias"]
    (folder / "words.csv").write_text("task,worker,label\na,v,good\n")
    wrong = run("labels", "scores", folder / "words.csv")
    assert wrong.returncode == 2
    assert "words.csv:2: 'good' is not a number; for words, use caesura labels infer" in wrong.stderr


def test_pictures_of_confusion_and_calibration(folder: Path) -> None:
    run("labels", "workers", folder / "labels.csv", "--gold", folder / "gold.csv", "--plot-confusion", folder / "matrices.svg")
    given = ("--gold", folder / "gold.csv", "--model", "ibcc", "--plot", folder / "sure.svg")
    run("labels", "infer", folder / "labels.csv", *given)
    assert "ann" in (folder / "matrices.svg").read_text()
    assert "probability of the label" in (folder / "sure.svg").read_text()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("infer", "--folds", 5), "--folds: majority does not learn from gold labels"),
        (("infer", "--model", "glad", "--smoothing", "printed"), "--smoothing: glad does not learn from gold labels"),
        (("infer", "--restarts", 2), "--restarts: majority has only one start"),
        (("compare", "--gold", "gold.csv", "--model", "glad,mace", "--folds", 5), "--folds: glad, mace do not learn from gold"),
        (("simulate", "--gold", "gold.csv", "--model", "glad", "--folds", 5), "--folds: glad does not learn from gold labels"),
    ],
)
def test_options_without_a_use_are_refused(
    folder: Path, options: tuple[object, ...], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    result = run("labels", options[0], "labels.csv", *options[1:])
    assert result.returncode == 2
    assert problem in result.stderr


def test_machines_count_by_name_in_every_command(folder: Path) -> None:
    file = folder / "kinds.csv"
    lines = LABELS.splitlines()
    kinds = ["kind", *("language-model" if ",dice," in line else "person" for line in lines[1:])]
    file.write_text("".join(f"{line},{kind}\n" for line, kind in zip(lines, kinds, strict=True)))
    judged = ("--gold", folder / "gold.csv", "--model", "majority")
    for who, workers in ((None, 2), ("people,dice", 3), ("dice", 1)):
        named = () if who is None else ("--annotators", who)
        compared = json.loads(run("labels", "compare", file, *judged, *named, "-f", "json").stdout)
        assert compared["sets"][0]["workers"] == workers
        found = json.loads(run("labels", "workers", file, "--gold", folder / "gold.csv", *named, "-f", "json").stdout)
        assert len(found["workers"]) == workers
        drawn = run("labels", "simulate", file, *judged, *named, "--values", "1", "--repeats", "2", "-f", "json")
        assert drawn.returncode == 0, drawn.stderr
    assert "no machine is called 'gpt'" in run("labels", "workers", file, "--annotators", "gpt").stderr
