# cython: language_level=3, boundscheck=False, wraparound=False
"""Counting windows in all documents, compiled. `index/windows.py` is the reference and says what is counted.

Every place read is checked against the size of its array, so that a damaged index ends in an error and never in a crash.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

import numpy as np

cdef struct Word:
    const uint32_t *documents
    const uint64_t *ends      # per posting, where its positions end
    const uint8_t *positions  # of all postings, each of `width` bytes
    uint64_t position_count
    int64_t size
    int64_t at                # the posting we stand at
    const uint8_t *places     # positions in the current document
    int width
    int64_t occurrences
    int64_t cursor
    bint missing


cdef inline int64_t place(const Word *word, int64_t number) noexcept nogil:
    """A position in the current document. The width is the same for all, so that its test is always foreseen."""
    if word.width == 2:
        return (<const uint16_t *>word.places)[number]
    if word.width == 1:
        return word.places[number]
    return (<const uint32_t *>word.places)[number]


cdef inline int64_t gallop(const uint32_t *documents, int64_t start, int64_t size, uint32_t wanted) noexcept nogil:
    """The first posting from `start` on that is not before the wanted document."""
    cdef int64_t step = 1, low, high, middle
    if start >= size or documents[start] >= wanted:
        return start
    while start + step < size and documents[start + step] < wanted:
        step *= 2
    low = start + step // 2
    high = start + step if start + step < size else size
    while low < high:
        middle = (low + high) // 2
        if documents[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


cdef int64_t ordered(Word *words, int count, int64_t gap) noexcept nogil:
    cdef int64_t windows = 0, after = -1, start, end, following
    cdef int word
    cdef bint whole
    for word in range(count):
        words[word].cursor = 0
    while words[0].cursor < words[0].occurrences:
        start = place(&words[0], words[0].cursor)
        words[0].cursor += 1
        if start <= after:
            continue
        end = start
        whole = True
        for word in range(1, count):
            # Starts only grow, and with them all that follows, so no cursor ever goes back.
            while words[word].cursor < words[word].occurrences and place(&words[word], words[word].cursor) <= end:
                words[word].cursor += 1
            if words[word].cursor == words[word].occurrences:
                return windows
            following = place(&words[word], words[word].cursor)
            if following - end > gap:
                whole = False
                break
            end = following
        if whole:
            windows += 1
            after = end
    return windows


cdef inline int earliest(Word *words, int count) noexcept nogil:
    """The word whose next place comes first; -1 at the end."""
    cdef int word, best = -1
    for word in range(count):
        if words[word].cursor < words[word].occurrences and (
            best < 0 or place(&words[word], words[word].cursor) < place(&words[best], words[best].cursor)
        ):
            best = word
    return best


cdef int64_t unordered(Word *words, int count, int64_t size, int64_t *kept) noexcept nogil:
    """`kept` has room for one cursor per word: where to go on if a start leads nowhere."""
    cdef int64_t windows = 0, start
    cdef int word, first, left
    for word in range(count):
        words[word].cursor = 0
    while True:
        for word in range(count):
            if words[word].cursor == words[word].occurrences:
                return windows  # no further window can have this word
            kept[word] = words[word].cursor
            words[word].missing = True
        first = earliest(words, count)
        start = place(&words[first], words[first].cursor)
        kept[first] += 1
        left = count
        while left:
            word = earliest(words, count)
            if word < 0 or place(&words[word], words[word].cursor) - start >= size:
                break
            words[word].cursor += 1
            if words[word].missing:
                words[word].missing = False
                left -= 1
        if left:
            for word in range(count):
                words[word].cursor = kept[word]
        else:
            windows += 1


def windows(words, bint in_order, int64_t size):
    """Documents and frequencies of a window over these words."""
    cdef int count = len(words), word, rarest = 0
    cdef const uint32_t[::1] documents_view
    cdef const uint64_t[::1] ends_view
    cdef const uint8_t[::1] positions_view
    cdef Word *state = <Word *>malloc(count * sizeof(Word))
    cdef int64_t *kept = <int64_t *>malloc(count * sizeof(int64_t))
    cdef bint damaged = False
    cdef int64_t posting, held = 0, number = 0, room
    cdef uint64_t first
    cdef uint32_t document
    cdef uint32_t[::1] out_documents, out_frequencies
    if state == NULL or kept == NULL:
        free(state)
        free(kept)
        raise MemoryError
    try:
        views = []  # they keep the arrays alive
        for word in range(count):
            documents_view, ends_view = words[word].documents, words[word].ends
            positions_view = words[word].positions.view(np.uint8)
            views.append((documents_view, ends_view, positions_view))
            if ends_view.shape[0] != documents_view.shape[0]:
                raise ValueError("arrays of different sizes")
            if documents_view.shape[0] == 0:
                return np.empty(0, np.uint32), np.empty(0, np.uint32)
            state[word].documents = &documents_view[0]
            state[word].ends = &ends_view[0]
            state[word].positions = &positions_view[0] if positions_view.shape[0] else NULL
            state[word].width = words[word].positions.itemsize
            state[word].position_count = positions_view.shape[0] // state[word].width
            state[word].size = documents_view.shape[0]
            state[word].at = 0
            if state[word].size < state[rarest].size:
                rarest = word
        room = state[rarest].size
        documents_out, frequencies_out = np.empty(room, np.uint32), np.empty(room, np.uint32)
        out_documents, out_frequencies = documents_out, frequencies_out
        with nogil:
            for posting in range(room):
                document = state[rarest].documents[posting]
                state[rarest].at = posting
                number = 1
                for word in range(count):
                    if word == rarest:
                        continue
                    state[word].at = gallop(state[word].documents, state[word].at, state[word].size, document)
                    if state[word].at == state[word].size:
                        number = -1
                        break
                    if state[word].documents[state[word].at] != document:
                        number = 0
                        break
                if number < 0:
                    break
                if number == 0:
                    continue
                for word in range(count):
                    # Ends only grow: they are sums.
                    if state[word].ends[state[word].at] > state[word].position_count:
                        damaged = True
                        break
                    first = state[word].ends[state[word].at - 1] if state[word].at else 0
                    state[word].occurrences = <int64_t>(state[word].ends[state[word].at] - first)
                    state[word].places = state[word].positions + first * <uint64_t>state[word].width
                if damaged:
                    break
                number = ordered(state, count, size) if in_order else unordered(state, count, size, kept)
                if number:
                    out_documents[held] = document
                    out_frequencies[held] = <uint32_t>number
                    held += 1
        if damaged:
            raise ValueError("positions that are not there")
        return documents_out[:held].copy(), frequencies_out[:held].copy()
    finally:
        free(state)
        free(kept)
