"""The evaluation report as a reader uses it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import run

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    for file in EXAMPLES.glob("evaluate-*"):
        shutil.copy(file, folder)
    corpus = folder / "evaluate-corpus.jsonl"
    with corpus.open("a") as more:  # a query that would break a page that does not escape
        more.write('{"id": "evil", "text": "</script><b>x y", "votes": [{"flat": "</script><b>x|y", "count": 3}]}\n')
    for name in ("careful", "eager"):
        with (folder / f"evaluate-{name}.tsv").open("a") as more:
            more.write("evil\t</script><b>x|y\n")
    result = run("evaluate", corpus, folder / "evaluate-careful.tsv", folder / "evaluate-eager.tsv", "--report", folder / "r.html")
    assert result.returncode == 0, result.stderr
    return folder / "r.html"


def test_queries_can_be_searched(page: Any, report: Path) -> None:
    page.goto(report.as_uri())
    before = page.locator("#queries article").count()
    assert before > 10
    page.locator("#queries input[type=search]").fill("</script>")
    page.wait_for_function("document.querySelectorAll('#queries article').length === 1")
    assert page.locator("#queries article .word").first.inner_text() == "</script><b>x"


def test_tables_and_figures_are_there(page: Any, report: Path) -> None:
    page.goto(report.as_uri())
    assert page.locator("table tbody tr").count() >= 31
    assert page.locator("svg").count() >= 3
    assert "Evaluation on" in page.title()


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_hangs_over_the_edge(page: Any, report: Path, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(report.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_dark_is_dark(page: Any, report: Path) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(report.as_uri())
    red, green, blue = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)")
    assert red + green + blue < 200
