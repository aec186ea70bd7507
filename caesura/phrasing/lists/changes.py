"""What changed between two phrase lists: phrases that are new, that fell out, and whose count moved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def list_changes(old: Mapping[str, int | None], new: Mapping[str, int | None]) -> list[dict[str, Any]]:
    """One row for each phrase that is new or gone, and each whose counts are known and at least doubled or halved."""
    rows = [
        {"change": change, "phrase": text, "before": old.get(text), "now": new.get(text)}
        for text in {**old, **new}
        if (change := _change(text, old, new))
    ]
    order = ("new", "gone", "more", "less")
    return sorted(rows, key=lambda row: (order.index(row["change"]), -(row["now"] or row["before"] or 0), row["phrase"]))


def _change(text: str, old: Mapping[str, int | None], new: Mapping[str, int | None]) -> str | None:
    if text not in old:
        return "new"
    if text not in new:
        return "gone"
    before, now = old[text], new[text]
    if before is None or now is None:
        return None
    return "more" if now >= 2 * before else "less" if before >= 2 * now else None
