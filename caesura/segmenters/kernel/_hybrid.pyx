# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The kernel of the hybrid methods: queries are tagged in C, and each goes to the kernel of `wikipedia` or of `titles`.

`caesura/segmenters/hybrid_segmenter.py` is the exact reference. Text that is not ASCII, and words too long for the compiled tagger, are
left to it.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp

from caesura.segmenters.kernel._batch cimport Batch, BatchKernel
from caesura.segmenters.kernel.query cimport DECIDED, EMPTY, FOR_PYTHON, MOST_BYTES, MOST_WORDS
from caesura.segmenters.kernel.text cimport PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_IS_ASCII
from caesura.segmenters.kernel.words cimport split
from caesura.tagging._perceptron cimport (
    LONGEST_SPELLED, MOST_TAGS, CompiledTagger, Perceptron, Spelled, Word, spell_query, spread_tags, tag_spelled,
)

# What a query is to these methods; the first three are statuses of a batch as well.
cdef enum:
    NOMINAL = 8
    OTHER = 9
    PORTION = 4096           # queries tagged before they are decided: their texts are still in the cache then

# What a tag is: a nominal one, one that is nominal for articles only, or neither.
cdef enum:
    NEVER
    ALWAYS
    ARTICLES


cdef inline bint is_article(Word word) noexcept nogil:
    if word.size == 1:
        return word.text[0] == 97
    if word.size == 2:
        return memcmp(word.text, b"an", 2) == 0
    return word.size == 3 and memcmp(word.text, b"the", 3) == 0


cdef class HybridKernel(BatchKernel):
    """`nominal` says for each tag of the tagger, and for a word of marks alone behind them, whether it is nominal (True), is so for
    articles only (None), or is not. `plain` decides what is left to Python: text -> break mask. With `also_parts`, that is also what
    has no title and is not nominal as a whole."""

    cdef BatchKernel for_nominal
    cdef BatchKernel for_others
    cdef CompiledTagger tagger
    cdef const Perceptron *tables
    cdef uint8_t[MOST_TAGS + 1] nominal
    cdef bint also_parts
    cdef object plain

    def __cinit__(self, BatchKernel for_nominal, BatchKernel for_others, CompiledTagger tagger, list nominal, bint also_parts, plain):
        cdef Py_ssize_t at
        if len(nominal) != tagger.tables.tags + 1:
            raise ValueError("the tags are not the tagger's")
        self.for_nominal, self.for_others, self.tagger = for_nominal, for_others, tagger
        for at in range(len(nominal)):
            self.nominal[at] = <uint8_t>ARTICLES if nominal[at] is None else <uint8_t>ALWAYS if nominal[at] else <uint8_t>NEVER
        self.tables = &tagger.tables
        self.also_parts = also_parts
        self.plain = plain

    cdef int kind_of(self, const uint8_t *text, Py_ssize_t size, int *words) noexcept nogil:
        """NOMINAL or OTHER, and the number of words; EMPTY or FOR_PYTHON where there is nothing to tag here."""
        cdef uint8_t[MOST_BYTES + 16] buffer
        cdef Word[MOST_WORDS] typed
        cdef Word[MOST_WORDS] bare
        cdef Spelled[MOST_WORDS] spelled
        cdef uint8_t[MOST_WORDS] only_marks
        cdef uint8_t[MOST_WORDS] tags
        cdef int at, tagged, kind
        words[0] = split(text, size, buffer, typed)
        if words[0] <= 0:
            return FOR_PYTHON if words[0] < 0 else EMPTY
        for at in range(words[0]):
            if typed[at].size > LONGEST_SPELLED:
                return FOR_PYTHON
        tagged = spell_query(self.tables, typed, words[0], bare, spelled, only_marks)
        tag_spelled(self.tables, spelled, tagged, tags)
        if tagged < words[0]:
            spread_tags(self.tables, tags, tagged, only_marks, words[0])
        for at in range(words[0]):
            kind = self.nominal[tags[at]]
            if kind == NEVER or (kind == ARTICLES and not is_article(typed[at])):
                return OTHER
        return NOMINAL

    cdef decide_part(self, Batch batch, Py_ssize_t first, Py_ssize_t last):
        cdef Py_ssize_t begin, end
        cdef uint8_t *kinds = <uint8_t *>malloc(PORTION)
        cdef uint8_t *words = <uint8_t *>malloc(PORTION)
        try:
            if kinds == NULL or words == NULL:
                raise MemoryError
            for begin in range(first, last, PORTION):
                end = min(last, begin + PORTION)
                self.decide_portion(batch, begin, end, kinds, words)
        finally:
            free(kinds)
            free(words)

    cdef decide_portion(self, Batch batch, Py_ssize_t first, Py_ssize_t last, uint8_t *kinds, uint8_t *words):
        cdef Py_ssize_t at, nominal = 0, others = 0
        cdef int count
        with nogil:
            for at in range(first, last):
                kinds[at - first] = <uint8_t>self.kind_of(batch.texts[at], batch.sizes[at], &count)
                words[at - first] = <uint8_t>max(count, 0)
                nominal += kinds[at - first] == NOMINAL
                others += kinds[at - first] == OTHER
                batch.masks[at] = 0
                batch.statuses[at] = kinds[at - first]
        if nominal:
            self.decide_kind(self.for_nominal, batch, first, last, kinds, NOMINAL, nominal)
        if others:
            self.decide_kind(self.for_others, batch, first, last, kinds, OTHER, others)
        if self.also_parts:
            for at in range(first, last):
                if kinds[at - first] == OTHER and batch.masks[at] == (<uint64_t>1 << (words[at - first] - 1)) - 1:
                    batch.statuses[at] = FOR_PYTHON

    cdef decide_kind(
        self, BatchKernel kernel, Batch batch, Py_ssize_t first, Py_ssize_t last, const uint8_t *kinds, int kind, Py_ssize_t count
    ):
        """What the kernel decides about the queries of one kind."""
        cdef Batch part = Batch(count, None)
        cdef Py_ssize_t at, place = 0
        for at in range(first, last):
            if kinds[at - first] == kind:
                part.texts[place] = batch.texts[at]
                part.sizes[place] = batch.sizes[at]
                place += 1
        kernel.decide_part(part, 0, count)
        place = 0
        for at in range(first, last):
            if kinds[at - first] == kind:
                batch.masks[at] = part.masks[place]
                batch.statuses[at] = part.statuses[place]
                place += 1

    def mask(self, str text):
        """The breaks of one text."""
        cdef int words = 0, kind = FOR_PYTHON
        if PyUnicode_IS_ASCII(text):
            kind = self.kind_of(<const uint8_t *>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), &words)
        if kind == FOR_PYTHON:
            return self.plain(text)
        if kind == EMPTY:
            return 0
        breaks = (self.for_nominal if kind == NOMINAL else self.for_others).mask(text)
        if self.also_parts and kind == OTHER and breaks == (1 << (words - 1)) - 1:
            return self.plain(text)
        return breaks
