"""Evaluate methods on a corpus: the per-query statistics of every method under every measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from caesura.corpus import Corpus
from caesura.evaluation.fit import Fit
from caesura.evaluation.measures import MEASURES
from caesura.evaluation.measures.base import Measure
from caesura.evaluation.people import Rests, best_possible, person, rests
from caesura.evaluation.predicted import Facts, Predicted
from caesura.evaluation.predictions import Predictions, masks_of
from caesura.evaluation.reference_rule import ReferenceRule
from caesura.evaluation.statistics import Statistics
from caesura.evaluation.table import Masks, VoteTable
from caesura.shapes import Flat


@dataclass(frozen=True)
class Evaluation:
    """What was evaluated, and the statistics by method, then measure."""

    corpus: Corpus
    table: VoteTable
    rule: ReferenceRule
    measures: tuple[Measure, ...]
    predictions: Mapping[str, Masks]
    statistics: tuple[Statistics, ...]
    #: Method -> where its predictions come from: facts for the signature, queries it was trained on, notes for the reader.
    sources: Mapping[str, Predicted[Flat]] = field(default_factory=dict)

    @property
    def methods(self) -> tuple[str, ...]:
        return tuple(self.predictions)

    @property
    def notes(self) -> list[str]:
        """What whoever reads the figures must know."""
        return list(dict.fromkeys(note for source in self.sources.values() for note in source.notes))

    def facts(self, method: str) -> Facts:
        """What the signature of a method's figures says of it; nothing for people."""
        return self.sources[method].facts if method in self.sources else {}

    def of(self, method: str, measure: str) -> Statistics:
        return next(one for one in self.statistics if (one.method, one.measure.name) == (method, measure))

    @cached_property
    def rests(self) -> Rests:
        return rests(self.table)

    @cached_property
    def people(self) -> tuple[Statistics, ...]:
        """The annotators against each other, and the best that could be had there; empty where nobody has a peer."""
        if not len(self.rests.table):
            return ()
        return (*person(self.rests, self.measures, self.rule), *best_possible(self.rests, self.measures, self.rule))

    @cached_property
    def annotators(self) -> str:
        """How many votes a query has: `10`, or `10-14` where that differs."""
        low, high = int(self.table.totals.min()), int(self.table.totals.max())
        return str(low) if low == high else f"{low}-{high}"


def evaluate(
    corpus: Corpus,
    predictions: Mapping[str, Predictions | Predicted[Flat]],
    *,
    measures: Sequence[Measure] | None = None,
    rule: ReferenceRule = ReferenceRule.CLOSEST,
    table: VoteTable | None = None,
) -> Evaluation:
    """Score predictions (method -> query id -> segmentation) under all measures, or those given."""
    used = tuple(measures or MEASURES.values())
    votes = table or VoteTable.from_corpus(corpus)
    known = {method: Predicted.known(given) for method, given in predictions.items()}
    masks = {method: masks_of(method, predicted.of, corpus) for method, predicted in known.items()}
    statistics: list[Statistics] = []
    for method, predicted_masks in masks.items():
        fit = Fit.of_all(votes, predicted_masks, rule)
        statistics += [Statistics(method, measure, measure.fast(fit), len(votes)) for measure in used]
    return Evaluation(corpus, votes, rule, used, masks, tuple(statistics), known)
