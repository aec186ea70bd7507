"""The notebooks run from top to bottom and print what is stored in them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scripts.notebooks import FOLDER, executed

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_is_one_for_every_kind_of_user() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["data-set-builder", "researcher", "search-engineer"]


def rounded(cell: object) -> str:
    """A cell as text, with four digits of a number: the last ones are the processor's business."""
    return re.sub(r"\d+\.\d{4,}(e-\d+)?", lambda match: f"{float(match[0]):.4f}", json.dumps(cell, sort_keys=True))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_what_is_stored(path: Path) -> None:
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert stored["nbformat"] == 4
    for fresh, kept in zip(executed(stored)["cells"], stored["cells"], strict=True):
        assert rounded(fresh) == rounded(kept), "run .venv/bin/python -m scripts.notebooks"
    assert path.stat().st_size < 60_000, "keep outputs small"
