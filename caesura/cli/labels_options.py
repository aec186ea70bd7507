"""Options that several `caesura labels` commands share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from caesura.foundation import InputError

LabelsPath = Annotated[str, typer.Argument(metavar="FILE", help="CSV with the columns task, worker, label; - is stdin.")]
GoldOption = Annotated[str | None, typer.Option("--gold", metavar="FILE", help="CSV with the columns task, label.")]
TiesOption = Annotated[str, typer.Option("--ties", help="Which of equally likely labels wins: lowest, random or abstain.")]
DuplicatesOption = Annotated[
    str, typer.Option("--duplicates", help="Which of one worker's labels of one item counts: last, first or all.")
]
FoldsOption = Annotated[
    int | None, typer.Option("--folds", help="Cross validation of naive-bayes on the gold items (20 folds where not given).")
]
#: Folds of models that learn from gold labels, where none are named.
FOLDS = 20
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


def check_folds(models: Sequence[str], folds: int | None) -> int:
    """The number of folds; an error where they were named and no model would use them."""
    from caesura.labels import MODELS

    if folds is not None and not any(MODELS[name].is_supervised for name in models):
        learning = ", ".join(name for name, model in MODELS.items() if model.is_supervised)
        raise InputError(
            f"--folds: {', '.join(models)} {'does' if len(models) == 1 else 'do'} not learn from gold labels",
            cure=f"leave it out, or use {learning}",
        )
    return FOLDS if folds is None else folds
