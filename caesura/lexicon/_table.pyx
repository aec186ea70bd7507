# cython: language_level=3, boundscheck=False, wraparound=False, embedsignature=True
"""Look-up in the mapped file, compiled. `plain_table.py` is the exact reference; both answer alike on everything."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.unicode cimport PyUnicode_AsUTF8AndSize

from caesura.lexicon.hashing import encoded
from caesura.shapes import fold, lookup_forms

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)

# A word longer than this is folded by Python: it is no word of any lexicon worth a faster way.
cdef enum:
    LONGEST_ON_STACK = 256


cdef class CompiledTable:
    """Answers from a map whose sizes were checked against its header."""

    def __cinit__(self, mapped, header):
        cdef Py_buffer view
        PyObject_GetBuffer(mapped, &view, PyBUF_SIMPLE)
        cdef uint64_t start = header.lines_start, large = header.header_bytes
        cdef const uint8_t *bytes_start = <const uint8_t *>view.buf
        cdef uint64_t size = view.len
        # The map outlives the pointers, since we keep it; holding the buffer as well makes closing it an error, not a crash.
        self.view = view
        self.holds_view = True
        if header.file_bytes != size or header.home_lines < 64 or header.home_lines % 64 or header.spill_lines % 64:
            raise ValueError("the header does not fit the map")
        self.table.slots = <const uint64_t *>(bytes_start + start)
        self.table.home_lines = header.home_lines
        self.table.spill_lines = header.spill_lines
        self.table.large = <const uint64_t *>(bytes_start + large)
        self.table.large_counts = header.large_counts
        self.table.seed = header.seed
        self.table.longest = header.longest

    def __dealloc__(self):
        if self.holds_view:
            PyBuffer_Release(&self.view)

    def lookup(self, words, *, bint as_typed=False):
        """Count and title by the rule of `LexiconLike`."""
        cdef NgramEntry entry = self.find(words, as_typed)
        return entry.count, bool(entry.title)

    def probe(self, uint64_t hashed):
        """What the table holds under a hash; None where there is no entry."""
        cdef NgramEntry entry = probe(&self.table, hashed)
        return (entry.count, bool(entry.title)) if entry.known else None

    cdef NgramEntry find(self, object words, bint as_typed) except *:
        cdef NgramEntry entry
        cdef Forms forms, ngram
        cdef bint first = True, differs = False
        entry.count = 0
        entry.title = False
        entry.known = False
        if isinstance(words, str):
            words = words.split()
        if not 0 < <uint64_t>len(words) <= self.table.longest:
            return entry
        for word in words:
            differs |= hash_typed(word, self.table.seed, &forms)
            if first:
                ngram = forms
                first = False
            else:
                ngram.folded = extended(ngram.folded, forms.folded)
                ngram.trimmed = extended(ngram.trimmed, forms.trimmed)
                ngram.bared = extended(ngram.bared, forms.bared)
        entry = probe(&self.table, ngram.folded)
        if differs and not as_typed:
            entry = larger(larger(entry, probe(&self.table, ngram.trimmed)), probe(&self.table, ngram.bared))
        return entry


cdef bint hash_typed(str word, uint64_t seed, Forms *forms) except *:
    """Hashes of a typed word in the forms it is looked up in; whether they differ."""
    cdef uint8_t lowered[LONGEST_ON_STACK]
    cdef Py_ssize_t size, at
    cdef const char *text
    cdef uint8_t letter
    if PyUnicode_IS_ASCII(word):
        text = PyUnicode_AsUTF8AndSize(word, &size)
        if size <= LONGEST_ON_STACK:
            for at in range(size):
                letter = text[at]
                lowered[at] = letter + 32 if 65 <= letter <= 90 else letter
            return hash_forms(lowered, size, seed, forms)
    folded, trimmed, bared = lookup_forms(fold(word))
    forms.folded = hash_folded(encoded(folded), seed)
    forms.trimmed = hash_folded(encoded(trimmed), seed)
    forms.bared = hash_folded(encoded(bared), seed)
    return forms.folded != forms.trimmed or forms.folded != forms.bared


cpdef uint64_t hash_folded(bytes word, uint64_t seed):
    """The word hash, so that tests can hold it against the reference."""
    return word_hash(<const uint8_t *>PyBytes_AS_STRING(word), PyBytes_GET_SIZE(word), seed)
