"""Durations and figures as the page shows them."""

from __future__ import annotations


def duration(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{number(seconds / size)} {unit}"
    return f"{number(seconds / 1e-9)} ns"


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 99.5 else f"{value:.3g}"


def figure(name: str, value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.3f}".lstrip("0") if 0 < abs(value) < 1 and name not in ("microseconds", "words", "phrase") else number(value)
