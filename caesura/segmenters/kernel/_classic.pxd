"""The kernel of one classic method, for kernels that choose between several."""

from libc.stdint cimport uint64_t

from caesura.lexicon._table cimport CompiledTable
from caesura.segmenters.kernel._batch cimport BatchKernel
from caesura.segmenters.kernel.query cimport Plan, Query, Scratch


cdef class ClassicKernel(BatchKernel):
    cdef CompiledTable holder
    cdef Plan plan
    cdef object plain

    cdef bint decided(self, Query *query, Scratch *scratch, str text, uint64_t *mask) except -1
    cdef bint folded_by_python(self, Query *query, Scratch *scratch, str text) except -1
    cdef uint64_t hashed(self, str folded)
