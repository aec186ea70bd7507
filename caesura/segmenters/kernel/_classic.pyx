# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The kernel of naive, wikipedia, titles and pmi: queries in, break masks out. The method files are the exact reference.

A query goes through three stages of the ring. It is split, and its n-grams are requested from the lexicon's memory; sixteen queries
later, when these have arrived, it is probed; eight queries later it is decoded. What is not ASCII is folded by Python before it
comes here. A query this file cannot decide to the last bit (PMI within 10^-9 of its threshold; very many names with separators;
over 64 words; very long) is handed to the plain path.
"""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.math cimport exp
from libc.stdint cimport uint8_t, uint64_t

from caesura.lexicon._table cimport CompiledTable, Table
from caesura.segmenters.kernel._batch cimport Batch, BatchKernel
from caesura.segmenters.kernel.decoding cimport decide
from caesura.segmenters.kernel.lookup cimport probe_ngrams, request_ngrams
from caesura.segmenters.kernel.query cimport (
    ANSWERED, DECIDED, EMPTY, FEW, FOR_PYTHON, LONGEST_COUNTED, MOST_BYTES, MOST_WORDS, NAIVE, PMI, TITLES, WIKIPEDIA,
    Plan, Query, Scratch, high_half,
)
from caesura.segmenters.kernel.ring cimport run_ring
from caesura.segmenters.kernel.text cimport PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_IS_ASCII
from caesura.segmenters.kernel.words cimport hashed_word, split_and_hash

from caesura.shapes import fold, lookup_forms, separator_places

cdef enum:
    TO_PROBING = 16
    TO_DECIDING = 24
    RING = 32

KINDS = {"naive": NAIVE, "wikipedia": WIKIPEDIA, "titles": TITLES, "pmi": PMI}


# What the stages of one thread work with.
cdef struct Work:
    const uint8_t **texts
    const Py_ssize_t *sizes
    uint64_t *masks
    uint8_t *statuses
    const Plan *plan
    const Table *table
    Scratch scratch


cdef inline void take(void *work_, void *slot, Py_ssize_t at) noexcept nogil:
    cdef Work *work = <Work *>work_
    cdef Query *query = <Query *>slot
    split_and_hash(query, &work.scratch, work.texts[at], work.sizes[at], work.table.seed)
    if query.status == DECIDED:
        request_ngrams(query, &work.scratch, work.plan, work.table)
        if query.status == DECIDED and query.asked > FEW:
            probe_ngrams(query, work.table)
            work.masks[at] = decide(query, &work.scratch, work.plan, work.table)
            work.statuses[at] = query.status
            query.status = ANSWERED


cdef inline void probe(void *work, void *slot, Py_ssize_t _at) noexcept nogil:
    probe_ngrams(<Query *>slot, (<Work *>work).table)


cdef inline void finish(void *work_, void *slot, Py_ssize_t at) noexcept nogil:
    cdef Work *work = <Work *>work_
    cdef Query *query = <Query *>slot
    if query.status != ANSWERED:
        work.masks[at] = decide(query, &work.scratch, work.plan, work.table)
        work.statuses[at] = query.status


cdef class ClassicKernel(BatchKernel):
    """One method over one lexicon. Every method of this class answers as the plain path does.

    `plain` decides what is left to Python: text -> break mask.
    """

    def __cinit__(self, CompiledTable table, str method, bint published, double total, double threshold, plain):
        self.holder = table
        self.plain = plain
        self.plan.kind = KINDS[method]
        self.plan.published = published
        self.plan.longest = min(<uint64_t>MOST_WORDS, table.table.longest)
        if self.plan.kind == NAIVE:
            self.plan.longest = min(self.plan.longest, <int>LONGEST_COUNTED)
        elif self.plan.kind == PMI:
            self.plan.longest = 2
        self.plan.total = total
        self.plan.threshold = threshold
        self.plan.factor = exp(threshold)

    cdef decide_part(self, Batch batch, Py_ssize_t first, Py_ssize_t last):
        cdef Work work
        cdef Query[RING] ring
        work.texts, work.sizes, work.masks, work.statuses = batch.texts, batch.sizes, batch.masks, batch.statuses
        work.plan, work.table = &self.plan, &self.holder.table
        with nogil:
            run_ring(&work, <char *>ring, sizeof(Query), RING, TO_PROBING, TO_DECIDING, first, last, take, probe, finish)

    def mask(self, str text):
        """The breaks of one text."""
        cdef Query query
        cdef Scratch scratch
        cdef uint64_t mask
        return mask if self.decided(&query, &scratch, text, &mask) else self.plain(text)

    def cut(self, str text):
        """Segment ends and weights of one query, or None where the plain path must answer (for PMI always)."""
        cdef Query query
        cdef Scratch scratch
        cdef uint64_t mask
        cdef int start = 0
        if self.plan.kind == PMI or not self.decided(&query, &scratch, text, &mask) or query.status == EMPTY:
            return None
        ends = []
        weights = []
        while start < query.words:
            ends.append(scratch.end[start])
            weights.append((<object>high_half(scratch.weight[start]) << 64) | <object><uint64_t>scratch.weight[start])
            start = scratch.end[start]
        return ends, weights

    cdef bint decided(self, Query *query, Scratch *scratch, str text, uint64_t *mask) except -1:
        """One query, with its weights left in the scratch memory; False where only the plain path can answer."""
        cdef const Table *table = &self.holder.table
        if PyUnicode_IS_ASCII(text) and PyUnicode_GET_LENGTH(text) <= MOST_BYTES:
            split_and_hash(query, scratch, <const uint8_t *>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), table.seed)
            if query.status == FOR_PYTHON:
                return False
        elif not self.folded_by_python(query, scratch, text):
            return False
        if query.status == EMPTY:
            mask[0] = 0
            return True
        request_ngrams(query, scratch, &self.plan, table)
        probe_ngrams(query, table)
        mask[0] = decide(query, scratch, &self.plan, table)
        return query.status == DECIDED

    cdef bint folded_by_python(self, Query *query, Scratch *scratch, str text) except -1:
        """Split and hash a text that is not ASCII; False where the plain path must take it."""
        cdef int at
        words = text.split()
        if len(words) > MOST_WORDS:
            return False
        query.words = len(words)
        query.differs = 0
        query.trims = 0
        query.separated = separator_places(words)
        for at in range(query.words):
            folded, trimmed, bared = lookup_forms(fold(words[at]))
            scratch.folded[at] = self.hashed(folded)
            scratch.trimmed[at] = self.hashed(trimmed)
            scratch.bared[at] = self.hashed(bared)
            query.trims |= <uint64_t>(trimmed != folded) << at
            query.differs |= <uint64_t>(bared != folded or trimmed != folded) << at
        query.status = DECIDED if query.words else EMPTY
        return True

    cdef uint64_t hashed(self, str folded):
        # Eight zero bytes behind it: the hash reads whole pieces.
        cdef bytes raw = folded.encode("utf-8", "surrogatepass")
        cdef bytes padded = raw + b"\0\0\0\0\0\0\0\0"
        return hashed_word(<const uint8_t *>PyBytes_AS_STRING(padded), len(raw), self.holder.table.seed)
