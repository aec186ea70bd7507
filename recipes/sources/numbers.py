"""Numbers in words read as digits: "nineteen ninety eight" is 1998, "twenty first" is 21st.

The speech models know numbers only as they are spoken; queries hold digits.
"""

from __future__ import annotations

from collections.abc import Sequence

_SPOKEN_UNITS = "zero one two three four five six seven eight nine"
_SPOKEN_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_SPOKEN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_SPOKEN_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth"
)
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}

_UNITS = {word: value for value, word in enumerate(_SPOKEN_UNITS.split())}
_TEENS = {word: value for value, word in enumerate(_SPOKEN_TEENS.split(), start=10)}
_TENS = {word: 10 * value for value, word in enumerate(_SPOKEN_TENS.split(), start=2)}
_ORDINALS = {word: f"{value}{_ENDINGS.get(value, 'th')}" for value, word in enumerate(_SPOKEN_ORDINALS.split(), start=1)}
_ORDINALS |= {"twentieth": "20th", "thirtieth": "30th"}
_ORDINAL_UNITS = {word: digits for word, digits in _ORDINALS.items() if len(digits) == 3}

#: Words of which at least one is in every spoken number.
NUMBER_WORDS = frozenset({*_UNITS, *_TEENS, *_TENS, *_ORDINALS})

#: After one of these a number may go on.
OPEN_ENDS = frozenset({*_TENS, *(word for word in _TEENS if word != "ten"), "hundred", "thousand"})


def in_digits(words: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """The words with each longest spoken number as one word in digits, and how many words each took."""
    written = []
    at = 0
    while at < len(words):
        digits, taken = _number_at(words, at)
        written.append((digits, taken))
        at += taken
    return tuple(written)


def _number_at(words: Sequence[str], at: int) -> tuple[str, int]:
    """The longest number that begins here, or the word as it is."""
    here = words[at]
    if here in _ORDINALS:
        return _ORDINALS[here], 1
    value, taken = _below_hundred(words, at)
    if not taken:
        return here, 1
    following = words[at + taken] if at + taken < len(words) else ""
    if (following == "hundred" and 0 < value < 10) or (following == "thousand" and value > 0):
        rest, more = _below_hundred(words, at + taken + 1)
        return str(value * (100 if following == "hundred" else 1000) + rest), taken + 1 + more
    if here in _TENS and taken == 1 and following in _ORDINAL_UNITS:
        return f"{value // 10}{_ORDINAL_UNITS[following]}", 2
    if 13 <= value <= 20:
        # A century and its year: nineteen ninety eight, twenty ten.
        year, more = _below_hundred(words, at + taken)
        if more and year >= 10:
            return f"{value}{year}", taken + more
    return str(value), taken


def _below_hundred(words: Sequence[str], at: int) -> tuple[int, int]:
    """A number from 0 to 99 that begins here, and its words; no words where there is none."""
    here = words[at] if at < len(words) else ""
    if here in _UNITS:
        return _UNITS[here], 1
    if here in _TEENS:
        return _TEENS[here], 1
    if here in _TENS:
        unit = _UNITS.get(words[at + 1], 0) if at + 1 < len(words) else 0
        return _TENS[here] + unit, 2 if unit else 1
    return 0, 0
