"""What methods learn from: a model, the user's or one of the profiles that ship, a query log, or segmented queries."""

from __future__ import annotations

from typing import Annotated

import typer

ModelOption = Annotated[
    str | None,
    typer.Option(
        "--model",
        "--profile",
        metavar="FILE|PROFILE",
        help="For methods that learn: a model file of your own, or a shipped profile: web, shop or keywords.",
    ),
]

LogOption = Annotated[
    str | None, typer.Option("--log", metavar="FILE", help="For query-log: the log it learns from, one query per line.")
]

ExamplesOption = Annotated[
    str | None, typer.Option("--examples", metavar="CORPUS", help="For svm: the segmented queries it learns from.")
]
