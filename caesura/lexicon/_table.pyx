# cython: language_level=3, boundscheck=False, wraparound=False, embedsignature=True
"""Look-up in the mapped file, compiled. `plain.py` is the exact reference; both answer alike on everything."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.unicode cimport PyUnicode_AsUTF8AndSize

from caesura.lexicon.hashing import encoded
from caesura.shapes import bare, fold

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

    def lookup(self, words):
        """Count and title by the rule of `LexiconLike`."""
        cdef Found found = self.find(words)
        return found.count, bool(found.title)

    def probe(self, uint64_t hashed):
        """What the table holds under a hash; None where there is no entry."""
        cdef Found found = probe(&self.table, hashed)
        return (found.count, bool(found.title)) if found.known else None

    cdef Found find(self, object words) except *:
        cdef Found found
        cdef uint64_t folded_hash = 0, bare_hash = 0, one, other
        cdef bint first = True, differs = False
        found.count = 0
        found.title = False
        found.known = False
        if isinstance(words, str):
            words = words.split()
        if not 0 < <uint64_t>len(words) <= self.table.longest:
            return found
        for word in words:
            if hash_typed(word, self.table.seed, &one, &other):
                differs = True
            folded_hash = one if first else extended(folded_hash, one)
            bare_hash = other if first else extended(bare_hash, other)
            first = False
        found = probe(&self.table, folded_hash)
        if differs and not found.known:
            found = probe(&self.table, bare_hash)
        return found


cdef inline bint is_alphanumeric(uint8_t letter) noexcept nogil:
    return 48 <= letter <= 57 or 97 <= letter <= 122 or 65 <= letter <= 90


cdef bint hash_typed(str word, uint64_t seed, uint64_t *folded_hash, uint64_t *bare_hash) except *:
    """Hashes of a typed word, folded and bare; whether the two differ."""
    cdef uint8_t lowered[LONGEST_ON_STACK]
    cdef Py_ssize_t size, start, end, at
    cdef const char *text
    cdef uint8_t letter
    if PyUnicode_IS_ASCII(word):
        text = PyUnicode_AsUTF8AndSize(word, &size)
        if size <= LONGEST_ON_STACK:
            for at in range(size):
                letter = text[at]
                lowered[at] = letter + 32 if 65 <= letter <= 90 else letter
            folded_hash[0] = word_hash(lowered, size, seed)
            start, end = 0, size
            while start < end and not is_alphanumeric(lowered[start]):
                start += 1
            while end > start and not is_alphanumeric(lowered[end - 1]):
                end -= 1
            if start == end or end - start == size:
                bare_hash[0] = folded_hash[0]
                return False
            bare_hash[0] = word_hash(lowered + start, end - start, seed)
            return True
    folded = fold(word)
    stripped = bare(folded)
    cdef bytes raw = encoded(folded)
    folded_hash[0] = word_hash(<const uint8_t *>PyBytes_AS_STRING(raw), PyBytes_GET_SIZE(raw), seed)
    if stripped == folded:
        bare_hash[0] = folded_hash[0]
        return False
    raw = encoded(stripped)
    bare_hash[0] = word_hash(<const uint8_t *>PyBytes_AS_STRING(raw), PyBytes_GET_SIZE(raw), seed)
    return True


def hash_folded(bytes word, uint64_t seed):
    """The word hash, so that tests can hold it against the reference."""
    return word_hash(<const uint8_t *>PyBytes_AS_STRING(word), PyBytes_GET_SIZE(word), seed)
