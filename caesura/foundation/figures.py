"""Figures in files: SVG, PNG or PDF by the ending of the name; the same data gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from caesura.foundation.errors import InputError
from caesura.foundation.extras import extra
from caesura.foundation.reading import PathLike
from caesura.foundation.writing import written_bytes

#: What is written beside the picture: no date, in the word of each format.
_NO_DATE: dict[str, dict[str, None]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}


def picture_kind(path: PathLike) -> str:
    """What a file's name says the picture should be; an error where it is none we draw."""
    kind = Path(path).suffix.removeprefix(".").lower()
    if kind not in _NO_DATE:
        raise InputError(f"cannot draw a '{kind}' file", cure="name a file that ends in .svg, .png or .pdf", file=path)
    return kind


def save_figure(
    draw: Callable[[Any], None], path: PathLike, *, title: str = "", size: tuple[float, float] = (6, 3.6), dpi: float | None = None
) -> None:
    """`draw` gets matplotlib axes; `size` is in inches."""
    kind = picture_kind(path)
    with extra("plots"):
        import matplotlib as mpl
        from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "caesura", "text.parse_math": False}):
        figure = Figure(figsize=size, layout="constrained")
        axes = figure.add_subplot()
        draw(axes)
        axes.set_title(title, fontsize=10)
        with written_bytes(path) as stream:
            figure.savefig(stream, format=kind, metadata=_NO_DATE[kind], dpi=dpi or "figure")
