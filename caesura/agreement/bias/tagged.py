"""Queries with a part of speech for every word: the corpus's own tags, or those of a tagger that was handed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caesura.agreement.items import AnnotatedQuery, Kind, items_of
from caesura.corpus import Corpus, Tagger
from caesura.shapes import Words, fold

# Penn, QTag and universal tags. QTag has verbs of its own for be, have and do.
_VERB_BEGINNINGS = ("VB", "BE", "HV", "DO")
_VERBS = frozenset(("MD", "VERB", "AUX"))
_BETWEEN_VERBS = frozenset(("RB", "RBR", "RBS", "XNOT", "ADV", "PART", "TO"))
_PREPOSITIONS = frozenset(("IN", "TO", "ADP"))
# Penn's IN also holds conjunctions.
_CONJUNCTIONS = frozenset(("although", "because", "if", "though", "unless", "whereas", "whether", "while"))


@dataclass(frozen=True, slots=True)
class TaggedItem:
    """A query's annotations with its words and tags."""

    item: AnnotatedQuery
    words: Words
    tags: tuple[str, ...]


def tagged_items(corpus: Corpus, tagger: Tagger | None = None) -> tuple[list[TaggedItem], int]:
    """The queries with a tag for each word, and the number of those left out because they have no tags.

    A corpus's tags that do not match its words one to one (a tagger that split `u.s.`) count as missing.
    """
    items = {item.id: item for item in items_of(corpus, Kind.FLAT)}
    tagged: list[TaggedItem] = []
    left_out = 0
    for entry in corpus:
        if entry.query.id not in items:
            continue
        words, tags = entry.query.words, entry.query.tags
        if tags is None or len(tags) != len(words):
            tags = None if tagger is None else tuple(tagger(words))
        if tags is None or len(tags) != len(words):
            left_out += 1
        else:
            tagged.append(TaggedItem(items[entry.query.id], words, tags))
    return tagged, left_out


def is_verb(tag: str) -> bool:
    return tag in _VERBS or tag.startswith(_VERB_BEGINNINGS)


def is_preposition(word: str, tag: str) -> bool:
    """By tag; "to" before a verb counts too (as in `how to | choose`), conjunctions that Penn tags alike do not."""
    folded = fold(word)
    return (tag in _PREPOSITIONS and folded not in _CONJUNCTIONS) or (tag == "PART" and folded == "to")


def verb_phrase(tags: Sequence[str]) -> tuple[int, int] | None:
    """Where the verb phrase begins, and the last word of its verb group; it runs to the end of the query. None without verb."""
    start = next((place for place, tag in enumerate(tags) if is_verb(tag)), None)
    if start is None:
        return None
    last = place = start
    while place + 1 < len(tags) and (is_verb(tags[place + 1]) or tags[place + 1] in _BETWEEN_VERBS):
        place += 1
        last = place if is_verb(tags[place]) else last
    return start, last
