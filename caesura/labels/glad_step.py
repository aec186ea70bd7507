"""GLAD's M-step. Given the items' ease the workers' abilities are independent of each other, and the other way round.

So each is a problem of one number. An ability's part of the objective is concave, and its maximum is found in full: a single
Newton step from a posterior that knows nothing yet overshoots, turns every ability negative and with them all labels round.
An ease's part is not concave; a gradient step with a curvature of its own is taken, and halved where it would not help. No
number ever makes its part of the objective worse, so the whole never falls.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from caesura.foundation import InputError, extra
from caesura.labels.model import Coded
from caesura.labels.sums import group_sums
from caesura.labels.table import Floats

#: A step that is still no gain after this many halvings is not taken.
_HALVINGS = 12
#: So many steps, halvings of the bounds among them, bring an ability from anywhere to its maximum.
_NEWTON_STEPS = 100
#: An ability that moves by less than this, measured by its size, has arrived.
_PRECISE = 1e-8
#: beta' beyond this is as easy, or as hard, as an item is taken to be.
_LARGEST_EASE = 30.0


@dataclass(frozen=True)
class Normal:
    """A Gaussian prior."""

    mean: float
    deviation: float

    @classmethod
    def checked(cls, mean: float, deviation: float) -> Normal:
        if not np.isfinite(mean) or not 0 < deviation < float("inf"):
            raise InputError(f"a prior of mean {mean} and deviation {deviation}", cure="give a deviation above 0")
        return cls(float(mean), float(deviation))

    def log_density(self, values: Floats) -> Floats:
        scaled = (values - self.mean) / self.deviation
        result: Floats = -scaled * scaled / 2 - np.log(self.deviation * np.sqrt(2 * np.pi))
        return result

    def slope(self, values: Floats) -> Floats:
        return (self.mean - values) / self.deviation**2

    @property
    def curvature(self) -> float:
        return 1 / self.deviation**2


def log_sigmoid(values: Floats) -> Floats:
    return np.minimum(values, 0) - np.log1p(np.exp(-np.abs(values)))


def best_abilities(coded: Coded, is_right: Floats, ability: Floats, ease: Floats, prior: Normal) -> Floats:
    """The best abilities for this ease; `is_right` is each label's probability of being right.

    The slope falls with the ability, so its zero lies between two bounds that every step tightens. Newton's step is taken where
    it stays inside them and is at most half as long as the one before, else the middle of the bounds: Newton alone can swing to
    and fro for ever.
    """
    discrimination = np.exp(ease)[coded.tasks]
    size = len(ability)
    low = prior.mean - prior.deviation**2 * group_sums(coded.workers, (1 - is_right) * discrimination, size)
    high = prior.mean + prior.deviation**2 * group_sums(coded.workers, is_right * discrimination, size)
    value = np.clip(ability, low, high)
    before = high - low
    for _ in range(_NEWTON_STEPS):
        share = _sigmoid(value[coded.workers] * discrimination)
        slope = group_sums(coded.workers, (is_right - share) * discrimination, size) + prior.slope(value)
        curvature = group_sums(coded.workers, share * (1 - share) * discrimination**2, size) + prior.curvature
        low, high = np.where(slope > 0, value, low), np.where(slope > 0, high, value)
        newton = slope / curvature
        arrived = np.abs(newton) <= _PRECISE * (1 + np.abs(value))
        if arrived.all():
            break
        is_safe = (value + newton >= low) & (value + newton <= high) & (np.abs(newton) <= before / 2)
        step = np.where(arrived | is_safe, newton, (low + high) / 2 - value)
        value, before = value + step, np.abs(step)
    return value


def raise_ease(coded: Coded, is_right: Floats, ability: Floats, ease: Floats, prior: Normal) -> Floats:
    """Better ease for these abilities. The curvature leaves out a term of unknown sign, so that it is always positive."""
    abilities = ability[coded.workers]

    def gain(trial: Floats) -> Floats:
        evidence = abilities * np.exp(trial)[coded.tasks]
        return group_sums(coded.tasks, log_sigmoid(evidence) - (1 - is_right) * evidence, len(trial)) + prior.log_density(trial)

    evidence = abilities * np.exp(ease)[coded.tasks]
    share = _sigmoid(evidence)
    slope = group_sums(coded.tasks, (is_right - share) * evidence, len(ease)) + prior.slope(ease)
    curvature = group_sums(coded.tasks, share * (1 - share) * evidence**2, len(ease)) + prior.curvature
    step = np.clip(slope / curvature, -1.0, 1.0)
    return _stepped(ease, np.clip(ease + step, -_LARGEST_EASE, _LARGEST_EASE) - ease, gain)


def _stepped(values: Floats, step: Floats, gain: Callable[[Floats], Floats]) -> Floats:
    before = gain(values)
    for _ in range(_HALVINGS):
        worse = gain(values + step) < before
        if not worse.any():
            return values + step
        step = np.where(worse, step / 2, step)
    return values + np.where(gain(values + step) < before, 0.0, step)


def _sigmoid(values: Floats) -> Floats:
    with extra("measure"):
        from scipy.special import expit

    shares: Floats = expit(values)
    return shares
