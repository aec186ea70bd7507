"""Drawing from labels that were really given: k of each item's, or with spammers mixed in, or by better and worse workers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from caesura.foundation import InputError
from caesura.labels.simulated_crowd import given_labels
from caesura.labels.table import Integers, LabelTable


def label_ranks(table: LabelTable, draw: np.random.Generator) -> Integers:
    """A random order of each item's labels: 0 is asked for first."""
    order = np.lexsort((draw.random(len(table)), table.task_codes))
    starts = np.concatenate(([0], np.cumsum(table.labels_per_task)[:-1]))
    ranks = np.empty(len(table), dtype=np.int64)
    ranks[order] = np.arange(len(table)) - starts[table.task_codes[order]]
    return ranks


def draw_labels(table: LabelTable, size: int, draw: np.random.Generator) -> LabelTable:
    """`size` labels of each item at random; an item that has fewer keeps all."""
    if size < 1:
        raise InputError(f"{size} labels per item", cure="draw 1 or more")
    return table.keep(label_ranks(table, draw) < size)


def mix_spammers(table: LabelTable, share: float, draw: np.random.Generator) -> LabelTable:
    """A share of the labels is given by spammers instead, who guess; each does as many as a worker does on average."""
    if not 0 <= share <= 1:
        raise InputError(f"a share of {share} spam", cure="give a number between 0 and 1")
    replaced = np.flatnonzero(draw.random(len(table)) < share)
    each = max(1, round(len(table) / len(table.workers)))
    names = tuple(("spammer", number) for number in range(-(-len(replaced) // each)))
    workers, labels = table.worker_codes.copy(), table.label_codes.copy()
    workers[replaced] = len(table.workers) + np.arange(len(replaced)) // each
    labels[replaced] = draw.integers(0, len(table.classes), len(replaced))
    changed = replace(table, workers=(*table.workers, *names), worker_codes=workers, label_codes=labels)
    return changed.keep(np.ones(len(table), dtype=np.bool_))


def redraw_quality(table: LabelTable, gold: Integers, accuracy: float, spread: float, draw: np.random.Generator) -> LabelTable:
    """Who labelled what stays; what they said is drawn again, with accuracies spread evenly around the given one.

    Only items with a gold label remain: the others have no truth to be right about.
    """
    if not 0 <= accuracy <= 1:
        raise InputError(f"an accuracy of {accuracy}", cure="give a number between 0 and 1")
    rows = gold[table.task_codes] >= 0
    accuracies = np.clip(accuracy + spread * (2 * draw.random(len(table.workers)) - 1), 0, 1)
    truths = gold[table.task_codes[rows]]
    labels = given_labels(draw, truths, accuracies[table.worker_codes[rows]], len(table.classes))
    return replace(table.keep(rows), label_codes=labels)
