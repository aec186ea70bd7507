"""People and machines together: an accuracy per voice, what is known of its kind, and samples of one machine as one voice.

A first fit says how accurate each kind is on the whole; voices of few labels are then taken to be like their kind. The samples of
a machine are copies of one opinion: n of them count as n / (1 + copies (n - 1)) labels, which is one where `copies` is 1.
Accuracies are learnt where two voices or more speak.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np

from caesura.foundation import InputError
from caesura.labels.cells import Posterior
from caesura.labels.class_prior import ClassPrior, Prior
from caesura.labels.expectation_maximisation import check_limits, first_posterior, fit_by_em, highest, starts
from caesura.labels.kinds import PERSON, machine_of
from caesura.labels.model import Ballot, Coded, LabelModel
from caesura.labels.table import Floats, Integers, LabelTable
from caesura.labels.uniform_errors import uniform_error_posterior

#: Every voice begins with one right label and so many wrong ones: rather right than wrong.
_WRONG = 0.5


class _Fitted(NamedTuple):
    prior: ClassPrior
    accuracy: Floats


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
        first = self._climbed(table, ballot, weights, (ones, _WRONG * ones), first_posterior(ballot, start))
        share = self._share_right(ballot, weights, of_kind, first.posterior)
        self.kind_accuracy_ = dict(zip(_kind_names(table), share.tolist(), strict=True))
        right = np.maximum(self.strength * share[of_kind], 1e-3)
        wrong = np.maximum(self.strength * (1 - share[of_kind]), 1e-3)
        best = self._climbed(table, ballot, weights, (right, wrong), first.posterior)
        self.prior_, accuracy = best.parameters
        self.accuracy_: Floats = accuracy[self.voices_]
        self.objective_, self.converged_, self.iterations_ = best.objective, best.converged, len(best.objective)
        return Posterior(ballot.cells, self._judge(ballot, all_weights, self.prior_, self.accuracy_)[0])

    def _climbed(self, table: LabelTable, ballot: Ballot, weights: Floats, added: tuple[Floats, Floats], start: Floats) -> Any:
        right, wrong = added
        voice = self.voices_[table.worker_codes]
        done = np.bincount(voice, weights=weights, minlength=len(right)) + right + wrong

        def maximise(posterior: Floats, fitted: _Fitted) -> _Fitted:
            found = weights * posterior[ballot.places]
            counts = np.bincount(voice, weights=found, minlength=len(right)) + right
            return _Fitted(fitted.prior.updated(ballot.cells, posterior), counts / done)

        def expect(fitted: _Fitted) -> tuple[Floats, float]:
            posterior, likelihood = self._judge(ballot, weights, fitted.prior, fitted.accuracy[self.voices_])
            penalty = right * np.log(fitted.accuracy) + wrong * np.log1p(-fitted.accuracy)
            return posterior, likelihood + float(penalty.sum()) + fitted.prior.penalty

        blank = _Fitted(ClassPrior.of(table, self.class_prior), np.empty(0))
        limits: dict[str, Any] = {"tolerance": self.tolerance * len(table), "max_iterations": self.max_iterations}
        return highest(
            [fit_by_em(one, blank, maximise, expect, **limits) for one in starts(ballot.cells, start, self.restarts, self.seed)]
        )

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
        table = self._fitted
        others = np.full(len(tasks), len(table.classes) - 1) if table.choices is None else table.choices[tasks] - 1
        right = self.accuracy_[workers]
        return np.where(labels == truths, right, (1 - right) / np.maximum(others, 1))

    def _posterior(self, coded: Coded) -> Posterior:
        ballot = Ballot.of(coded, len(self._fitted.classes))
        weights = self._weights(coded, self.voices_)
        return Posterior(ballot.cells, self._judge(ballot, weights, self.prior_, self.accuracy_)[0])

    def _judge(self, ballot: Ballot, weights: Floats, prior: ClassPrior, accuracy: Floats) -> tuple[Floats, float]:
        workers = ballot.coded.workers
        log_right, log_wrong = np.log(accuracy)[workers], np.log1p(-accuracy)[workers]
        return uniform_error_posterior(ballot, log_right, log_wrong, prior.logs, weights)


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
