"""The features of one query's places by a kernel, as plain values: for models that need more than the kernel knows."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from caesura.segmenters.learned.features import AROUND, Places
from caesura.segmenters.separators import Separators
from caesura.shapes import Words

if TYPE_CHECKING:
    from caesura.segmenters.kernel._learned import LearnedKernel


def kernel_places(kernel: LearnedKernel, words: Words) -> Places | None:
    """What `features.places` gives, by a kernel that describes queries; None where only Python can."""
    described = kernel.features(" ".join(words))
    if described is None:
        return None
    numbers, tags, vectors = array("d", described[0]), described[1], array("b", described[2])
    count = len(words) - 1
    return Places(
        [numbers[at : at + len(numbers) // count].tolist() for at in range(0, len(numbers), len(numbers) // count)],
        [list(tags[at : at + len(AROUND)]) for at in range(0, len(tags), len(AROUND))],
        None,
        [vectors[at : at + len(vectors) // count].tolist() for at in range(0, len(vectors), len(vectors) // count)],
        Separators(described[3]),
    )
