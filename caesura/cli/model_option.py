"""The model of methods that learn: a file of the user's, or one of the profiles that ship."""

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
