"""`caesura worth` as the shell sees it."""

from __future__ import annotations

import json
from pathlib import Path

from caesura.segmenters import default_method
from tests.cli.commands import run

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "evaluate-corpus.jsonl"


def test_json_holds_the_curve_and_the_methods() -> None:
    result = run("worth", EXAMPLE, "--method", "none", "--resamples", "50", "--format", "json")
    rows = json.loads(result.stdout)
    assert [row["method"] for row in rows[::3]] == ["1 person", "3 people", "5 people", "7 people", "none"]
    last = rows[-1]
    assert {"method", "measure", "score", "worth", "interval", "signature"} <= set(last)
    assert last["interval"][0] <= last["worth"] <= last["interval"][1]
    assert "|reference-votes:3|" in last["signature"]


def test_another_reference_has_another_signature_and_curve() -> None:
    three, five = (
        json.loads(
            run("worth", EXAMPLE, "--method", "none", "--resamples", "0", "--reference-votes", votes, "--format", "json").stdout
        )
        for votes in (3, 5)
    )
    assert three[0]["score"] != five[0]["score"]
    assert three[0]["signature"] != five[0]["signature"]


def test_the_curve_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "worth.svg"
    run("worth", EXAMPLE, "--method", "none,titles", "--resamples", "0", "--plot", picture)
    assert "<svg" in picture.read_text()


def test_without_a_name_it_is_the_default_method() -> None:
    unnamed, named = (
        json.loads(run("worth", EXAMPLE, *method, "--resamples", "0", "--format", "json").stdout)
        for method in ((), ("--method", default_method()))
    )
    assert unnamed == named


def test_what_cannot_be_done_is_one_line(tmp_path: Path) -> None:
    small = tmp_path / "small.jsonl"
    small.write_text("".join(EXAMPLE.read_text().splitlines(keepends=True)[:5]))
    few = run("worth", small, "--method", "none")
    assert few.returncode == 2
    assert "needs at least 20" in few.stderr


def test_the_figure_in_words() -> None:
    shown = run("worth", EXAMPLE, "--method", "none", "--resamples", "50").stdout
    assert "none: worth 0.2 people [" in shown
    assert "] by break accuracy\n" in shown
