"""`caesura adapt`: from examples, from a log, with a lexicon of your own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caesura.corpus import write_corpus
from tests.cli.commands import run
from tests.segmenters.learned.corpora import OTHERS, PAIRS, invented_corpus


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("corpus") / "invented.jsonl"
    write_corpus(invented_corpus(25), file)
    return file


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("log") / "log.txt"
    queries = [f"{one} {pair} {other}" for pair in PAIRS for one in OTHERS for other in OTHERS if one != other]
    file.write_text("".join(f"{query}\n" for query in queries[:300]), encoding="utf-8")
    return file


def test_examples_with_ones_own_lexicon(corpus: Path, log: Path, tmp_path: Path) -> None:
    lexicon, model = tmp_path / "my.lexicon", tmp_path / "my.model"
    assert run("lexicon", "build", lexicon, "--log", log).returncode == 0
    result = run("adapt", "--examples", corpus, "--lexicon", lexicon, "--profile", "web", "-o", model, "--format", "json")
    assert result.returncode == 0, result.stderr
    facts = json.loads(result.stdout)
    assert facts["start"] == "web"
    assert {"corpus_query before", "corpus_query after", "gain in query accuracy"} <= set(facts)
    answer = run("segment", "cheap blue harbour", "--lexicon", lexicon, "--model", model, "--format", "pipe")
    assert answer.returncode == 0, answer.stderr
    without = run("segment", "cheap blue harbour", "--model", model)
    assert without.returncode == 2
    assert "--lexicon" in without.stderr


def test_a_log_alone_is_labelled_by_best(log: Path, tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime")
    pytest.importorskip("caesura_best")
    result = run("adapt", "--unlabelled", log, "-o", tmp_path / "my.model", "--format", "json")
    assert result.returncode == 0, result.stderr
    facts = json.loads(result.stdout)
    assert facts["unlabelled"] + facts["left out"] == 300
    assert facts["segmented as best after"] >= facts["segmented as best before"]
    assert facts["words learned"] == len({word for line in log.read_text(encoding="utf-8").split("\n") for word in line.split()})


def test_nothing_to_learn_from_is_one_line(tmp_path: Path) -> None:
    result = run("adapt", "-o", tmp_path / "my.model")
    assert result.returncode == 2
    assert "--examples" in result.stderr


def test_a_teacher_needs_examples_and_a_log(corpus: Path, log: Path, tmp_path: Path) -> None:
    for given in (("--examples", corpus), ("--unlabelled", log)):
        result = run("adapt", *given, "--teacher", tmp_path / "t.encoder", "-o", tmp_path / "my.model")
        assert result.returncode == 2
        assert "give --examples and --unlabelled too" in result.stderr


def test_a_teacher_that_is_not_one_is_one_line(corpus: Path, log: Path, tmp_path: Path) -> None:
    pytest.importorskip("caesura_best")
    output = tmp_path / "my.model"
    result = run("adapt", "--examples", corpus, "--unlabelled", log, "--teacher", log, "-o", output)
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert log.name in result.stderr
    assert not output.exists()
