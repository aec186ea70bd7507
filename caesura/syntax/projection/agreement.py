"""Where an inferred question is not English: the words a template brings in do not agree with the query's words beside them.

Templates know slots and not forms of words, so `what is the N` is as good to them for `side effects` as for `price`. What can be
told from endings is counted here, and questions with such a clash are ranked behind others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from caesura.syntax.closed_class import DO_AND_MODALS, FUNCTION_WORDS, WH_WORDS

_ONE: Final = frozenset(("is", "was", "has", "does", "a", "an"))
_SEVERAL: Final = frozenset(("are", "were", "have", "do"))
_ARTICLES: Final = frozenset(("a", "an", "the", "some", "your", "my"))
#: What a form in -ing cannot stand behind.
_BEFORE_PLAIN_VERBS: Final = DO_AND_MODALS | WH_WORDS | frozenset(("to", "i", "you", "we", "they", "he", "she"))
_PLURAL_LOOKS: Final = ("ss", "us", "is")


def looks_plural(word: str) -> bool:
    return len(word) > 3 and word.endswith("s") and not word.endswith(_PLURAL_LOOKS)


def clashes(question: Sequence[str], places: Sequence[int]) -> int:
    """How many words that are not the query's clash with those that follow."""
    own = frozenset(places)
    clashing = 0
    for at, word in enumerate(question[:-1]):
        if at in own:
            continue
        behind = question[at + 1]
        clashing += at + 1 in own and behind.endswith("ing") and len(behind) > 4 and word in _BEFORE_PLAIN_VERBS
        clashing += word in ("a", "an") and (behind[0] in "aeiou") != (word == "an")
        head = _head(question, at + 1)
        if head is not None:
            clashing += looks_plural(head) if word in _ONE else not looks_plural(head) if word in _SEVERAL else False
    return clashing


def _head(question: Sequence[str], at: int) -> str | None:
    """The last word of the noun phrase that begins there; None where there is none."""
    if question[at] in _ARTICLES:
        at += 1
    end = at
    while end < len(question) and question[end] not in FUNCTION_WORDS:
        end += 1
    return question[end - 1] if end > at else None
