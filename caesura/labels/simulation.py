"""How accuracy grows with labels per item, worker quality or known items, and falls with spam (Xu and Klakow 2010, figure 2).

Every draw has a seed of its own that depends on the point and the repetition alone, so results are the same however many
processes share the work.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

import numpy as np

from caesura.foundation import Advance, InputError, one_of, signature, unwatched
from caesura.labels.choosing import NONE
from caesura.labels.drawing import draw_labels, mix_spammers, redraw_quality
from caesura.labels.model import LabelModel, NotConvergedWarning, gold_codes
from caesura.labels.parameters import label_facts, model_with, settings_by_model
from caesura.labels.registry import MODELS
from caesura.labels.table import Flags, Floats, Integers, LabelTable


class Vary(StrEnum):
    """What a simulation changes: labels per item, the share of spam, the workers' mean accuracy, or how many items are known."""

    LABELS = "labels"
    SPAMMERS = "spammers"
    QUALITY = "quality"
    GOLD = "gold"


@dataclass(frozen=True, eq=False)
class Point:
    """One model at one value. `accuracies` has one per repetition; `correct` is the share of right answers of each judged item."""

    model: str
    value: float
    accuracies: Floats
    correct: Floats
    unconverged: int

    @property
    def mean(self) -> float:
        return float(self.accuracies.mean())

    def row(self, vary: str) -> dict[str, Any]:
        low, high = np.quantile(self.accuracies, [0.025, 0.975])
        # Two sources of doubt: which labels were drawn, and which items happen to be in the gold set.
        error = float(
            np.hypot(self.accuracies.std() / np.sqrt(len(self.accuracies)), self.correct.std() / np.sqrt(len(self.correct)))
        )
        columns: dict[str, Any] = {"model": self.model, vary: whole(self.value), "accuracy": self.mean, "standard_error": error}
        columns |= {"low": float(low), "high": float(high), "repeats": len(self.accuracies)}
        return columns | ({"unconverged": self.unconverged} if self.unconverged else {})


def simulate(
    table: LabelTable,
    gold: Any,
    *,
    vary: Vary | str = Vary.LABELS,
    values: Sequence[float] | None = None,
    models: Sequence[str] = tuple(MODELS),
    repeats: int = 20,
    folds: int = 20,
    labels_per_item: int | None = None,
    spread: float = 0.2,
    settings: Sequence[str] = (),
    ties: str = "lowest",
    seed: int = 1,
    processes: int = 1,
    advance: Advance = unwatched,
) -> list[Point]:
    """Accuracy of every model at every value, over repeated draws.

    `labels_per_item` draws this many first where another quantity is varied. Items without a gold label help to learn about
    workers, but are not judged. Where the number of known items is varied, half of the gold items judge, and the known ones are
    drawn from the other half; a model that must have some has no point at 0. `settings` are parameters of models as text
    (`settings_by_model`).
    """
    one_of("quantity to vary", vary, Vary)
    if repeats < 1 or processes < 1:
        raise InputError(f"{repeats} repeats in {processes} processes", cure="give at least 1 of each")
    codes = gold_codes(table, gold)
    points = list(values) if values is not None else _usual_values(Vary(vary), table, codes)
    work = partial(
        _one_draw,
        table,
        codes,
        Vary(vary),
        tuple(models),
        folds,
        labels_per_item,
        spread,
        settings_by_model(models, settings),
        ties,
        seed,
    )
    jobs = [(place, value, repeat) for place, value in enumerate(points) for repeat in range(repeats)]
    rights: dict[tuple[str, float], list[Floats]] = {}
    unconverged: dict[tuple[str, float], int] = {}
    with _mapped(work, jobs, processes) as results:
        for (_, value, _), outcome in zip(jobs, results, strict=True):
            for model, (right, converged) in outcome.items():
                rights.setdefault((model, value), []).append(right)
                unconverged[model, value] = unconverged.get((model, value), 0) + (not converged)
            advance(1)
    result: list[Point] = []
    for model in models:
        for value in points:
            if (model, value) in rights:
                matrix = np.array(rights[model, value])
                judged = matrix[:, ~np.isnan(matrix).all(axis=0)]
                means = (np.nanmean(judged, axis=1), np.nanmean(judged, axis=0))
                result.append(Point(model, value, *means, unconverged[model, value]))
    return result


def simulation_signature(
    table: LabelTable,
    gold: Any,
    points: Sequence[Point],
    *,
    vary: Vary | str,
    repeats: int,
    duplicates: str,
    folds: int,
    ties: str,
    seed: int,
    labels_per_item: int | None = None,
    spread: float = 0.2,
    settings: Sequence[str] = (),
    **more: object,
) -> str:
    """What a simulation's figures are made of; `more` is what was asked of its points, such as a target."""
    models = dict.fromkeys(point.model for point in points)
    return signature(
        **label_facts(table, duplicates, gold),
        models=",".join(models),
        vary=vary,
        values=",".join(f"{point.value:g}" for point in points if point.model == next(iter(models))),
        repeats=repeats,
        folds=folds if any(MODELS[model].is_supervised for model in models) else None,
        labels_per_item=labels_per_item if vary != Vary.LABELS else None,
        spread=f"{spread:g}" if vary == Vary.QUALITY else None,
        set=",".join(settings) or None,
        ties=ties,
        seed=seed,
        **more,
    )


