"""GLAD's M-step. Given the items' ease the workers' abilities are independent of each other, and the other way round.

So each is a problem of one number, and a gradient step with a curvature of its own is taken for all of them at once; where
it would not help, it is halved. No number ever makes its part of the objective worse, so the whole never falls.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from caesura.foundation import InputError
from caesura.labels.model import Coded
from caesura.labels.table import Floats, Integers

#: A step that is still no gain after so many halvings is not taken.
_HALVINGS = 12
#: beta' beyond this is as easy, or as hard, as an item can be told to be.
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


def raise_abilities(coded: Coded, is_right: Floats, ability: Floats, ease: Floats, prior: Normal) -> Floats:
    """Better abilities for this ease; `is_right` is each label's probability of being right."""
    discrimination = np.exp(ease)[coded.tasks]

    def gain(trial: Floats) -> Floats:
        evidence = trial[coded.workers] * discrimination
        return _sums(coded.workers, log_sigmoid(evidence) - (1 - is_right) * evidence, len(trial)) + prior.log_density(trial)

    share = _sigmoid(ability[coded.workers] * discrimination)
    slope = _sums(coded.workers, (is_right - share) * discrimination, len(ability)) + prior.slope(ability)
    curvature = _sums(coded.workers, share * (1 - share) * discrimination**2, len(ability)) + prior.curvature
    return _stepped(ability, slope / curvature, gain)


def raise_ease(coded: Coded, is_right: Floats, ability: Floats, ease: Floats, prior: Normal) -> Floats:
    """Better ease for these abilities. The curvature leaves out a term of unknown sign, so that it is always positive."""
    abilities = ability[coded.workers]

    def gain(trial: Floats) -> Floats:
        evidence = abilities * np.exp(trial)[coded.tasks]
        return _sums(coded.tasks, log_sigmoid(evidence) - (1 - is_right) * evidence, len(trial)) + prior.log_density(trial)

    evidence = abilities * np.exp(ease)[coded.tasks]
    share = _sigmoid(evidence)
    slope = _sums(coded.tasks, (is_right - share) * evidence, len(ease)) + prior.slope(ease)
    curvature = _sums(coded.tasks, share * (1 - share) * evidence**2, len(ease)) + prior.curvature
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
    from scipy.special import expit

    found: Floats = expit(values)
    return found


def _sums(groups: Integers, values: Floats, size: int) -> Floats:
    found: Floats = np.bincount(groups, weights=values, minlength=size).astype(np.float64, copy=False)
    return found
