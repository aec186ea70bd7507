"""Folds over queries: the same ones for every method, so that figures of methods that learn can be compared."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TypeVar

from caesura.foundation import InputError

Item = TypeVar("Item")


def in_folds(items: Sequence[Item], folds: int, seed: int) -> Iterator[tuple[list[int], list[int]]]:
    """(indices to learn from, indices to answer for), drawn once by the seed."""
    if not 2 <= folds <= len(items):
        raise InputError(f"{folds} folds of {len(items)} queries", cure=f"use 2 to {len(items)} folds")
    order = list(range(len(items)))
    random.Random(seed).shuffle(order)
    for fold in range(folds):
        asked = sorted(order[fold::folds])
        left_out = set(asked)
        yield [at for at in range(len(items)) if at not in left_out], asked
