"""Parts of a corpus to be scored side by side: nominal or not, safe or not, by length, or any predicate of your own.

`parse_subset("nominal&length>=5")` reads what the command line takes: conditions joined by `&`, each the name of a
fact (`nominal`, `non-nominal`, `safe`, `unsafe`, `segmented`, `unsegmented`) or a comparison of a number (`length>=5`,
`votes=10`, `segmentations>3`, `top<7`).
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from caesura.corpus import LABELS, Corpus, Entry, query_facts
from caesura.evaluation.query_votes import flat_votes
from caesura.evaluation.table import Flags
from caesura.foundation import InputError

Predicate = Callable[[Entry], bool]

_NUMBERS: dict[str, Callable[[Entry], int]] = {
    "length": lambda entry: len(entry.query.words),
    "votes": lambda entry: entry.votes.total,
    "segmentations": lambda entry: len(flat_votes(entry)),
    "top": lambda entry: flat_votes(entry).top.count,
}
_SIGNS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    "=": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
_COMPARISON = re.compile(r"(\w+)\s*(>=|<=|!=|==?|>|<)\s*(\d+)")
_WORDS = {label: (fact, wanted) for fact, labels in LABELS.items() for label, wanted in zip(labels, (True, False), strict=True)}
_CURE = (
    f"write all, {', '.join(_WORDS)}, or a comparison such as length>=5 ({', '.join(_NUMBERS)}; =, !=, <, <=, >, >=), joined by &"
)


@dataclass(frozen=True)
class Subset:
    """The queries for which `holds` is true. `Subset("questions", lambda entry: entry.query.words[0] == "how")`."""

    name: str
    holds: Predicate

    def flags(self, corpus: Corpus) -> Flags:
        """Which queries of the corpus belong to it; none at all is an error, there would be nothing to average."""
        flags = np.array([bool(self.holds(entry)) for entry in corpus], dtype=np.bool_)
        if not flags.any():
            raise InputError(f"no query of {corpus.name} is in the subset '{self.name}'", cure="leave the subset out")
        return flags


ALL = Subset("all", lambda entry: True)  # noqa: ARG005 - a predicate takes an entry


def parse_subset(text: str) -> Subset:
    name = text.strip()
    if name == "all":
        return ALL
    conditions = [_condition(part.strip(), text) for part in name.split("&")]
    return Subset(name, lambda entry: all(condition(entry) for condition in conditions))


def _condition(part: str, text: str) -> Predicate:
    if part in _WORDS:
        fact, wanted = _WORDS[part]
        return lambda entry: _known(entry, fact) is wanted
    match = _COMPARISON.fullmatch(part)
    if match is None or match[1] not in _NUMBERS:
        raise InputError(f"'{part}' in the subset '{text}' is not understood", cure=_CURE)
    number, sign, limit = _NUMBERS[match[1]], _SIGNS["=" if match[2] == "==" else match[2]], int(match[3])
    return lambda entry: sign(number(entry), limit)


def _known(entry: Entry, fact: str) -> bool:
    value: bool | None = getattr(query_facts(Entry(entry.query, flat_votes(entry))), fact)
    if value is None:
        raise InputError(
            f"whether query {entry.query.id} is {LABELS[fact][0]} is not known", cure="use a corpus with part-of-speech tags"
        )
    return value
