"""Options that several `caesura labels` commands share."""

from __future__ import annotations

from typing import Annotated

import typer

LabelsPath = Annotated[str, typer.Argument(metavar="FILE", help="CSV with the columns task, worker, label; - is stdin.")]
GoldOption = Annotated[str | None, typer.Option("--gold", metavar="FILE", help="CSV with the columns task, label.")]
TiesOption = Annotated[str, typer.Option("--ties", help="Which of equally likely labels wins: lowest, random or abstain.")]
DuplicatesOption = Annotated[
    str, typer.Option("--duplicates", help="Which of one worker's labels of one item counts: last, first or all.")
]
FoldsOption = Annotated[int, typer.Option("--folds", help="Cross validation of naive-bayes on the gold items.")]
SeedOption = Annotated[int, typer.Option("--seed", help="Same seed, same result.")]


SettingsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="[MODEL.]NAME=VALUE",
        help="A parameter of one model, or of all that have it, such as glad.start=0.5; may be repeated.",
    ),
]


def chosen_models(names: str, *, gold: bool = True) -> tuple[str, ...]:
    """The models a user named, separated by commas; `all` leaves out what needs gold labels where there are none."""
    from caesura.labels import MODELS

    if names == "all":
        return tuple(name for name, model in MODELS.items() if gold or not model.is_supervised)
    return tuple(model.name for model in MODELS.several(names))
