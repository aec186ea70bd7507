"""Which word of the title each word of the query is."""

from __future__ import annotations

from caesura.shapes import Words

#: The place of a word that has none in the title.
NOWHERE = -1


def align(query: Words, title: Words) -> tuple[int, ...]:
    """Places in the title, counted from 0; each is used once.

    A repeated word takes the leftmost free occurrence that keeps order if there is one, else the leftmost free one.
    """
    free: dict[str, list[int]] = {}
    for place, word in enumerate(title):
        free.setdefault(word, []).append(place)
    aligned = []
    last = NOWHERE
    for word in query:
        places = free.get(word)
        if not places:
            aligned.append(NOWHERE)
            continue
        place = next((place for place in places if place > last), places[0])
        places.remove(place)
        aligned.append(place)
        last = place
    return tuple(aligned)


def longest_in_order(places: tuple[int, ...]) -> frozenset[int]:
    """Indices of the longest part that stands in the same order in both: what is not in it was moved.

    Of several as long, the one that leaves the fewest ends of moved parts; of several of those, the later one: people put a topic
    in front more often than behind.
    """
    size = len(places)
    # For each index: length of the best part that begins there, ends it leaves (as a loss), and the index that comes next in it.
    best: list[tuple[int, int, int]] = [(0, 0, 0)] * size
    for at in range(size - 1, -1, -1):
        ways = [(1, -int(at < size - 1), size)]
        for other in range(at + 1, size):
            if places[other] > places[at]:
                length, loss, _ = best[other]
                ways.append((length + 1, loss - 2 * (other > at + 1), other))
        best[at] = max(ways)
    kept: list[int] = []
    at = max(range(size), key=lambda first: (best[first][0], best[first][1] - (first > 0), first), default=size)
    while at < size:
        kept.append(at)
        at = best[at][2]
    return frozenset(kept)
