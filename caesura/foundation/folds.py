"""Folds: items dealt into parts, so that each is answered for by what was learned from all others.

A deal is one number per item, that of its fold. `in_turn` and `shuffled` deal; a room with reasons of its own (the same text, the
same sentence goes into the same fold) deals itself. `each_fold` goes through any deal.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from caesura.foundation.errors import InputError


def check_folds(folds: int, size: int, what: str = "queries", *, least: int = 2) -> None:
    """An error where this many folds cannot be dealt from this many items."""
    if not least <= folds <= size:
        cure = f"use {least} to {size} folds" if size > least else f"use {least}" if size == least else f"give more {what}"
        raise InputError(f"{folds} folds of {size} {what}", cure=cure)


def in_turn(size: int, folds: int, what: str = "queries") -> tuple[int, ...]:
    """The first item into fold 0, the next into 1, and round again: every k-th item is in one fold."""
    check_folds(folds, size, what)
    return tuple(number % folds for number in range(size))


def shuffled(size: int, folds: int, seed: int, what: str = "queries") -> tuple[int, ...]:
    """As `in_turn`, after shuffling: the same seed, the same folds."""
    turns = in_turn(size, folds, what)
    order = list(range(size))
    random.Random(seed).shuffle(order)
    numbers = [0] * size
    for turn, item in zip(turns, order, strict=True):
        numbers[item] = turn
    return tuple(numbers)


def each_fold(numbers: Sequence[int], folds: int) -> Iterator[tuple[list[int], list[int]]]:
    """For each fold the places of the items to learn from, and of those to answer for, both in their order."""
    for fold in range(folds):
        others = [at for at, number in enumerate(numbers) if number != fold]
        yield others, [at for at, number in enumerate(numbers) if number == fold]
