"""What the docs claim of the shipped segmenter, on the development treebank."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.syntax import SYNTAX_METHODS, Tools, read_treebank
from caesura.syntax.scores.question_rule import question_rule
from caesura.syntax.scores.tables import MethodResult, evaluate_methods

ROOT = Path(__file__).parents[3]
TREEBANK = ROOT / "treebanks" / "question-intent" / "final.conllu"


@pytest.fixture(scope="module")
def results() -> dict[str, MethodResult]:
    queries = read_treebank(TREEBANK)
    return {
        result.method: result
        for result in evaluate_methods("final", queries, SYNTAX_METHODS.several("distant,parser-only"), Tools())
    }


def figure(result: MethodResult, subset: str, name: str) -> float:
    return float(next(row for row in result.rows if row["subset"] == subset)[name])


def test_distant_supervision_beats_the_parser_alone(results: dict[str, MethodResult]) -> None:
    ours, alone = results["distant"], results["parser-only"]
    for subset in ("all", "content-words", "multi-segment"):
        for name in ("segment_f1", "uas"):
            assert figure(ours, subset, name) > figure(alone, subset, name)


def test_the_docs_have_these_figures(results: dict[str, MethodResult]) -> None:
    rows = [
        line.split("|")
        for line in (ROOT / "docs" / "background" / "syntax.md").read_text().splitlines()
        if line.startswith("| distant |")
    ]
    cells = [cell.strip() for cell in rows[0]]
    for column, subset in ((2, "all"), (4, "content-words"), (8, "multi-segment"), (10, "single-segment")):
        assert cells[column] == f"{figure(results['distant'], subset, 'segment_f1'):.3f}".lstrip("0")


def test_the_question_rule_is_as_right_as_the_docs_say() -> None:
    found = question_rule(read_treebank(TREEBANK))
    assert (found["found"], f"{float(found['precision']):.3f}", f"{float(found['recall']):.3f}") == (138, "0.920", "0.458")
