"""Progress bars for work over a second: on stderr, and only where someone is watching."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

from caesura.foundation import Advance


@contextlib.contextmanager
def progress(description: str, total: int | None, *, unit: str = "items") -> Iterator[Advance]:
    """`with progress("reading", size) as advance: ...`; `unit="bytes"` prints sizes and speed as such."""
    if not sys.stderr.isatty():
        yield _unseen
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    amount_column = DownloadColumn() if unit == "bytes" else MofNCompleteColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), amount_column, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(description, total=total)
        yield lambda amount: bar.advance(task, amount)


def _unseen(_amount: int) -> None:
    """Nobody is watching."""
