"""`caesura reproduce` as the shell sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import run


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("4.5", "table 4.5 cannot be reproduced; needs the Enriched Bergsma-Wang Corpus"),
        ("9.9", "no table is called '9.9'; choose one of text, 3.1, 3.2"),
    ],
)
def test_tables_that_cannot_be_had(tmp_path: Path, table: str, message: str) -> None:
    result = run("reproduce", "thesis", tmp_path, "--table", table)
    assert result.returncode == 2
    assert message in result.stderr


def test_thesis(shared_data: Path) -> None:
    folder = shared_data / "webis-qsec-10"
    shown = run("reproduce", "thesis", folder)
    assert shown.returncode == 0
    for text in ("Table 3.1:", "Table 4.6:", "Table 5.5:", "not legible", "Table 5.1 is left out: needs the Enriched Bergsma-Wang"):
        assert text in shown.stdout
    rows = json.loads(run("reproduce", "thesis", folder, "--table", "3.2,4.6", "--format", "json").stdout)
    assert {row["table"] for row in rows} == {"3.2", "4.6"}
    assert rows[0].keys() >= {"table", "subset", "row", "column", "published", "ours", "difference", "agrees"}
