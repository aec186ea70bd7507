"""Kernels that score every place, and what is made of the scores: masks and JSON, with phrases of the user's own and a minimum."""

from libc.stdint cimport int64_t, uint64_t

from caesura.segmenters.kernel._batch cimport Batch, BatchKernel
from caesura.segmenters.kernel.choice cimport PhraseTable


# The scores of a part of a batch, query `at` from `values[offsets[at - first]]` on; behind which words a separator stands.
cdef struct Scores:
    int64_t *values
    Py_ssize_t *offsets
    uint64_t *separated
    Py_ssize_t first


cdef class ScoredKernel(BatchKernel):
    cdef readonly double scale
    cdef readonly double odds_ratio
    cdef readonly int64_t certain
    cdef score_part(self, Batch batch, Py_ssize_t first, Py_ssize_t last, Scores *scores)


cdef class Phrases:
    cdef PhraseTable table


cdef class ChoosingKernel(BatchKernel):
    cdef ScoredKernel base
    cdef Phrases phrases
    cdef object plain
    cdef double minimum
    cdef bytes write_part(self, Batch batch, Py_ssize_t first, Py_ssize_t last, bint compact, bytes method, bytes between, plain)
    cdef void choose(self, Batch batch, Py_ssize_t at, Scores *scores, void *work, bint with_chain) noexcept nogil
    cdef bytes write_batch(self, Batch batch, plain, bytes method, bint compact, bytes between, int threads)
