"""Counting windows, the plain path: exact, one document at a time. `_windows.pyx` counts alike.

Windows are found greedily from the left and do not overlap. *Ordered*: from a place of the first word on, each next word is taken
at its earliest place after the one before; if one is further away than the gap, the first word's next place is tried. *Unordered*:
from a place of any of the words on, until all are found, if that is within the size. After a window, the next one begins behind its
end. In an unordered window a word named twice is as if named once: so it is in Indri.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np

from caesura.retrieval.index.postings import NOWHERE, Occurrences, Postings


def ordered_windows(places: Sequence[Sequence[int]], gap: int) -> int:
    """How many ordered windows a document holds; `places` are the positions of each word in turn."""
    count = 0
    after = -1  # windows begin behind this place
    for start in places[0]:
        if start <= after:
            continue
        end = start
        for positions in places[1:]:
            following = bisect_right(positions, end)
            if following == len(positions):
                return count  # later starts would not find it either
            if positions[following] - end > gap:
                break
            end = positions[following]
        else:
            count += 1
            after = end
    return count


def unordered_windows(places: Sequence[Sequence[int]], size: int) -> int:
    """As above for the different words of an unordered window."""
    merged = sorted((position, word) for word, positions in enumerate(places) for position in positions)
    count = 0
    start = 0
    while start < len(merged):
        missing = set(range(len(places)))
        for at in range(start, len(merged)):
            if merged[at][0] - merged[start][0] >= size:
                break
            missing.discard(merged[at][1])
            if not missing:
                count += 1
                start = at
                break
        start += 1
    return count


def plain_windows(words: Sequence[Occurrences], in_order: bool, size: int) -> Postings:
    """The postings of a window over these words: one per place of an ordered window, the different ones of an unordered one."""
    held = words[0].documents
    for word in words[1:]:
        held = np.intersect1d(held, word.documents)
    documents, frequencies = [], []
    for document in held.tolist():
        places = [_positions_in(word, document) for word in words]
        count = ordered_windows(places, size) if in_order else unordered_windows(places, size)
        if count:
            documents.append(document)
            frequencies.append(count)
    return Postings.of(np.array(documents, np.uint32), np.array(frequencies, np.uint32)) if documents else NOWHERE


def _positions_in(word: Occurrences, document: int) -> list[int]:
    at = int(np.searchsorted(word.documents, document))
    end = int(word.ends[at])
    positions: list[int] = word.positions[end - int(word.frequencies[at]) : end].tolist()
    return positions
