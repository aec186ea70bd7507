"""The studio's reports and those of the command line: the same figures, signatures and notes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caesura.corpus import read_corpus
from caesura.segmenters import LearnedModel
from caesura.studio.pages.reports import evaluation_report
from caesura.studio.service import Service
from caesura.studio.settings import Settings
from tests.cli.commands import run

CORPUS = Path(__file__).parents[2] / "docs" / "examples" / "evaluate-corpus.jsonl"


def test_a_model_scored_on_its_own_queries_is_noted_in_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = read_corpus(CORPUS, annotated=True)
    known = {entry.query.text for entry in corpus.entries[:5]}
    monkeypatch.setattr(LearnedModel, "has_seen", lambda _model, text: text in known)
    page = evaluation_report(corpus, ["titles", "learned"], Service(Settings()))
    note = "the model of learned was trained on 5 of these 24 queries"
    assert note in page.lead
    command = run("evaluate", CORPUS, "--method", "titles,learned", "--format", "json", "--no-people")
    assert note in command.stderr
    rows = json.loads(command.stdout)
    assert {row["trained_on"] for row in rows if row["method"] == "learned"} == {5}
    assert all("trained_on" not in row for row in rows if row["method"] == "titles")
    printed = run("evaluate", CORPUS, "--method", "titles,learned", "--no-people", "--report", tmp_path / "page.html")
    assert f"signature: {page.footer}" in printed.stdout
    assert note in (tmp_path / "page.html").read_text()
    # Every figure of the table stands on the studio's page too.
    content = str(page.sections[0].content)
    assert all(f"{row['query']:.3f}" in content for row in rows if "query" in row)


def test_a_server_s_minimum_confidence_does_not_change_what_a_method_is_worth() -> None:
    corpus = read_corpus(CORPUS, annotated=True)
    plain, careful = (evaluation_report(corpus, ["learned"], Service(Settings(min_confidence=least))) for least in (0.0, 0.9))
    assert plain.footer == careful.footer
    assert str(plain.sections[0].content) == str(careful.sections[0].content)
