# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The table of word vectors for kernels, made from the sorted one."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free


cdef class CompiledVectors:
    """Of two words with the same hash the first counts, as in the sorted table."""

    def __cinit__(self, vectors):
        cdef const uint32_t *hashes = <const uint32_t *><size_t>vectors.hashes.buffer_info()[0]
        cdef bytes ranks_ = vectors.ranks, stored_ = vectors.numbers
        cdef const uint8_t *ranks = ranks_
        cdef const uint8_t *stored = stored_
        cdef Py_ssize_t at, number, words = len(vectors.hashes)
        cdef int8_t value
        cdef Entry *entry
        self.table.capacity = 2 * words + 2
        self.room = calloc(self.table.capacity + 2, sizeof(Entry))
        if self.room == NULL:
            raise MemoryError
        self.table.entries = <Entry *>((<size_t>self.room + 63) & ~<size_t>63)
        for at in range(words):
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
