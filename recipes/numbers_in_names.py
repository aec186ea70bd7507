"""Numbers that belong to a name or a unit: `3.5 mm jack`, `windows 98`, `ford f 150`, `iphone 14 pro max`.

Annotators of one corpus were of two minds about numbers and mostly broke beside them, so a teacher that learned from them breaks
there too. Search engines want such names in one piece: in logged queries these places are labelled here, not by the teacher.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from caesura.lexicon import LexiconLike

#: Words that follow a number as its unit.
# fmt: off
UNITS = frozenset(
    [
        "mm", "cm", "m", "km", "inch", "inches", "ft", "foot", "feet", "yard", "yards", "mile", "miles", "meter", "volt",
        "volts", "watt", "watts", "amp", "amps", "ohm", "hz", "mhz", "ghz", "kb", "mb", "gb", "tb", "megapixel", "lb", "lbs",
        "pound", "pounds", "oz", "ounce", "kg", "gram", "grams", "mg", "ml", "liter", "litre", "gallon", "quart", "cup", "psi",
        "hp", "horsepower", "rpm", "mph", "cc", "btu", "degree", "degrees", "percent", "gauge", "ton", "day", "days", "week",
        "weeks", "month", "months", "year", "years", "hour", "hours", "minute", "minutes", "second", "seconds", "piece",
        "pack", "person", "door", "bedroom", "speed", "dollar", "cent", "point", "pin", "bit", "string", "gear", "cylinder",
        "carat", "grit", "ply",
    ]
)
# fmt: on

#: Words that follow a model's number as a part of its name.
VARIANTS = ("pro", "max", "plus", "mini", "lite", "ultra", "xl", "se", "gt", "classic", "turbo", "sport", "touring", "ii", "iii")

#: What share of people would break inside such a name.
AT_A_UNIT, AT_A_MODEL = 0.1, 0.15
_NUMBER = re.compile(r"\d+(?:[./]\d+)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_LONGEST_NAME = 5


def named_number(word: str) -> bool:
    """A number that may be a model's; a year is said of things, not part of their name."""
    return _NUMBER.fullmatch(word) is not None and _YEAR.fullmatch(word) is None


def places_in_names(words: Sequence[str], lexicon: LexiconLike) -> dict[int, float]:
    """The places of a query that are inside such a name, with the share of people who should break there. A title of the lexicon
    that holds a number is a name."""
    folded = [word.lower() for word in words]
    shares: dict[int, float] = {}
    for start in range(len(folded)):
        for end in range(start + 2, min(len(folded), start + _LONGEST_NAME) + 1):
            if any(map(named_number, folded[start:end])) and lexicon.is_title(folded[start:end]):
                shares |= dict.fromkeys(range(start, end - 1), AT_A_MODEL)
    for place, (before, behind) in enumerate(pairwise(folded)):
        if _NUMBER.fullmatch(before) and behind in UNITS:
            shares[place] = AT_A_UNIT
        if named_number(behind) and place and re.fullmatch("[a-z]", before):
            shares |= {place - 1: AT_A_MODEL, place: AT_A_MODEL}  # ford f 150
        if place and named_number(before) and behind in VARIANTS and not named_number(folded[place - 1]):
            shares |= {place - 1: AT_A_MODEL, place: AT_A_MODEL}  # iphone 14 pro
    return shares
