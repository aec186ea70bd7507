"""The measures, one short file each, registered by holding `MEASURE`; in the order of the thesis's tables, then others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caesura.foundation import Registry

if TYPE_CHECKING:
    from caesura.evaluation.measures.base import Measure

#: All measures by name.
MEASURES: Registry[Measure] = Registry(
    "measure",
    __name__,
    "MEASURE",
    order=("bestfit", "bestfit3", "bestfit-normalized", "category", "category-normalized", "corpus", "newbreak"),
)


def measure(name: str) -> Measure:
    """The measure of that name, or an error that lists the names."""
    return MEASURES[name]