def whole(value: float) -> float | int:
    """Numbers of labels are whole numbers and look like it."""
    return int(value) if float(value).is_integer() else value


def fitted_quietly(model: LabelModel, table: LabelTable, gold: Any = None) -> LabelModel:
    """A fit whose failure to converge the caller reports in its own way."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotConvergedWarning)
        return model.fit(table, gold=gold)


def model_for(
    name: str, table: LabelTable, gold: Integers, folds: int, ties: str, seed: int, settings: Sequence[str] = ()
) -> tuple[LabelModel, dict[Any, Any] | None]:
    """The model with its settings, and the gold labels where it learns from them."""
    if not MODELS[name].is_supervised:
        return model_with(name, settings, ties=ties, seed=seed), None
    teaching = _named(table, gold)
    return model_with(name, settings, ties=ties, seed=seed, folds=min(folds, max(1, len(teaching)))), teaching


def _named(table: LabelTable, gold: Integers) -> dict[Any, Any]:
    """Task -> label of the items with a code."""
    return {table.tasks[item]: table.classes[gold[item]] for item in np.flatnonzero(gold >= 0).tolist()}


def _one_draw(
    table: LabelTable,
    gold: Integers,
    vary: Vary,
    models: tuple[str, ...],
    folds: int,
    labels_per_item: int | None,
    spread: float,
    settings: dict[str, tuple[str, ...]],
    ties: str,
    seed: int,
    job: tuple[int, float, int],
) -> dict[str, tuple[Floats, bool]]:
    """For each model, which of the gold items it got right (not a number where it was not judged), and whether it converged."""
    place, value, repeat = job
    draw = np.random.default_rng([seed, place, repeat])
    drawn = table
    if vary is Vary.LABELS:
        drawn = draw_labels(table, round(value), draw)
    elif labels_per_item is not None:
        drawn = draw_labels(table, labels_per_item, draw)
    if vary is Vary.SPAMMERS:
        drawn = mix_spammers(drawn, value, draw)
    if vary is Vary.QUALITY:
        drawn = redraw_quality(drawn, gold, value, spread, draw)
        gold = gold[gold >= 0]
    judged, known = gold != NONE, None
    if vary is Vary.GOLD:
        # The same items are known and judged at every value but for those that come to be known: the curve is of one crowd.
        known, judged = _known_items(gold, round(value), np.random.default_rng([seed, repeat]))
    outcomes: dict[str, tuple[Floats, bool]] = {}
    for name in models:
        if known is not None and MODELS[name].is_supervised and not (known >= 0).any():
            continue
        model, teaching = model_for(name, drawn, gold if known is None else known, folds, ties, seed, settings[name])
        if known is not None and (known >= 0).any():
            teaching = _named(drawn, known)
        fitted = fitted_quietly(model, drawn, teaching)
        right = np.where(judged, fitted.codes_ == gold, np.nan)
        outcomes[name] = (right[gold != NONE], fitted.converged_)
    return outcomes


def _known_items(gold: Integers, count: int, draw: np.random.Generator) -> tuple[Integers, Flags]:
    """The gold codes of `count` items and none of the others, and which items judge: half of those with gold, never known."""
    order = draw.permutation(np.flatnonzero(gold != NONE))
    judging, rest = order[: -(-len(order) // 2)], order[-(-len(order) // 2) :]
    pool = rest[gold[rest] >= 0]
    if not 0 <= count <= len(pool):
        raise InputError(f"{count} known items of {len(order)} with gold", cure=f"half of them judge: give 0 to {len(pool)}")
    known = np.full_like(gold, NONE)
    known[pool[:count]] = gold[pool[:count]]
    judged = np.zeros(len(gold), dtype=np.bool_)
    judged[judging] = True
    return known, judged


@contextlib.contextmanager
def _mapped(
    work: Callable[[tuple[int, float, int]], dict[str, tuple[Floats, bool]]], jobs: list[tuple[int, float, int]], processes: int
) -> Iterator[Iterator[dict[str, tuple[Floats, bool]]]]:
    if processes == 1:
        yield map(work, jobs)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # New processes, not copies of this one: libraries with threads of their own do not survive being copied.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield pool.map(work, jobs, chunksize=max(1, len(jobs) // (4 * processes)))


def _usual_values(vary: Vary, table: LabelTable, gold: Integers) -> list[float]:
    if vary is Vary.LABELS:
        most = int(table.labels_per_task.max())
        return [float(size) for size in range(1, most + 1)] if most <= 10 else [1, 2, 3, 4, 5, 7, 10, *range(15, most + 1, 5)]
    if vary is Vary.GOLD:
        return [float(size) for size in (0, 5, 10, 20, 50, 100, 200, 500) if size <= (gold >= 0).sum() // 3]
    return [0, 0.1, 0.2, 0.3, 0.4, 0.5] if vary is Vary.SPAMMERS else [0.5, 0.6, 0.7, 0.8, 0.9]
