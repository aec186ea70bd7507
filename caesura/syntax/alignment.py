"""Which word of the title each word of the query is."""

from __future__ import annotations

from caesura.shapes import Words

#: The place of a word that has none in the title.
NOWHERE = -1


def aligned(query: Words, title: Words) -> tuple[int, ...]:
    """Places in the title, counted from 0; each is used once.

    A repeated word takes the leftmost free occurrence that keeps order if there is one, else the leftmost free one.
    """
    free: dict[str, list[int]] = {}
    for place, word in enumerate(title):
        free.setdefault(word, []).append(place)
    found = []
    last = NOWHERE
    for word in query:
        places = free.get(word)
        if not places:
            found.append(NOWHERE)
            continue
        place = next((place for place in places if place > last), places[0])
        places.remove(place)
        found.append(place)
        last = place
    return tuple(found)


def kept_in_order(places: tuple[int, ...]) -> frozenset[int]:
    """Indices of the longest part that stands in the same order in both; of several as long, the one that ends and runs later.

    People put a topic in front more often than behind: where either part may have been moved, the earlier one was.
    """
    longest: list[int] = []  # length of the longest rising run that begins here
    for at in range(len(places) - 1, -1, -1):
        behind = [longest[len(places) - 1 - other] for other in range(at + 1, len(places)) if places[other] > places[at]]
        longest.append(1 + max(behind, default=0))
    longest.reverse()
    kept: list[int] = []
    wanted = max(longest, default=0)
    floor = NOWHERE
    start = 0
    while wanted:
        at = max(i for i in range(start, len(places)) if longest[i] == wanted and places[i] > floor)
        kept.append(at)
        floor, start, wanted = places[at], at + 1, wanted - 1
    return frozenset(kept)
