"""`caesura syntax evaluate` on a small treebank."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from caesura.shapes import Forest, print_conllu
from caesura.syntax.crf.model import default_break_model
from tests.cli.commands import run

QUERIES = {
    "tea pot how to clean": ((2, 0, 5, 5, 0), "NOUN NOUN ADV PART VERB", "compound root advmod mark root"),
    "what is tea": ((0, 1, 1), "PRON AUX NOUN", "root cop nsubj"),
    "green tea": ((2, 0), "ADJ NOUN", "amod root"),
    "boats lisbon": ((0, 0), "NOUN PROPN", "root root"),
    "how to knit": ((3, 3, 0), "ADV PART VERB", "advmod mark root"),
}


@pytest.fixture
def treebank(tmp_path: Path) -> Path:
    file = tmp_path / "small.conllu"
    blocks = [
        print_conllu(text.split(), Forest(heads, tuple(tags.split()), tuple(labels.split())), {"sent_id": str(number)})
        for number, (text, (heads, tags, labels)) in enumerate(QUERIES.items())
    ]
    file.write_text("".join(blocks))
    return file


def test_the_document(treebank: Path) -> None:
    found = json.loads(run("syntax", "evaluate", treebank, "--folds", "2", "--order", "both", "--format", "json").stdout)
    methods = ["gold", "ensemble", "supervised", "distant", "projection", "language-model", "parser-only"]
    assert [row["method"] for row in found["methods"] if row["subset"] == "all"] == methods
    gold = next(row for row in found["methods"] if (row["method"], row["subset"]) == ("gold", "multi-segment"))
    assert (gold["queries"], gold["segment_f1"]) == (2, 1.0)
    assert found["question_rule"] == {"queries": 5, "found": 2, "precision": 1.0, "recall": pytest.approx(2 / 3)}
    assert found["parsers"][0]["parser"] == "default"
    assert {row["order"] for row in found["orders"]} == {"segment-first", "parse-first"}
    assert set(found["errors"]) == set(methods) - {"gold"}
    assert found["questions"]["questions_already"] == 2


def test_the_tables(treebank: Path) -> None:
    shown = run("syntax", "evaluate", treebank, "--method", "gold,distant,parser-only").stdout
    for part in ("Table 5 (queries: all 5", "Table 6 (queries: multi-segment 2", "Table 2", "Errors", "signature: data:small#"):
        assert part in shown


def test_figures_made_otherwise_have_another_signature(treebank: Path) -> None:
    arguments = ("syntax", "evaluate", treebank, "--method", "distant,parser-only")
    plain, ruleless = (run(*arguments, *more).stdout.splitlines()[-1] for more in ((), ("--no-question-rule",)))
    assert "|method:*|" in plain
    assert "question_rule" not in plain
    assert "|question_rule:off|" in ruleless
    default_break_model().save(treebank.parent / "own.weights")
    own = run(*arguments, "--model", treebank.parent / "own.weights", "--lexicon", "default").stdout.splitlines()[-1]
    # The default lexicon, named or not, is what ships.
    assert f"|model:{default_break_model().fingerprint}|" in own
    assert "lexicon:" not in own
