"""Crowds that never were: labels and segmentations of made-up workers, whose truth is known."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from caesura.corpus import Corpus, Entry, Votes
from caesura.foundation import InputError
from caesura.labels.table import Floats, Integers, LabelTable, label_table
from caesura.shapes import Flat

#: So many random numbers are held at once.
_BLOCK = 4_000_000


@dataclass(frozen=True)
class SimulatedCrowd:
    """What a made-up crowd is like. Accuracies are spread evenly `spread` to both sides of `accuracy`; spammers guess."""

    workers: int = 30
    accuracy: float = 0.75
    spread: float = 0.2
    spammers: float = 0.0

    def accuracies(self, draw: np.random.Generator, chance: float) -> Floats:
        """One per worker; the first ones are the spammers."""
        if self.workers < 1:
            raise InputError(f"a crowd of {self.workers} workers", cure="give at least 1")
        for name in ("accuracy", "spread", "spammers"):
            if not 0 <= getattr(self, name) <= 1:
                raise InputError(f"{name} is {getattr(self, name)}", cure="give a share between 0 and 1")
        accuracies = np.clip(self.accuracy + self.spread * (2 * draw.random(self.workers) - 1), 0, 1)
        accuracies[: round(self.spammers * self.workers)] = chance
        return accuracies


def make_labels(
    crowd: SimulatedCrowd, *, items: int, classes: int = 2, labels_per_item: int = 5, seed: int = 1
) -> tuple[LabelTable, dict[Hashable, Hashable]]:
    """Labels and their gold: every item is labelled by different workers, wrong labels are any of the others."""
    if items < 1 or classes < 1:
        raise InputError(f"{items} items of {classes} classes", cure="give at least 1 of each")
    if not 1 <= labels_per_item <= crowd.workers:
        raise InputError(
            f"{labels_per_item} labels per item of {crowd.workers} workers", cure="give 1 to as many as there are workers"
        )
    draw = np.random.default_rng(seed)
    accuracies = crowd.accuracies(draw, 1 / classes)
    truths = draw.integers(0, classes, items)
    tasks = np.repeat(np.arange(items), labels_per_item)
    workers = _chosen(draw, items, crowd.workers, labels_per_item)
    labels = given_labels(draw, truths[tasks], accuracies[workers], classes)
    table = label_table([f"item {task}" for task in tasks.tolist()], [f"worker {who}" for who in workers.tolist()], labels)
    return table, {f"item {item}": int(truth) for item, truth in enumerate(truths)}


def _chosen(draw: np.random.Generator, items: int, workers: int, size: int) -> Integers:
    """Different workers for each item, item after item."""
    block = max(1, _BLOCK // workers)
    parts = [
        np.argsort(draw.random((min(block, items - begin), workers)), axis=1)[:, :size].ravel() for begin in range(0, items, block)
    ]
    return np.concatenate(parts)


def given_labels(draw: np.random.Generator, truths: Integers, accuracies: Floats, classes: int) -> Integers:
    """What workers of these accuracies say where these are the truths."""
    if classes == 1:
        return np.zeros_like(truths)
    wrong = (truths + draw.integers(1, classes, len(truths))) % classes
    return np.where(draw.random(len(truths)) < accuracies, truths, wrong)


def make_annotations(truths: Corpus, crowd: SimulatedCrowd, *, annotators_per_query: int = 10, seed: int = 1) -> Corpus:
    """A corpus of flat segmentations by a made-up crowd: each annotator gets each boundary right with their accuracy.

    The truth of a query is its top vote. Spammers break at random.
    """
    if not 1 <= annotators_per_query <= crowd.workers:
        raise InputError(f"{annotators_per_query} annotators of {crowd.workers}", cure="give 1 to as many as there are workers")
    draw = np.random.default_rng(seed)
    accuracies = crowd.accuracies(draw, 0.5)
    entries: list[Entry] = []
    for entry in truths:
        truth = entry.votes.top.shape
        if not isinstance(truth, Flat):
            raise InputError("crowds are made up for flat segmentations only", cure="use a corpus of flat segmentations")
        annotators = draw.permutation(crowd.workers)[:annotators_per_query]
        annotations = []
        for who in annotators.tolist():
            right = draw.random(truth.size - 1) < accuracies[who]
            shape = Flat(tuple(int(value) if kept else 1 - value for value, kept in zip(truth.breaks, right, strict=True)))
            annotations.append((shape, f"worker {who}", ()))
        entries.append(Entry(entry.query, Votes.count(annotations)))
    return Corpus(f"{truths.name}, made-up crowd", tuple(entries))
