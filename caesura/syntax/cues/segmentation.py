"""Segmentation cues from a (query, title) pair whose words align completely (Pinter et al. 2016, section 4).

*Reordering* marks both ends of a part that stands elsewhere in the title. *Intruding* marks a break between two neighbours of the
query where the title has a form of BE or HAVE, a preposition or a conjunction between them, alone or among the last three words of
what is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from caesura.shapes import Flat, Words
from caesura.syntax.closed_class import BE, CONJUNCTIONS, HAVE, PREPOSITIONS
from caesura.syntax.cues.alignment import NOWHERE, align, longest_in_order
from caesura.syntax.cues.pairs import Pair


class Cue(StrEnum):
    """Why a break is where it is."""

    REORDERING = "reordering"
    BE = "intruding-be"
    HAVE = "intruding-have"
    PREPOSITION = "intruding-preposition"
    CONJUNCTION = "intruding-conjunction"


# How far from the end of what intrudes a word still counts.
_LAST = 3

_CLASSES = ((Cue.BE, BE), (Cue.HAVE, HAVE), (Cue.PREPOSITION, PREPOSITIONS), (Cue.CONJUNCTION, CONJUNCTIONS))


@dataclass(frozen=True, slots=True)
class CueSegmentation:
    """A query with the breaks that cues gave it; `cues` names them, break by break."""

    words: Words
    flat: Flat
    cues: tuple[tuple[Cue, ...], ...]


def without_site_terms(query: Words) -> Words:
    """`site:` terms belong to the engine, not to the query's grammar."""
    return tuple(word for word in query if not word.startswith("site:"))


def segment_by_cues(pair: Pair) -> CueSegmentation | None:
    """The query cut at its cues; None where a word other than `to` has no place in the title, or no word is left.

    A `to` that the title does not have stays with the word behind it.
    """
    words = without_site_terms(pair.query)
    places = align(words, pair.title)
    if not words or any(place == NOWHERE and word != "to" for word, place in zip(words, places, strict=True)):
        return None
    return segment_aligned(words, places, pair.title)


def segment_aligned(words: Words, places: tuple[int, ...], title: Words) -> CueSegmentation:
    """The same where it is known which word of the title each word is."""
    at_breaks: list[tuple[Cue, ...]] = [()] * (len(words) - 1)
    known = [at for at, place in enumerate(places) if place != NOWHERE]
    taken = frozenset(places)
    kept = frozenset(known[at] for at in longest_in_order(tuple(places[at] for at in known)))
    for left, right in pairwise(known):
        cues = (*_reordering(left, right, places, kept), *_intruding(places[left], places[right], taken, title))
        # What stands between two aligned words can only be unaligned `to`s: they open what follows.
        at_breaks[left] = cues
    return CueSegmentation(words, Flat(tuple(int(bool(cues)) for cues in at_breaks)), tuple(at_breaks))


def _reordering(left: int, right: int, places: tuple[int, ...], kept: frozenset[int]) -> tuple[Cue, ...]:
    if (left in kept) != (right in kept):
        return (Cue.REORDERING,)  # an end of a moved part
    if left in kept:
        return ()
    # Two moved words are one part if they follow each other in the title with nothing that stayed between them.
    between = any(places[left] < places[at] < places[right] for at in kept)
    return (Cue.REORDERING,) if places[right] < places[left] or between else ()


def _intruding(left: int, right: int, taken: frozenset[int], title: Words) -> tuple[Cue, ...]:
    between = [title[place] for place in range(left + 1, right) if place not in taken]
    return tuple(cue for cue, members in _CLASSES if any(word in members for word in between[-_LAST:]))
