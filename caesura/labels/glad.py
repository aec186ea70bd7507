"""GLAD: workers differ in ability, items in difficulty, and both are learnt together (Whitehill et al. 2009)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np

from caesura.foundation import InputError
from caesura.labels.cells import Posterior
from caesura.labels.class_prior import ClassPrior, Prior
from caesura.labels.expectation_maximisation import check_limits, first_posterior, fit_by_em, highest, starts
from caesura.labels.glad_step import Normal, best_abilities, log_sigmoid, raise_ease
from caesura.labels.model import Ballot, Coded, LabelModel
from caesura.labels.table import Floats, Integers, LabelTable
from caesura.labels.uniform_errors import uniform_error_posterior


class _Fitted(NamedTuple):
    prior: ClassPrior
    ability: Floats
    #: beta', the logarithm of beta; the higher, the easier the item.
    ease: Floats


@dataclass(eq=False)
class Glad(LabelModel):
    """P(label is right) = sigmoid(alpha_j * exp(beta'_i)); wrong labels are spread evenly over the other classes.

    alpha and beta' have Gaussian priors. The fit begins with the E-step at the priors' means, which is close to a majority
    vote. A number as `start` adds a fit from that first posterior of every class but the lowest (the paper's X), and counts if
    it comes higher without losing the crowd. Where classes are items' own, only "priors" is possible.
    """

    name: ClassVar[str] = "glad"
    description: ClassVar[str] = "ability of each worker and difficulty of each item"
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

    def _learn(self, table: LabelTable, gold: Integers | None, start: Floats | None) -> Posterior:
        check_limits(self.tolerance, self.max_iterations, self.restarts)
        abilities = Normal.checked(self.ability_mean, self.ability_deviation)
        eases = Normal.checked(self.ease_mean, self.ease_deviation)
        coded = Coded.of(table)
        ballot = Ballot.of(coded, len(table.classes), gold)

        def maximise(posterior: Floats, fitted: _Fitted) -> _Fitted:
            is_right = posterior[ballot.places]
            ability = best_abilities(coded, is_right, fitted.ability, fitted.ease, abilities)
            ease = raise_ease(coded, is_right, ability, fitted.ease, eases)
            return _Fitted(fitted.prior.updated(ballot.cells, posterior), ability, ease)

        def expect(fitted: _Fitted) -> tuple[Floats, float]:
            posterior, likelihood = self._judge(ballot, fitted)
            penalty = float(abilities.log_density(fitted.ability).sum() + eases.log_density(fitted.ease).sum())
            return posterior, likelihood + penalty + fitted.prior.penalty

        blank = _Fitted(
            ClassPrior.of(table, self.class_prior),
            np.full(len(table.workers), self.ability_mean),
            np.full(len(table.tasks), self.ease_mean),
        )
        limits: dict[str, Any] = {"tolerance": self.tolerance * len(table), "max_iterations": self.max_iterations}
        # With a mean of 0 the priors know nothing of the crowd, and a fit from there would never leave the ground.
        crowd = expect(blank)[0] if self.ability_mean and start is None else first_posterior(ballot, start)
        fits = [fit_by_em(one, blank, maximise, expect, **limits) for one in starts(ballot.cells, crowd, self.restarts, self.seed)]
        best = highest(fits)
        if self.start != "priors":
            given = fit_by_em(ballot.cells.normalised(self._given_start(table).ravel()), blank, maximise, expect, **limits)
            fits.append(given)
            # Less than a step's tolerance does not count: two fits to the same place end as far apart.
            gains = given.objective[-1] - best.objective[-1] > limits["tolerance"]
            if gains and not self._is_adrift(coded, given.parameters, best.parameters, expect):
                best = given
        self.prior_, self.ability_, self.ease_ = best.parameters
        self.objective_, self.converged_, self.iterations_ = best.objective, best.converged, len(best.objective)
        self.restart_objectives_ = [fit.objective[-1] for fit in fits]
        return Posterior(ballot.cells, best.posterior)

    def _is_adrift(self, coded: Coded, given: _Fitted, crowds: _Fitted, expect: Callable[[_Fitted], tuple[Floats, float]]) -> bool:
        """Whether the fit from a given start came higher only by losing the crowd, in one of the two ways there are.

        Every label and every ability turned round is as likely as before, but for the prior on abilities; and where the class
        prior is estimated, "all items are of one class" can be likelier than the truth.
        """
        if self.ability_mean >= 0 and given.ability[coded.workers].sum() < 0:
            return True
        if not given.prior.estimated:
            return False
        by_labels, by_crowd = (expect(fitted._replace(prior=fitted.prior.uniform()))[1] for fitted in (given, crowds))
        return by_labels < by_crowd

    @property
    def difficulty_(self) -> Floats:
        """1/beta of each item: 0 is so easy that all get it right."""
        return np.exp(-self.ease_)

    def _given_start(self, table: LabelTable) -> Floats:
        size = len(table.classes)
        if isinstance(self.start, str) or table.is_restricted or not 0 <= self.start * max(1, size - 1) <= 1:
            raise InputError(
                f"a start of {self.start} for {size} classes",
                cure=f"give 'priors', or 0 to {1 / max(1, size - 1):.3g} where items share their classes",
            )
        posterior = np.full((len(table.tasks), size), float(self.start))
        posterior[:, 0] = 1 - self.start * (size - 1)
        return posterior

    def _label_probabilities(self, tasks: Integers, workers: Integers, labels: Integers, truths: Integers) -> Floats:
        table = self._fitted
        others = np.full(len(tasks), len(table.classes) - 1) if table.choices is None else table.choices[tasks] - 1
        right = np.exp(log_sigmoid(self.ability_[workers] * np.exp(self.ease_)[tasks]))
        return np.where(labels == truths, right, (1 - right) / np.maximum(others, 1))

    def _posterior(self, coded: Coded) -> Posterior:
        ease = np.where(coded.known >= 0, self.ease_[coded.known], self.ease_mean)
        ballot = Ballot.of(coded, len(self._fitted.classes))
        return Posterior(ballot.cells, self._judge(ballot, _Fitted(self.prior_, self.ability_, ease))[0])

    def _judge(self, ballot: Ballot, fitted: _Fitted) -> tuple[Floats, float]:
        evidence = fitted.ability[ballot.coded.workers] * np.exp(fitted.ease)[ballot.coded.tasks]
        log_right = log_sigmoid(evidence)
        return uniform_error_posterior(ballot, log_right, log_right - evidence, fitted.prior.logs)


MODEL = Glad
