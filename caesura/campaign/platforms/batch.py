"""A batch: one row for each page, one column that holds its items."""

from __future__ import annotations

from collections.abc import Sequence

from caesura.campaign.platforms.cells import VARIABLE, write_cell
from caesura.campaign.platforms.marking import checked_items
from caesura.campaign.values import Item
from caesura.foundation import PathLike, write_csv, written


def write_batch(items: Sequence[Item], task: str, path: PathLike, *, per_page: int | None = None) -> int:
    """Write the pages; returns how many. Items keep their order, and the last page holds what is left."""
    kind = checked_items(items, task)
    size = per_page or kind.items_per_page
    cells = [write_cell(task, items[start : start + size]) for start in range(0, len(items), size)]
    with written(path) as stream:
        write_csv(stream, (VARIABLE,), ((cell,) for cell in cells))
    return len(cells)
