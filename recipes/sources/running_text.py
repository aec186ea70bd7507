"""Names that are running text far more often: "for sale" and "at home" are films, "to do" is a noun.

A name of two words is left out if one of them is a function word and the other one too, or so frequent a word that the two meet all
the time without naming anything. "Under armour" stays, and so does what begins with an article ("the wall").
"""

from __future__ import annotations

from collections.abc import Callable

from recipes.sources.collocations import NEVER_AT_AN_EDGE
from recipes.sources.forms import ARTICLES

Words = tuple[str, ...]

#: As frequent as that: every ten-thousandth word of a text.
_FREQUENT = 1e-4


def is_running_text(name: Words, count: Callable[[Words], float], total: int) -> bool:
    """Whether this name is left out, by the counts of its words in a text of `total` words."""
    if len(name) != 2 or name[0] in ARTICLES:
        return False
    others = [word for word in name if word not in NEVER_AT_AN_EDGE]
    return len(others) < 2 and all(count((word,)) >= _FREQUENT * total for word in others)
