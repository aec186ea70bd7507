"""Which of several annotations that one person gave to one item count: one rule for corpora, label tables and platforms' files."""

from __future__ import annotations

from enum import StrEnum

from caesura.foundation import one_of


class Duplicates(StrEnum):
    """Which of one annotator's several annotations of an item count."""

    LAST = "last"
    FIRST = "first"
    ALL = "all"


def duplicates_rule(name: Duplicates | str) -> Duplicates:
    """The rule of that name; an unknown one is an error that lists them."""
    return Duplicates(one_of("rule for duplicates", name, Duplicates))
