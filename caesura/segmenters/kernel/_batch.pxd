"""Many queries at once, the same for all kernels: where their texts are, the threads that decide them, the printing of the answers."""

from libc.stdint cimport uint8_t, uint64_t


cdef class Batch:
    """Where the texts of many queries are, and what was decided. Threads each run a part of it."""

    cdef Py_ssize_t count
    cdef const uint8_t **texts
    cdef Py_ssize_t *sizes
    cdef uint64_t *masks
    cdef uint8_t *statuses
    cdef object keep        # what owns the texts


cdef add_texts(Batch batch, Py_ssize_t first, Py_ssize_t last)
cdef Batch batch_of_lines(const uint8_t *start, Py_ssize_t size, keep)
cdef str text_of(Batch batch, Py_ssize_t at)


cdef class BatchKernel:
    """A kernel decides the queries of a batch (`decide_part`), and the breaks of one text that this leaves to Python (`mask`)."""

    cdef decide_part(self, Batch batch, Py_ssize_t first, Py_ssize_t last)
    cdef decide_batch(self, Batch batch, Py_ssize_t first, Py_ssize_t last, int threads)
    cdef answers(self, Batch batch)
    cdef bytes print_batch(self, Batch batch, plain_print, bint quotes)
