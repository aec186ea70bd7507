"""How non-compositional a query is: exchange one word at a time for a synonym and see how far its contexts move.

`hot dog` and `warm dog` keep other company, `red car` and `red automobile` the same. The figure of a query is the mean over all
exchanges; None where no word has a synonym that the collection knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from caesura.retrieval.compositionality.contexts import Contexts, ContextsOf
from caesura.retrieval.compositionality.synonyms import Synonyms

#: How far a changed query is from the query, each given by its words' contexts.
Distance = Callable[[Sequence[Contexts], Sequence[Contexts]], float | None]

#: Synonyms tried for each word: those the collection uses most.
MAX_SYNONYMS = 5


def changed_queries(
    words: Sequence[str], synonyms: Synonyms, contexts_of: ContextsOf, maximum: int = MAX_SYNONYMS
) -> list[tuple[str, ...]]:
    """The query with one word exchanged at a time, for every word and its most used synonyms in the collection."""
    changed = []
    for place, word in enumerate(words):
        known = [other for other in synonyms.get(word, ()) if len(contexts_of(other).terms) and other not in words]
        known.sort(key=lambda other: -contexts_of(other).count)  # the order of the sets decides between equals
        changed += [(*words[:place], other, *words[place + 1 :]) for other in known[:maximum]]
    return changed


def non_compositionality(
    words: Sequence[str], synonyms: Synonyms, contexts_of: ContextsOf, distance: Distance, maximum: int = MAX_SYNONYMS
) -> float | None:
    """The mean distance of the query from its changed forms; a query with a word that keeps no company has no figure."""
    remembered = cache(contexts_of)
    query = [remembered(word) for word in words]
    if not all(len(contexts.terms) for contexts in query):
        return None
    changed = changed_queries(words, synonyms, remembered, maximum)
    distances = [distance(query, [remembered(word) for word in other]) for other in changed]
    known = [value for value in distances if value is not None]
    return sum(known) / len(known) if known else None
