"""True labels from a crowd: ours beside all of crowd-kit's models for classes, and EBCC as its authors run it."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bench.ebcc_reference import STARTS, best_of
from bench.label_table import PEERS, label_sets, limited, ours, peer
from bench.labels import data
from bench.segment_data import data_folder
from bench.world.measuring import Measured, Subject, System, measured
from caesura.foundation import InputError
from caesura.labels import LabelTable, accuracy, gold_codes, label_table, read_gold, read_labels

#: crowd-kit's model -> ours of the same kind; its last three have no twin and stand beside the nearest.
_TWINS = {
    "MajorityVote": "majority",
    "Wawa": "weighted-majority",
    "ZeroBasedSkill": "weighted-majority",
    "DawidSkene": "dawid-skene",
    "OneCoinDawidSkene": "one-coin",
    "GLAD": "glad",
    "MACE": "mace",
    "MMSR": "dawid-skene",
    "KOS": "dawid-skene",
    "GoldMajorityVote": "naive-bayes",
}
_OURS = (*dict.fromkeys(_TWINS.values()), "ibcc", "ebcc", "bwa")
#: Labels beyond which a peer takes more than minutes.
_LARGEST = {"GLAD": 10_000, "MACE": 100_000, "MMSR": 100_000, "GoldMajorityVote": 100_000}
#: CPU seconds that a model may take for one of the real sets.
_LIMIT = 120.0
_MEMORY = 4 << 30
_STAND_IN = Path(__file__).parents[2] / "tests" / "data"

#: Label table and gold -> the code of each item's label.
Fit = Callable[[LabelTable, Any], Any]


def _warmed(fit: Fit) -> None:
    """Imports what it needs on first use."""
    warnings.simplefilter("ignore")
    with contextlib.suppress(InputError, ValueError, ArithmeticError, LookupError):  # too few labels for it
        fit(label_table([0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 1, 1]), {0: 0, 1: 1})


def _timed(fit: Fit, classes: int, size: int) -> Measured:
    _warmed(fit)
    table, truths = data(size, classes)
    gold = {task: table.classes[code] for task, code in zip(table.tasks, truths.tolist(), strict=True)}
    codes: list[Any] = []
    timed = measured(lambda: codes.append(fit(table, gold)), size)
    return Measured(timed.amount, timed.seconds, timed.memory, {"accuracy": float((codes[-1] == truths).mean())})


def _published_ebcc(table: LabelTable, _: Any) -> Any:
    """As its authors run it: the best of 40 random starts."""
    return best_of(table, STARTS)[0].sum(axis=2).argmax(axis=1)


def _sets() -> Path:
    return (data_folder() or _STAND_IN) / "crowd"


def _on_sets(fit: Fit, _: int) -> Measured:
    """Accuracy on every real set; those that a model does not take, or not in time, are left out of its row."""
    _warmed(fit)
    figures: dict[str, float] = {}
    labels, seconds = 0, 0.0
    for name in label_sets(_sets()):
        table, gold = read_labels(_sets() / f"{name}.labels.csv"), read_gold(_sets() / f"{name}.gold.csv")
        codes, _problem, spent = limited(partial(fit, table, gold), _LIMIT, _MEMORY)
        if codes is not None:
            figures[name] = accuracy(codes, gold_codes(table, gold)).value
            labels, seconds = labels + len(table), seconds + spent
    if len(figures) == len(label_sets(_sets())):
        figures["mean"] = sum(figures.values()) / len(figures)
    return Measured(labels, seconds, 0.0, figures | {"seconds": seconds})


def _fit(name: str) -> Fit:
    return partial(peer, name) if name in PEERS else partial(ours, name)


def _speed() -> list[System]:
    systems = []
    for model in _OURS:
        systems.append(System(f"Caesura, {model}", partial(_timed, _fit(model), 3)))
        for name in (name for name, twin in _TWINS.items() if twin == model):
            run = partial(_timed, _fit(name), 2 if name == "KOS" else 3)
            shown = f"crowd-kit {name}{' (two classes)' if name == 'KOS' else ''}"
            systems.append(System(shown, run, "crowd-kit", _LARGEST.get(name, 1_000_000), beside=f"Caesura, {model}"))
        if model == "ebcc":
            systems.append(
                System("EBCC as published, in numpy", partial(_timed, _published_ebcc, 3), largest=10_000, beside="Caesura, ebcc")
            )
    return systems


def _accuracy() -> list[System]:
    return [
        *(System(f"Caesura, {model}", partial(_on_sets, _fit(model))) for model in ("auto", *_OURS)),
        *(
            System(f"crowd-kit {name}", partial(_on_sets, _fit(name)), "crowd-kit", slow=name in ("GLAD", "MACE"))
            for name in _TWINS
        ),
    ]


SUBJECTS = (
    Subject(
        name="labels-sets",
        title="True labels: accuracy",
        unit="label",
        says="Real crowds with gold labels, each model with its defaults. Left out where a model takes two classes only, or more "
        f"than {_LIMIT:g} CPU seconds. `naive-bayes` and GoldMajorityVote learn from gold, in twenty folds.",
        systems=_accuracy(),
        quick=(1,),
        full=(1,),
        columns={name: name for name in label_sets(_sets())} | {"mean": "mean", "seconds": "CPU s"},
        timed=False,
    ),
    Subject(
        name="labels",
        title="True labels: speed",
        unit="label",
        says="Made-up crowds: five labels an item, three classes, one worker in ten guesses. Each of crowd-kit's models stands "
        "beside ours of its kind; MMSR and KOS have none and stand beside Dawid-Skene.",
        systems=_speed(),
        quick=(10_000, 100_000),
        full=(10_000, 100_000, 1_000_000, 10_000_000),
        columns={"accuracy": "accuracy"},
    ),
)
