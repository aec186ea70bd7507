"""Figures in files: three formats, the same bytes for the same data, a clear error for any other name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from caesura.foundation import InputError, picture_kind, save_figure


def _line(axes: Any) -> None:
    axes.plot([0, 1], [0, 1], label="$5 or more")


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_the_same_data_gives_the_same_bytes(tmp_path: Path, kind: str) -> None:
    pytest.importorskip("matplotlib")
    for name in ("one", "two"):
        save_figure(_line, tmp_path / f"{name}.{kind}", title="a line", size=(3, 2), dpi=80)
    assert (tmp_path / f"one.{kind}").read_bytes() == (tmp_path / f"two.{kind}").read_bytes()


def test_other_names_are_refused_before_anything_is_drawn(tmp_path: Path) -> None:
    assert picture_kind("x.SVG") == "svg"
    with pytest.raises(InputError, match=r"cannot draw a 'gif' file; name a file that ends in \.svg, \.png or \.pdf"):
        save_figure(lambda _axes: pytest.fail("drawn"), tmp_path / "x.gif")
    assert not list(tmp_path.iterdir())
