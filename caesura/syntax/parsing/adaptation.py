"""A tagger made used to queries: their words take the tags they have in the title of the page they led to (Ganchev et al. 2012).

A title is a sentence, and a tagger is good at sentences. Each word of the query that stands in the title takes its tag there; the
others keep the tag they get in the query. Queries tagged so are learned from beside the treebanks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from caesura.syntax.alignment import NOWHERE, aligned
from caesura.syntax.pairs import Pair
from caesura.tagging import Tagged, Tagger


def projected(pair: Pair, tagger: Tagger) -> Tagged:
    """The query with the tags of its title."""
    of_title = tagger(pair.title)
    own = tagger(pair.query)
    places = aligned(pair.query, pair.title)
    return Tagged(pair.query, tuple(own[i] if place == NOWHERE else of_title[place] for i, place in enumerate(places)))


def queries_to_learn_from(pairs: Iterable[Pair], tagger: Tagger) -> Iterator[Tagged]:
    """The projected queries of pairs; a query of which less than half stands in the title says nothing about it."""
    for pair in pairs:
        found = sum(place != NOWHERE for place in aligned(pair.query, pair.title))
        if pair.query and 2 * found >= len(pair.query):
            yield projected(pair, tagger)
