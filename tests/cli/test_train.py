"""`caesura train`, and `caesura evaluate` of what was trained."""

from __future__ import annotations

import inspect
import json
from pathlib import Path

import pytest

from caesura.cli.train import train
from caesura.corpus import write_corpus
from caesura.segmenters import Recipe
from tests.cli.commands import run
from tests.segmenters.learned.corpora import invented_corpus


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("corpus") / "invented.jsonl"
    write_corpus(invented_corpus(30), file)
    return file


def test_training_writes_a_model_that_segments_and_is_flagged(corpus: Path, tmp_path: Path) -> None:
    model, plot = tmp_path / "my.model", tmp_path / "plot.svg"
    result = run("train", corpus, "-o", model, "--folds", 2, "--plot", plot, "--format", "json")
    assert result.returncode == 0, result.stderr
    assert {"queries", "corpus_query", "corpus_break", "newbreak", "calibration_error"} <= set(json.loads(result.stdout))
    assert plot.read_text().startswith("<?xml")
    assert json.loads(run("train", "--card", model, "--format", "json").stdout)["queries"] == 30
    assert run("segment", "stone bridge repair", "--method", "learned", "--model", model).returncode == 0
    rows = run("evaluate", corpus, "--method", "learned,none", "--model", model, "--measure", "newbreak", "--format", "json")
    assert "trained on 30 of these 30" in rows.stderr
    by_method = {row["method"]: row for row in json.loads(rows.stdout)}
    assert by_method["learned"]["trained_on"] == 30
    assert "model:given#" in by_method["learned"]["signature"]
    curve = run("confidence", corpus, "--model", model, "--thresholds", "0.5", "--format", "json")
    trees = run("evaluate-trees", corpus, "-m", "learned,balanced", "--model", model, "--measure", "newbreak", "--format", "json")
    for told in (curve, trees):
        assert "trained on 30 of these 30" in told.stderr
        assert "model:given#" in json.loads(told.stdout)[0]["signature"]


def test_the_card_says_what_the_model_looks_at() -> None:
    card = json.loads(run("train", "--card", "default", "--format", "json").stdout)
    assert {"data", "features", "figures", "licence"} <= set(card)
    assert {"counts", "titles", "classic", "vectors", "tags"} <= set(card["features"])


def test_the_corpus_may_come_through_a_pipe(corpus: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        result = run("train", "-", "-o", tmp_path / name, "--folds", 2, "--format", "json", stdin=corpus.read_text())
        assert json.loads(result.stdout)["data"].startswith("stdin#")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_folds_leave_nothing_seen(corpus: Path) -> None:
    result = run("evaluate", corpus, "--method", "learned", "--folds", 2, "--measure", "corpus", "--no-people", "--format", "json")
    assert (result.returncode, result.stderr) == (0, "")
    [row] = json.loads(result.stdout)
    assert row["trained_on"] == 0
    assert "model:folds-2-seed-1" in row["signature"]


def test_entries_of_the_lexicon_apart(corpus: Path) -> None:
    result = run("evaluate", corpus, "--method", "none", "--subset", "no-entry", "--measure", "newbreak", "--format", "json")
    assert json.loads(result.stdout)[0]["subset"] == "no-entry"


def test_mistakes(corpus: Path) -> None:
    assert "name one with -o" in run("train", corpus).stderr
    assert "no corpus" in run("train").stderr
    assert "is not a model file of Caesura" in run("train", "--card", corpus).stderr
    assert "too few to learn from" in run("train", "-", "--ablation", stdin=corpus.read_text().partition("\n")[0]).stderr


@pytest.mark.parametrize(
    ("output", "plot", "told"),
    [
        ("m.model", "plot.doc", "name a file that ends in"),
        ("m.model", "no/plot.svg", "create"),
        ("no/m.model", "plot.svg", "create"),
    ],
)
def test_what_cannot_be_written_is_told_before_any_work(corpus: Path, tmp_path: Path, output: str, plot: str, told: str) -> None:
    wrong = run("train", corpus, "-o", tmp_path / output, "--folds", 2, "--plot", tmp_path / plot)
    assert (wrong.returncode, wrong.stderr.count("\n"), told in wrong.stderr) == (2, 1, True)
    assert list(tmp_path.iterdir()) == []


def test_the_command_trains_as_many_members_as_the_library() -> None:
    assert inspect.signature(train).parameters["folds"].default == Recipe().members
