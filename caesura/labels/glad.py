"""GLAD: workers differ in ability, items in difficulty, and both are learnt together (Whitehill et al. 2009)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np

from caesura.foundation import InputError
from caesura.labels.class_prior import ClassPrior, Prior
from caesura.labels.climbing import check_limits, climb, highest, starts
from caesura.labels.evenly import evenly_wrong
from caesura.labels.glad_step import Normal, log_sigmoid, raise_abilities, raise_ease
from caesura.labels.model import Coded, LabelModel
from caesura.labels.table import Floats, Integers, LabelTable


class _Fitted(NamedTuple):
    prior: ClassPrior
    ability: Floats
    #: beta', the logarithm of beta; the higher, the easier the item.
    ease: Floats


@dataclass(eq=False)
class Glad(LabelModel):
    """P(label is right) = sigmoid(alpha_j * exp(beta'_i)); wrong labels are spread evenly over the other classes.

    alpha and beta' have Gaussian priors. `start` is the first posterior of every class but the lowest (the paper's X);
    "priors" begins with the E-step at the priors' means instead, which is close to a majority vote. Where classes are items'
    own, only "priors" is possible.
    """

    name: ClassVar[str] = "glad"
    citation: ClassVar[str] = "Whitehill et al. 2009; Xu and Klakow 2010, section 3.2"

    ability_mean: float = 1.0
    ability_deviation: float = 1.0
    ease_mean: float = 1.0
    ease_deviation: float = 1.0
    start: float | str = "priors"
    class_prior: Prior = field(default="uniform")
    tolerance: float = 1e-6
    max_iterations: int = 1000
    restarts: int = 0

    def _learn(self, table: LabelTable, gold: Integers | None) -> None:  # noqa: ARG002 - unsupervised
        check_limits(self.tolerance, self.max_iterations, self.restarts)
        abilities = Normal.checked(self.ability_mean, self.ability_deviation)
        eases = Normal.checked(self.ease_mean, self.ease_deviation)
        coded = Coded.of(table)

        def maximise(posterior: Floats, fitted: _Fitted) -> _Fitted:
            is_right = posterior[table.task_codes, table.label_codes]
            ability = raise_abilities(coded, is_right, fitted.ability, fitted.ease, abilities)
            ease = raise_ease(coded, is_right, ability, fitted.ease, eases)
            return _Fitted(fitted.prior.updated(posterior), ability, ease)

        def expect(fitted: _Fitted) -> tuple[Floats, float]:
            posterior, likelihood = self._judge(coded, fitted)
            penalty = float(abilities.log_density(fitted.ability).sum() + eases.log_density(fitted.ease).sum())
            return posterior, likelihood + penalty + fitted.prior.penalty

        blank = _Fitted(
            ClassPrior.of(table, self.class_prior),
            np.full(len(table.workers), self.ability_mean),
            np.full(len(table.tasks), self.ease_mean),
        )
        first = self._first(table, expect(blank)[0])
        limits: dict[str, Any] = {"tolerance": self.tolerance * len(table), "max_iterations": self.max_iterations}
        climbs = [climb(start, blank, maximise, expect, **limits) for start in starts(table, first, self.restarts, self.seed)]
        best = highest(climbs)
        self.prior_, self.ability_, self.ease_ = best.parameters
        self.objective_, self.converged_, self.iterations_ = best.objective, best.converged, len(best.objective)
        self.restart_objectives_ = [found.objective[-1] for found in climbs]

    @property
    def difficulty_(self) -> Floats:
        """1/beta of each item: 0 is so easy that all get it right."""
        return np.exp(-self.ease_)

    def _first(self, table: LabelTable, by_priors: Floats) -> Floats:
        if self.start == "priors":
            return by_priors
        size = len(table.classes)
        if isinstance(self.start, str) or table.choices is not None or not 0 <= self.start * max(1, size - 1) <= 1:
            raise InputError(
                f"a start of {self.start} for {size} classes",
                cure=f"take 'priors', or 0 to {1 / max(1, size - 1):.3g} where items share their classes",
            )
        found = np.full(by_priors.shape, float(self.start))
        found[:, 0] = 1 - self.start * (size - 1)
        return found

    def _posterior(self, coded: Coded) -> Floats:
        ease = np.where(coded.known >= 0, self.ease_[coded.known], self.ease_mean)
        return self._judge(coded, _Fitted(self.prior_, self.ability_, ease))[0]

    def _judge(self, coded: Coded, fitted: _Fitted) -> tuple[Floats, float]:
        evidence = fitted.ability[coded.workers] * np.exp(fitted.ease)[coded.tasks]
        log_right = log_sigmoid(evidence)
        return evenly_wrong(coded, log_right, log_right - evidence, fitted.prior.logs)
