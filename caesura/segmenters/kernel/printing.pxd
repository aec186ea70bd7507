"""Break masks written out as pipe or quote form."""

from libc.stdint cimport uint8_t, uint64_t

from caesura.segmenters.kernel.words cimport BAR, CLASS, QUOTE, SPACE


cdef inline Py_ssize_t printed(const uint8_t *text, Py_ssize_t size, uint64_t mask, bint quotes, uint8_t *out) noexcept nogil:
    """The query in pipe or quote form, written to `out` (room for 2 * size + 2); -1 where something must be escaped."""
    cdef Py_ssize_t at = 0, length = 0, opening = 0
    cdef bint together = False
    cdef uint8_t special = QUOTE if quotes else BAR
    cdef uint8_t what
    while at < size and CLASS[text[at]] & SPACE:
        at += 1
    while at < size:
        what = CLASS[text[at]]
        if not what & (SPACE | special):
            out[length] = text[at]
            length += 1
            at += 1
            continue
        if what & special:
            return -1
        while at < size and CLASS[text[at]] & SPACE:
            at += 1
        if at == size:
            break
        # Between two words: the lowest bit of what is left of the mask.
        if mask & 1:
            if quotes and together:
                out[length] = 34
                length += 1
            together = False
            out[length] = 32 if quotes else 124
            length += 1
            opening = length
        else:
            if quotes and not together:
                # The segment turns out to have a second word: its first one moves to make room for the quote.
                shift_right(out, opening, length)
                out[opening] = 34
                length += 1
            together = True
            out[length] = 32
            length += 1
        mask >>= 1
    if quotes and together:
        out[length] = 34
        length += 1
    return length


cdef inline void shift_right(uint8_t *out, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    cdef Py_ssize_t at = end
    while at > start:
        out[at] = out[at - 1]
        at -= 1
