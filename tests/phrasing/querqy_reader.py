"""A strict reader of Querqy's common rules, as far as they boost, written after its documentation and its parser.

A line without its comment (`#` and all behind it) is empty, an input (it ends in `=>`), or an instruction for the input above.
Input: words; a quote at either end is a boundary of the query, `*` a wildcard at the end, `name:` a field. Instruction:
`UP(boost): * raw query`, where `%%` would begin a parameter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_UP = re.compile(r"UP\((?P<boost>\d+(?:\.\d+)?)\)\s*:\s*\*\s*(?P<raw>\S.*)")
#: What would make more of an input than its words.
_MEANING = re.compile(r'[*":{}()\[\]]|\b(?:AND|OR|NOT)\b|^[@/]')


@dataclass(frozen=True)
class Rule:
    """The words that a query must hold, and what is then raised by how much."""

    words: tuple[str, ...]
    boost: float
    raw: str


def read_rules(text: str) -> list[Rule]:
    """The rules; whatever a parser could take for something else is an error."""
    rules: list[Rule] = []
    words: tuple[str, ...] | None = None
    for number, whole in enumerate(text.split("\n"), start=1):
        line = whole.strip().partition("#")[0].strip()
        if not line:
            continue
        if line.endswith("=>"):
            if words is not None:
                raise ValueError(f"line {number}: the input above has no instruction")
            given = line.removesuffix("=>").strip()
            if not given or _MEANING.search(given):
                raise ValueError(f"line {number}: {given!r} is not only words")
            words = tuple(given.split())
            continue
        found = _UP.fullmatch(line)
        if words is None or found is None or "%%" in found["raw"]:
            raise ValueError(f"line {number}: {line!r} is not an instruction")
        rules.append(Rule(words, float(found["boost"]), found["raw"]))
        words = None
    if words is not None:
        raise ValueError("the last input has no instruction")
    return rules
