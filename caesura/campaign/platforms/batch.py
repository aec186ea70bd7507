"""A batch: one row for each page, one column that holds its items."""

from __future__ import annotations

from collections.abc import Sequence

from caesura.campaign.platforms.cells import VARIABLE, write_cell
from caesura.campaign.tasks import task_named
from caesura.campaign.values import Item
from caesura.foundation import InputError, PathLike, write_csv, written


def write_batch(items: Sequence[Item], task: str, path: PathLike, *, per_page: int | None = None) -> int:
    """Write the pages; returns how many. Items keep their order, and the last page holds what is left."""
    kind = task_named(task)
    size = per_page or kind.items_per_page
    names: set[str] = set()
    for item in items:
        try:
            kind.check(item.text, item.paragraph)
        except InputError as error:
            raise InputError(f"item {item.name[:60]}: {error.problem}", cure=error.cure) from None
        if item.name in names:
            raise InputError(f"two items are called {item.name[:60]}", cure="give each a name of its own")
        names.add(item.name)
    if not items:
        raise InputError("there is nothing to ask", cure="give at least one query")
    cells = [write_cell(task, items[start : start + size]) for start in range(0, len(items), size)]
    with written(path) as stream:
        write_csv(stream, (VARIABLE,), ((cell,) for cell in cells))
    return len(cells)
