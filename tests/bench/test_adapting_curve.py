"""The picture of few examples is that of the printed table."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.adapting_curve import EVERYTHING, NOTHING, curves, main
from caesura.foundation import InputError

DOCS = Path(__file__).parents[2] / "docs"


def test_the_table_is_read_as_it_is_printed() -> None:
    page = "text\n\n| examples | alone | with a log |\n|---|---|---|\n| 20 | .4 | .5 |\n| 1,000 | .6 | .7 |\n\nmore | text"
    assert curves(page) == ([20, 1000], {"alone": [0.4, 0.6], "with a log": [0.5, 0.7]})
    with pytest.raises(InputError, match="no table"):
        curves("| examples |")


def test_the_picture_in_the_docs_is_drawn_from_the_table_in_the_docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr("sys.argv", ["adapting_curve", str(DOCS / "learned.md"), str(tmp_path / "new.svg")])
    main()
    page = (DOCS / "learned.md").read_text(encoding="utf-8")
    assert f"({NOTHING:.3f} as `web`; `shop`, trained on all 7,841 queries, has {EVERYTHING:.3f})".replace("0.", ".") in page
    assert (tmp_path / "new.svg").read_bytes() == (DOCS / "images" / "learned-adapting.svg").read_bytes()
