"""Which model? The one that best predicts labels it has not seen; no gold label is needed for that.

The labels are divided at random, so that every item keeps some. Each model is fitted without one part after the other, and says how
likely that part's labels are. The mean logarithm of these probabilities is its score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from caesura.foundation import Advance, InputError, unwatched
from caesura.labels.choosing import NONE
from caesura.labels.drawing import label_ranks
from caesura.labels.model import gold_codes, places_among
from caesura.labels.registry import label_model
from caesura.labels.simulation import fitted_quietly
from caesura.labels.table import Flags, Floats, LabelTable

AUTO = "auto"
#: Models that say how likely a label is; of equally good ones the first is chosen.
CANDIDATES = ("ebcc", "ibcc", "dawid-skene", "mace", "one-coin", "glad")
#: Chosen where nothing can be compared.
_PLAINEST = "majority"
#: More labels than this are not needed to tell models apart; items are drawn until there are this many.
_ENOUGH = 100_000


@dataclass(frozen=True)
class ModelChoice:
    """The chosen model, and for every candidate the mean log probability of a label that was kept from it."""

    chosen: str
    labels: int
    folds: int
    scores: dict[str, float]
    #: The standard error of each candidate's difference from the chosen one.
    errors: dict[str, float]

    def rows(self) -> list[dict[str, Any]]:
        """The best first."""
        ranked = sorted(self.scores, key=lambda name: -self.scores[name])
        return [
            {
                "model": name,
                "log_likelihood": self.scores[name],
                "behind": self.scores[self.chosen] - self.scores[name],
                "standard_error": self.errors[name],
            }
            for name in ranked
        ]

    @property
    def reason(self) -> str:
        if not self.labels:
            return f"{self.chosen}: no label could be kept back, since items or workers have one each"
        best = self.rows()
        score = f"mean log probability {best[0]['log_likelihood']:.4f}"
        reason = f"{self.chosen}: it predicts {self.labels:,} labels kept from it best ({score}"
        return reason + (f"; {best[1]['model']} {best[1]['log_likelihood']:.4f})" if len(best) > 1 else ")")


def choose_model(
    table: LabelTable,
    *,
    known: Any = None,
    candidates: Sequence[str] = CANDIDATES,
    folds: int = 5,
    seed: int = 1,
    advance: Advance = unwatched,
) -> ModelChoice:
    """By cross validation over labels; `known` labels are given to every model while it learns."""
    if folds < 2 or not candidates:
        raise InputError(f"{folds} folds of {len(candidates)} models", cure="give at least 2 folds and a model")
    if table.choices is not None:
        candidates = [name for name in candidates if name in ("one-coin", "glad")]
    draw = np.random.default_rng(seed)
    part = table.keep(_drawn(table, draw))
    ranks = label_ranks(part, draw)
    # Ranks one after the other fall into different folds, so an item with two labels never loses both at once.
    shift = draw.integers(0, folds, len(part.tasks))[part.task_codes]
    fold = np.where(part.labels_per_task[part.task_codes] > 1, (ranks + shift) % folds, NONE)
    logs: dict[str, list[Floats]] = {name: [] for name in candidates}
    for number in range(folds):
        if (fold == number).any() and (fold != number).any():
            for name in candidates:
                logs[name].append(_held_out(part, fold == number, name, known, seed))
                advance(1)
    each = {name: np.concatenate([np.empty(0), *parts]) for name, parts in logs.items()}
    if not any(values.size for values in each.values()):
        # One label for each item, or for each worker: no model could learn more than the votes say.
        return ModelChoice(_PLAINEST, 0, folds, {}, {})
    scores = {name: float(values.mean()) for name, values in each.items()}
    best = max(candidates, key=lambda name: scores[name])
    size = len(each[best])
    errors = {name: float((each[best] - values).std() / np.sqrt(size)) for name, values in each.items()}
    return ModelChoice(best, size, folds, scores, errors)


def _drawn(table: LabelTable, draw: np.random.Generator) -> Flags:
    """All labels of items drawn at random, as many as are enough."""
    if len(table) <= _ENOUGH:
        return np.ones(len(table), dtype=np.bool_)
    order = draw.permutation(len(table.tasks))
    kept = np.zeros(len(table.tasks), dtype=np.bool_)
    kept[order[: int(np.searchsorted(np.cumsum(table.labels_per_task[order]), _ENOUGH)) + 1]] = True
    flags: Flags = kept[table.task_codes]
    return flags


def _held_out(table: LabelTable, held_out: Flags, name: str, known: Any, seed: int) -> Floats:
    """Log probability of each label kept out, as far as its worker has other labels."""
    rest = table.keep(~held_out)
    teaching = known if known is not None and (gold_codes(table, known)[np.unique(rest.task_codes)] >= 0).any() else None
    options = {"restarts": 1} if name == "ebcc" else {}
    model = fitted_quietly(label_model(name, seed=seed, **options), rest, teaching)
    tasks = places_among(table.tasks, rest.tasks)[table.task_codes[held_out]]
    workers = places_among(table.workers, rest.workers)[table.worker_codes[held_out]]
    usable = (tasks >= 0) & (workers >= 0)
    likelihoods = model.likelihoods(tasks[usable], workers[usable], table.label_codes[held_out][usable])
    return np.log(np.maximum(likelihoods, 1e-12))


def resolved(name: str, table: LabelTable, *, known: Any = None, seed: int = 1) -> tuple[str, ModelChoice | None]:
    """The model's name; for `auto` that of the chosen one, and why."""
    if name != AUTO:
        return name, None
    choice = choose_model(table, known=known, seed=seed)
    return choice.chosen, choice
