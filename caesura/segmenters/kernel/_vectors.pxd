"""The word vectors as a table that kernels look into: one word is one cache line. `learned/vectors.py` is the exact reference."""

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint32_t, uint64_t

cdef enum:
    DIMENSIONS = 54


cdef struct Entry:
    uint32_t hashed
    int32_t squares
    uint8_t used
    uint8_t rank
    int8_t[DIMENSIONS] numbers


# Open addressing: half of the entries are free.
cdef struct Vectors:
    Entry *entries
    uint64_t capacity


cdef inline Entry *home(const Vectors *table, uint32_t hashed) noexcept nogil:
    """Where to look first; ask the memory for it early."""
    return table.entries + ((hashed * table.capacity) >> 32)


cdef inline Entry *entry_of(const Vectors *table, uint32_t wanted) noexcept nogil:
    """The word's entry, or a free one, whose squares are 0."""
    cdef Entry *entry = home(table, wanted)
    while entry.used and entry.hashed != wanted:
        entry += 1
        if entry == table.entries + table.capacity:
            entry = table.entries
    return entry


cdef class CompiledVectors:
    """`(<CompiledVectors>vectors).table` is what a kernel looks into. Keep the object while you do."""

    cdef Vectors table
    cdef void *room
