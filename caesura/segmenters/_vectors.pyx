# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The table of word vectors for kernels, made from the sorted one."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free


cdef class CompiledVectors:
    """Of two words with the same hash the first counts, as in the sorted table."""

    def __cinit__(self, vectors):
        cdef uint32_t[::1] hashes = vectors.hashes
        cdef const uint8_t[::1] ranks = vectors.ranks
        cdef const uint8_t[::1] stored = vectors.numbers
        cdef Py_ssize_t at, number
        cdef int8_t value
        cdef Entry *entry
        self.table.capacity = 2 * len(hashes) + 2
        self.room = calloc(self.table.capacity + 2, sizeof(Entry))
        if self.room == NULL:
            raise MemoryError
        self.table.entries = <Entry *>((<size_t>self.room + 63) & ~<size_t>63)
        for at in range(len(hashes)):
            entry = entry_of(&self.table, hashes[at])
            if entry.used:
                continue
            entry.used = 1
            entry.hashed = hashes[at]
            entry.rank = ranks[at]
            for number in range(DIMENSIONS):
                value = <int8_t>stored[at * DIMENSIONS + number]
                entry.numbers[number] = value
                entry.squares += <int32_t>value * value

    def __dealloc__(self):
        free(self.room)
