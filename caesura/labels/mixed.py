"""People and machines together: an accuracy per voice, what is known of its kind, and samples of one machine as one voice.

A first fit says how accurate each kind is on the whole; voices of few labels are then taken to be like their kind. The samples of
a machine are copies of one opinion: n of them count as n / (1 + copies (n - 1)) labels, which is one where `copies` is 1.
Accuracies are learnt where two voices or more speak.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from caesura.foundation import InputError
from caesura.labels.cells import Posterior
from caesura.labels.class_prior import ClassPrior, Prior
from caesura.labels.coins import CoinParameters, Coins, coin_likelihoods, coin_posterior
from caesura.labels.expectation_maximisation import EMFit, check_limits, first_posterior, highest, starts
from caesura.labels.kinds import PERSON, machine_of
from caesura.labels.model import Ballot, Coded, LabelModel
from caesura.labels.table import Floats, Integers, LabelTable

#: Every voice begins with one right label and this share of a wrong one: rather right than wrong.
_WRONG = 0.5


@dataclass(eq=False)
class Mixed(LabelModel):
    """EM over accuracies of voices: people, and machines with all their samples. `strength` is how many labels of its kind's
    accuracy every voice begins with."""

    name: ClassVar[str] = "mixed"
    description: ClassVar[str] = "an accuracy for each worker, a prior for each kind; a machine's samples are one voice"
    citation: ClassVar[str] = "one-coin with a prior per kind and copies weighted down"

    copies: float = 1.0
    strength: float = 4.0
    class_prior: Prior = field(default="uniform")
    tolerance: float = 1e-7
    max_iterations: int = 1000
    restarts: int = 0

    def _learn(self, table: LabelTable, gold: Integers | None, start: Floats | None) -> Posterior:
        check_limits(self.tolerance, self.max_iterations, self.restarts)
        if not 0 <= self.copies <= 1 or not self.strength > 0:
            raise InputError(f"copies of {self.copies:g} and a strength of {self.strength:g}", cure="give 0 to 1, and above 0")
        ballot = Ballot.of(Coded.of(table), len(table.classes), gold)
        self.voices_ = voices(table)
        all_weights = self._weights(ballot.coded, self.voices_)
        weights = all_weights * _taught(ballot.coded, self.voices_)
        of_kind = _kind_codes(table, self.voices_)
        ones = np.ones(len(of_kind))
        prior = ClassPrior.of(table, self.class_prior)
        first = self._climbed(ballot, weights, (ones, _WRONG * ones), first_posterior(ballot, start), prior)
        share = self._share_right(ballot, weights, of_kind, first.posterior)
        self.kind_accuracy_ = dict(zip(_kind_names(table), share.tolist(), strict=True))
        right = np.maximum(self.strength * share[of_kind], 1e-3)
        wrong = np.maximum(self.strength * (1 - share[of_kind]), 1e-3)
        best = self._climbed(ballot, weights, (right, wrong), first.posterior, prior)
        self.prior_, accuracy = best.parameters
        self.accuracy_: Floats = accuracy[self.voices_]
        self.objective_, self.converged_, self.iterations_ = best.objective, best.converged, len(best.objective)
        return Posterior(ballot.cells, coin_posterior(ballot, self.prior_, self.accuracy_, all_weights)[0])

    def _climbed(
        self, ballot: Ballot, weights: Floats, added: tuple[Floats, Floats], start: Floats, prior: ClassPrior
    ) -> EMFit[CoinParameters]:
        coins = Coins(ballot, self.voices_, *added, weights)
        tried = starts(ballot.cells, start, self.restarts, self.seed)
        return highest(coins.fits(prior, tried, tolerance=self.tolerance, max_iterations=self.max_iterations))

    def _share_right(self, ballot: Ballot, weights: Floats, of_kind: Integers, posterior: Floats) -> Floats:
        """Of each kind's labels, smoothed by one right and one wrong."""
        kinds = of_kind[self.voices_[ballot.coded.workers]]
        right = np.bincount(kinds, weights=weights * posterior[ballot.places], minlength=int(of_kind.max()) + 1)
        found: Floats = (right + 1) / (np.bincount(kinds, weights=weights, minlength=int(of_kind.max()) + 1) + 2)
        return found

    def _weights(self, coded: Coded, of_worker: Integers) -> Floats:
        """What each label counts: a person's in full, a machine's by how many samples it gave the item."""
        voice = of_worker[coded.workers]
        pairs, places, counts = np.unique(coded.tasks * (int(of_worker.max()) + 1) + voice, return_inverse=True, return_counts=True)
        del pairs
        found: Floats = 1 / (1 + self.copies * (counts[places] - 1))
        return found

    def _label_probabilities(self, tasks: Integers, workers: Integers, labels: Integers, truths: Integers) -> Floats:
        return coin_likelihoods(self._fitted, self.accuracy_[workers], tasks, labels, truths)

    def _posterior(self, coded: Coded) -> Posterior:
        ballot = Ballot.of(coded, len(self._fitted.classes))
        weights = self._weights(coded, self.voices_)
        return Posterior(ballot.cells, coin_posterior(ballot, self.prior_, self.accuracy_, weights)[0])


def _taught(coded: Coded, of_worker: Integers) -> Floats:
    """1 for labels of items on which two voices or more speak: nobody learns from a machine that only agrees with itself."""
    pairs = np.unique(coded.tasks * (int(of_worker.max()) + 1) + of_worker[coded.workers])
    several = np.bincount(pairs // (int(of_worker.max()) + 1), minlength=coded.size) > 1
    return (several if several.any() else np.ones(coded.size, dtype=np.bool_))[coded.tasks].astype(np.float64)


def voices(table: LabelTable) -> Integers:
    """A number for each worker; the samples of one machine share theirs."""
    kinds = table.kinds or (PERSON,) * len(table.workers)
    names = [
        ("person", str(worker)) if kind == PERSON else ("machine", machine_of(worker))
        for worker, kind in zip(table.workers, kinds, strict=True)
    ]
    numbers: dict[tuple[str, str], int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.int64)


def _kind_names(table: LabelTable) -> list[str]:
    return sorted(set(table.kinds)) if table.kinds else [PERSON]


def _kind_codes(table: LabelTable, of_worker: Integers) -> Integers:
    """The kind of each voice."""
    places = {kind: code for code, kind in enumerate(_kind_names(table))}
    found = np.zeros(int(of_worker.max()) + 1, dtype=np.int64)
    found[of_worker] = [places[kind] for kind in table.kinds or (PERSON,) * len(table.workers)]
    return found


MODEL = Mixed
