"""A network trained further from where it stands, unless queries that were left out are then predicted worse."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from caesura.foundation import Advance, unwatched
from caesura.segmenters.learned.calibration import fitted
from caesura.segmenters.learned.descent import Descent
from caesura.segmenters.learned.gradients import (
    PlaceTargets,
    Rows,
    batch_gradients,
    batch_gradients_of_two,
    member_from,
    neighbours,
    values_of,
)
from caesura.segmenters.learned.network import SCALE, WEIGHT_UNIT, Network
from caesura.segmenters.learned.training import Examples, Matrix, Member, SecondMember, Vector, parts

#: The examples are split into this many.
ADAPTING_PARTS = 5

#: A pass takes this many steps at least: twenty examples have some fifty places, and two steps a pass would hardly move anything.
_FEWEST_BATCHES = 4

#: How strongly a calibration stays with the identity: twenty examples have some fifty places, which say little about two numbers.
_PULL = 50.0


@dataclass(frozen=True)
class Further:
    """How to go on: the rate falls along all passes, however early the training ends; inputs and hidden units are left out by
    chance, these shares of them."""

    rate: float = 1e-3
    batch: int = 32
    passes: int = 20
    dropped_inputs: float = 0.0
    dropout: float = 0.0


#: For a network that learns from some examples: leaving much out keeps it from learning these by heart.
FEW_EXAMPLES = Further(dropped_inputs=0.2, dropout=0.3)


def member_of(network: Network) -> Member:
    """A shipped network in floating point, calibration included."""
    second = network.second
    return Member(
        _as_floats(network.weights, WEIGHT_UNIT).reshape(-1, network.hidden),
        _as_floats(network.biases, SCALE),
        _as_floats(network.outputs, WEIGHT_UNIT),
        network.bias / SCALE,
        None
        if second is None
        else SecondMember(
            _as_floats(second.weights, WEIGHT_UNIT).reshape(-1, second.hidden),
            _as_floats(second.biases, SCALE),
            _as_floats(second.outputs, WEIGHT_UNIT),
        ),
    )


def _as_floats(stored: array[int], unit: int) -> Matrix:
    return (np.array(stored, np.float64) / unit).astype(np.float32)


def trained_on(
    begin: Member,
    inputs: Matrix,
    owners: Rows,
    targets: Vector,
    passes: int,
    seed: int,
    further: Further,
    *,
    watched: tuple[Matrix, Rows] | None = None,
    seen: list[Vector] | None = None,
) -> Member:
    """The member after this many passes; `owners` are the queries of the rows. What it says of `watched`, inputs and owners, is
    appended to `seen`, before the first pass and after each."""
    draw = np.random.default_rng(seed)
    values = values_of(begin)
    beside = neighbours(owners)
    wanted = targets.astype(np.float32)
    size = max(1, min(further.batch, len(inputs) // _FEWEST_BATCHES))
    descent = Descent(values, (0.0,) * len(values), further.rate, further.passes * -(-len(inputs) // size))

    def look() -> None:
        if watched is not None and seen is not None:
            seen.append(member_from(values).log_odds(*watched))

    look()
    for _ in range(passes):
        order = draw.permutation(len(inputs))
        for at in range(0, len(order), size):
            rows = order[at : at + size]
            batch = PlaceTargets(
                wanted[rows],
                np.ones(len(rows), np.float32),
                kept_by_chance(draw, (len(rows), inputs.shape[1]), further.dropped_inputs),
                kept_by_chance(draw, (len(rows), len(values[1])), further.dropout),
            )
            if begin.second is None:
                descent.step(batch_gradients(values, inputs[rows], batch))
            else:
                around = beside[:, rows]
                descent.step(batch_gradients_of_two(values, inputs[around], (around >= 0).astype(np.float32), batch))
        look()
    return member_from(values)


def kept_by_chance(draw: np.random.Generator, shape: tuple[int, int], dropped: float) -> Matrix:
    """What to multiply with so that this share is left out, and the rest counts as much more."""
    if not dropped:
        return np.ones(1, np.float32)
    return ((draw.random(shape, dtype=np.float32) >= dropped) / np.float32(1 - dropped)).astype(np.float32)


def part_of_each(examples: Examples, seed: int) -> npt.NDArray[np.int64]:
    """The part that each place belongs to."""
    return parts(examples.texts, ADAPTING_PARTS, seed)[examples.owners]


def after_each_pass(
    inputs: Matrix, examples: Examples, begin: Member, seed: int, further: Further, advance: Advance = unwatched
) -> Vector:
    """The log odds of places left out, before the first pass and after each; one row per pass."""
    part, targets, owners = part_of_each(examples, seed), examples.targets, examples.owners
    after = np.zeros((further.passes + 1, len(part)))
    for number in range(ADAPTING_PARTS):
        own = part == number
        seen: list[Vector] = []
        trained_on(
            begin,
            inputs[~own],
            owners[~own],
            targets[~own],
            further.passes,
            seed * 1000 + number,
            further,
            watched=(inputs[own], owners[own]),
            seen=seen,
        )
        after[:, own] = seen
        advance(1)
    return after


def calibration_of(log_odds: Vector, targets: Vector) -> tuple[float, float]:
    """Stretch and shift of predictions for examples that were left out."""
    return fitted(log_odds, targets, pull=_PULL)


def surprises(log_odds: Vector, examples: Examples) -> Vector:
    """The cross entropy of each query, once calibrated: being surer of the same breaks does not call for training."""
    targets = examples.targets
    stretch, shift = calibration_of(log_odds, targets)
    odds = stretch * log_odds + shift
    return np.asarray(np.bincount(examples.owners, np.logaddexp(0, odds) - targets * odds), np.float64)


def is_worse(one: Vector, other: Vector) -> bool:
    """Whether the first surprises are larger, by more than their difference errs from query to query."""
    difference = one - other
    return bool(difference.mean() > difference.std(ddof=1) / np.sqrt(len(difference)))


def chosen_passes(after: Vector, examples: Examples) -> int:
    """All passes; 0 where that is clearly worse than the start. A few examples say little about how long to train: a pass that
    looks best among many mostly looks so by chance."""
    last = len(after) - 1
    return 0 if is_worse(surprises(after[last], examples), surprises(after[0], examples)) else last


def mean_surprise(after: Vector, examples: Examples) -> float:
    """How far predictions are from examples left out, before the first pass and after each: the mean over passes varies less by
    chance than any of them."""
    return float(np.mean([surprises(row, examples).mean() for row in after]))
