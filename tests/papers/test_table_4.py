"""Table 4 and figure 2 of Ramanath et al. 2013 on any set of corpora."""

from __future__ import annotations

import json
from pathlib import Path

from caesura.agreement import ANNOTATORS, Kind, simulated_corpus
from caesura.corpus import write_corpus
from tests.cli.commands import run


def written(folder: Path, kind: Kind, name: str) -> Path:
    annotator = next(one for one in ANNOTATORS if (one.name, one.kind) == ("unbiased", kind))
    file = folder / f"{name}.jsonl"
    write_corpus(simulated_corpus(annotator, queries=20, annotators=3, lengths=(4, 5)), file)
    return file


def test_flat_and_nested_share_a_row_beside_the_printed_one(tmp_path: Path) -> None:
    flat, nested = written(tmp_path, Kind.FLAT, "flat"), written(tmp_path, Kind.NESTED, "nested")
    arguments = (f"Q500={flat}", f"Q500={nested}", f"sentences={flat}", nested)
    result = run("reproduce", "middle-path", *arguments, "--table", "4", "--plot", tmp_path / "lengths.svg", "-f", "json")
    assert result.returncode == 0, result.stderr
    rows = json.loads(result.stdout)["4"]
    assert [row["dataset"] for row in rows] == ["Q500", "sentences", "nested"]
    assert rows[0]["printed"] == "0.22 (0.62), 0.15 (0.70), 0.15 (0.44)"
    assert all(rows[0][column] for column in ("flat d", "nested d1", "nested d2"))
    assert (rows[1]["flat d"], rows[1]["nested d1"], rows[1]["printed"]) == (rows[0]["flat d"], None, None)
    assert b"<svg" in (tmp_path / "lengths.svg").read_bytes()
    assert run("reproduce", "middle-path", "--table", "5", "--plot", tmp_path / "none.svg").returncode == 2
