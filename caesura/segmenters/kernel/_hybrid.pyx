# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The kernel of the hybrid methods: each query is decoded by `wikipedia` and by `titles` from the same look-ups.

Only where these differ is a query tagged, and only as far as it takes to know whether it is nominal. `hybrid_segmenter.py` is the exact
reference. Text that is not ASCII, and words too long for the compiled tagger, are left to it.
"""

from libc.stdint cimport uint8_t, uint64_t

from caesura.lexicon._table cimport Table
from caesura.segmenters.kernel._batch cimport Batch, BatchKernel
from caesura.segmenters.kernel._classic cimport ClassicKernel
from caesura.segmenters.kernel.decoding cimport decide, decoded
from caesura.segmenters.kernel.lookup cimport probe_ngrams, request_ngrams
from caesura.segmenters.kernel.nominal cimport ALWAYS, ARTICLES, NEVER, NOMINAL, OTHER, UNKNOWN, Sort, sort_of
from caesura.segmenters.kernel.query cimport ANSWERED, DECIDED, FEW, FOR_PYTHON, TITLES, WIKIPEDIA, Plan, Query, Scratch
from caesura.segmenters.kernel.ring cimport run_ring
from caesura.segmenters.kernel.text cimport PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_IS_ASCII
from caesura.segmenters.kernel.words cimport split, split_and_hash
from caesura.tagging._perceptron cimport MOST_TAGS, CompiledTagger, Perceptron

cdef enum:
    TO_PROBING = 16
    TO_DECIDING = 24
    RING = 32


# What all queries are decided with.
cdef struct Choice:
    const Plan *for_nominal
    const Plan *for_others
    const Table *table
    const Perceptron *tagger
    uint8_t[MOST_TAGS + 1] nominal
    bint also_parts


# What the stages of one thread work with.
cdef struct Work:
    const uint8_t **texts
    const Py_ssize_t *sizes
    uint64_t *masks
    uint8_t *statuses
    const Choice *choice
    Scratch scratch


cdef inline uint64_t choose(
    Query *query, Scratch *scratch, const Choice *choice, const uint8_t *text, Py_ssize_t size,
) noexcept nogil:
    """The breaks of a query whose look-ups were probed."""
    cdef uint64_t if_nominal = decide(query, scratch, choice.for_nominal, choice.table), otherwise, all_breaks
    cdef Sort sort
    cdef int at
    cdef uint8_t titles = 0
    if query.status != DECIDED:
        return 0
    all_breaks = (<uint64_t>1 << (query.words - 1)) - 1
    for at in range(query.asked):
        titles |= scratch.titles[at]
    otherwise = decoded(query, scratch, choice.for_others) if titles else all_breaks
    # Where `wikipedia` joins nothing, it joins nothing in the query's parts either.
    if if_nominal == otherwise:
        return otherwise
    sort = sort_of(choice.tagger, choice.nominal, scratch.words, split(text, size, scratch.buffer, scratch.words))
    if sort == NOMINAL:
        return if_nominal
    if sort == UNKNOWN or (choice.also_parts and otherwise == all_breaks):
        query.status = FOR_PYTHON
    return otherwise


cdef inline void take(void *work_, void *slot, Py_ssize_t at) noexcept nogil:
    cdef Work *work = <Work *>work_
    cdef Query *query = <Query *>slot
    split_and_hash(query, &work.scratch, work.texts[at], work.sizes[at], work.choice.table.seed)
    if query.status == DECIDED:
        request_ngrams(query, &work.scratch, work.choice.for_nominal, work.choice.table)
        if query.status == DECIDED and query.asked > FEW:
            probe_ngrams(query, work.choice.table)
            work.masks[at] = choose(query, &work.scratch, work.choice, work.texts[at], work.sizes[at])
            work.statuses[at] = query.status
            query.status = ANSWERED


cdef inline void probe(void *work, void *slot, Py_ssize_t _at) noexcept nogil:
    probe_ngrams(<Query *>slot, (<Work *>work).choice.table)


cdef inline void finish(void *work_, void *slot, Py_ssize_t at) noexcept nogil:
    cdef Work *work = <Work *>work_
    cdef Query *query = <Query *>slot
    if query.status != ANSWERED:
        work.masks[at] = choose(query, &work.scratch, work.choice, work.texts[at], work.sizes[at])
        work.statuses[at] = query.status


cdef class HybridKernel(BatchKernel):
    """`nominal` says for each tag of the tagger, and for a word of marks alone behind them, whether it is nominal (True), is so for
    articles only (None), or is not. `plain` decides what is left to Python: text -> break mask. With `also_parts`, that is also what
    has no title and is not nominal as a whole."""

    cdef ClassicKernel for_nominal
    cdef ClassicKernel for_others
    cdef CompiledTagger tagger
    cdef Choice choice
    cdef object plain

    def __cinit__(
        self, ClassicKernel for_nominal, ClassicKernel for_others, CompiledTagger tagger, list nominal, bint also_parts, plain
    ):
        cdef Py_ssize_t at
        if len(nominal) != tagger.tables.tags + 1:
            raise ValueError("the tags are not the tagger's")
        if for_nominal.plan.kind != WIKIPEDIA or for_others.plan.kind != TITLES or for_nominal.holder is not for_others.holder:
            raise ValueError("the kernels of wikipedia and titles, over one lexicon")
        self.for_nominal, self.for_others, self.tagger = for_nominal, for_others, tagger
        self.plain = plain
        self.choice.for_nominal, self.choice.for_others = &for_nominal.plan, &for_others.plan
        self.choice.table, self.choice.tagger = &for_nominal.holder.table, &tagger.tables
        self.choice.also_parts = also_parts
        for at in range(len(nominal)):
            self.choice.nominal[at] = <uint8_t>ARTICLES if nominal[at] is None else <uint8_t>ALWAYS if nominal[at] else <uint8_t>NEVER

    cdef decide_part(self, Batch batch, Py_ssize_t first, Py_ssize_t last):
        cdef Work work
        cdef Query[RING] ring
        work.texts, work.sizes, work.masks, work.statuses = batch.texts, batch.sizes, batch.masks, batch.statuses
        work.choice = &self.choice
        with nogil:
            run_ring(&work, <char *>ring, sizeof(Query), RING, TO_PROBING, TO_DECIDING, first, last, take, probe, finish)

    def mask(self, str text):
        """The breaks of one text."""
        cdef Query query
        cdef Scratch scratch
        cdef uint64_t mask = 0
        cdef const uint8_t *letters
        if not PyUnicode_IS_ASCII(text):
            return self.plain(text)
        letters = <const uint8_t *>PyUnicode_DATA(text)
        split_and_hash(&query, &scratch, letters, PyUnicode_GET_LENGTH(text), self.choice.table.seed)
        if query.status == DECIDED:
            request_ngrams(&query, &scratch, self.choice.for_nominal, self.choice.table)
            probe_ngrams(&query, self.choice.table)
            mask = choose(&query, &scratch, &self.choice, letters, PyUnicode_GET_LENGTH(text))
        return self.plain(text) if query.status == FOR_PYTHON else mask
