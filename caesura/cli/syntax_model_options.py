"""Options for syntactic models of your own, shared by the commands that parse."""

from __future__ import annotations

from typing import Annotated

import typer

BreakModelsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--model",
        metavar="FILE",
        help="Your own model of breaks (caesura syntax train-segmenter); give two for one learned from cues and one by hand.",
    ),
]
TemplatesOption = Annotated[
    str | None,
    typer.Option("--templates", metavar="FILE", help="Your own question templates (caesura syntax train-segmenter --templates)."),
]
OrderOption = Annotated[
    str | None, typer.Option("--order", help="segment-first (the default) or parse-first, for pipelines of two steps.")
]
LanguageModelOption = Annotated[
    str | None,
    typer.Option("--language-model", metavar="FOLDER", help="For language-model: a neural one (model.onnx and tokenizer.json)."),
]
