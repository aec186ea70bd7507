"""What methods learn from: a model, the user's or one of the profiles that ship, a query log, or segmented queries."""

from __future__ import annotations

from typing import Annotated

import typer


def kept_model(name: str | None) -> str | None:
    """What was named; where that is a pipe, a file with what came through it, since a model is opened more than once."""
    from pathlib import Path

    from caesura.foundation import is_stdin, kept_on_disk

    if name is None or not (is_stdin(name) or Path(name).exists()):
        return name
    return str(kept_on_disk(name))


ModelOption = Annotated[
    str | None,
    typer.Option(
        "--model",
        "--profile",
        metavar="FILE|PROFILE",
        callback=kept_model,
        help="For methods that learn: a model file of your own, or a shipped profile: web, shop or keywords.",
    ),
]

LogOption = Annotated[
    str | None, typer.Option("--log", metavar="FILE", help="For query-log: the log it learns from, one query per line.")
]

ExamplesOption = Annotated[
    str | None, typer.Option("--examples", metavar="CORPUS", help="For svm: the segmented queries it learns from.")
]
