# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The batch kernel: queries in, break masks out, without the GIL. The method files are the exact reference.

A query goes through three stages. `split` and `ask` (_scan.pxd) hash its words and n-grams and ask the memory for the lines of the table
they are in; sixteen queries later, when these have arrived, `meet` (_decode.pxd) looks into them and asks for further lines where
an n-gram was moved on; eight queries later `decide` decodes. What is not ASCII is folded by Python before it comes here. A query this file cannot decide to the last bit (PMI within 10^-9 of its
threshold, over 64 words, very long) is handed to the plain path.
"""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.object cimport PyObject
from cpython.tuple cimport PyTuple_GET_ITEM
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memchr, memcpy

from caesura.lexicon._table cimport CompiledTable, Table, prefetch
from caesura.segmenters._decode cimport decide, meet
from caesura.segmenters._print cimport printed
from caesura.segmenters._query cimport (
    ANSWERED, DECIDED, EMPTY, FEW, FOR_PYTHON, LONGEST_COUNTED, MOST_BYTES, MOST_WORDS, NAIVE, PMI, TITLES, WIKIPEDIA, Desk, Plan, Query, high_half,
)
from caesura.segmenters._scan cimport ask, hashed_word, split

from caesura.shapes import fold, lookup_forms, separator_places

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)
    void *PyUnicode_DATA(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    object PyUnicode_New(Py_ssize_t size, Py_UCS4 largest)

# So many queries after it was taken in a query's home lines are here, and so many after, what they led to.
cdef enum:
    TO_HOME_LINES = 16
    TO_THE_END = 24
    RING = 32
    AHEAD = 16
    # Strings are taken in, decided and printed in portions that stay in the cache.
    PORTION = 2048
    PORTION_EACH = 16384     # for more than one thread, since starting them takes its time

KINDS = {"naive": NAIVE, "wikipedia": WIKIPEDIA, "titles": TITLES, "pmi": PMI}


cdef void run(
    const uint8_t **texts, const Py_ssize_t *sizes, Py_ssize_t first, Py_ssize_t last, uint64_t *masks, uint8_t *statuses,
    Query *ring, Desk *desk, const Plan *plan, const Table *table,
) noexcept nogil:
    """Decide the queries `first` to `last`, two dozen of them in flight."""
    cdef Py_ssize_t at
    cdef Query *query
    for at in range(first, last + TO_THE_END):
        if at - TO_THE_END >= first:
            query = ring + ((at - TO_THE_END) & (RING - 1))
            if query.status != ANSWERED:
                masks[at - TO_THE_END] = decide(query, desk, plan, table)
                statuses[at - TO_THE_END] = query.status
        if first <= at - TO_HOME_LINES < last:
            meet(ring + ((at - TO_HOME_LINES) & (RING - 1)), table)
        if at < last:
            query = ring + (at & (RING - 1))
            split(query, desk, texts[at], sizes[at], table.seed)
            if query.status == DECIDED:
                ask(query, desk, plan, table)
                if query.asked > FEW:
                    meet(query, table)
                    masks[at] = decide(query, desk, plan, table)
                    statuses[at] = query.status
                    query.status = ANSWERED


cdef class Batch:
    """Many queries: where their texts are, and the answers. Threads each run a part of it."""

    cdef Py_ssize_t count
    cdef const uint8_t **texts
    cdef Py_ssize_t *sizes
    cdef uint64_t *masks
    cdef uint8_t *statuses
    cdef object keep        # what owns the texts

    def __cinit__(self, Py_ssize_t count, keep):
        cdef size_t room = count if count else 1
        self.count = count
        self.keep = keep
        self.texts = <const uint8_t **>malloc(room * sizeof(void *))
        self.sizes = <Py_ssize_t *>malloc(room * sizeof(Py_ssize_t))
        self.masks = <uint64_t *>malloc(room * sizeof(uint64_t))
        self.statuses = <uint8_t *>malloc(room)
        if not (self.texts and self.sizes and self.masks and self.statuses):
            raise MemoryError

    def __dealloc__(self):
        free(<void *>self.texts)
        free(self.sizes)
        free(self.masks)
        free(self.statuses)


cdef fill_from(Batch batch, Py_ssize_t first, Py_ssize_t last):
    """Where the texts `first` to `last` are."""
    cdef tuple owned = batch.keep
    cdef Py_ssize_t at
    for at in range(first, last):
        if at + AHEAD < last:
            prefetch(<const void *>PyTuple_GET_ITEM(owned, at + AHEAD))
        text = owned[at]
        if not isinstance(text, str):
            raise TypeError(f"queries are strings, not {type(text).__name__}")
        if PyUnicode_IS_ASCII(text):
            batch.texts[at] = <const uint8_t *>PyUnicode_DATA(text)
            batch.sizes[at] = PyUnicode_GET_LENGTH(text)
        else:
            # Longer than any query the kernel takes: Python will have a look at it.
            batch.texts[at] = NULL
            batch.sizes[at] = MOST_BYTES + 1


cdef Batch batch_of_lines(const uint8_t *start, Py_ssize_t size, keep):
    """One query a line; a last line without its line feed counts, an empty rest does not."""
    cdef Py_ssize_t count = 0, at = 0
    cdef const uint8_t *here = start
    cdef const uint8_t *end = start + size
    cdef const uint8_t *found
    with nogil:
        while here < end:
            found = <const uint8_t *>memchr(here, 10, end - here)
            count += 1
            if found == NULL:
                break
            here = found + 1
    cdef Batch batch = Batch(count, keep)
    with nogil:
        here = start
        for at in range(count):
            found = <const uint8_t *>memchr(here, 10, end - here)
            if found == NULL:
                found = end
            batch.texts[at] = here
            batch.sizes[at] = found - here
            here = found + 1
    return batch


cdef class Kernel:
    """One method over one lexicon. Every method of this class answers as the plain path does.

    `plain` decides what is left to Python: text -> break mask.
    """

    cdef CompiledTable holder
    cdef Plan plan
    cdef object plain

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

    cdef bint in_python(self, Query *query, Desk *desk, str text) except -1:
        """Split and fold a text that is not ASCII; False where the plain path must take it."""
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
            desk.folded[at] = self.hashed(folded)
            desk.trimmed[at] = self.hashed(trimmed)
            desk.bared[at] = self.hashed(bared)
            query.trims |= <uint64_t>(trimmed != folded) << at
            query.differs |= <uint64_t>(bared != folded or trimmed != folded) << at
        query.status = DECIDED if query.words else EMPTY
        return True

    cdef uint64_t hashed(self, str folded):
        # Eight zero bytes behind it: the hash reads whole pieces.
        cdef bytes raw = folded.encode("utf-8", "surrogatepass")
        cdef bytes padded = raw + b"\0\0\0\0\0\0\0\0"
        return hashed_word(<const uint8_t *>PyBytes_AS_STRING(padded), len(raw), self.holder.table.seed)

    cdef bint decided(self, Query *query, Desk *desk, str text, uint64_t *mask) except -1:
        """One query, with its weights left on the desk; False where only the plain path can answer."""
        if PyUnicode_IS_ASCII(text) and PyUnicode_GET_LENGTH(text) <= MOST_BYTES:
            split(query, desk, <const uint8_t *>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), self.holder.table.seed)
            if query.status == FOR_PYTHON:
                return False
        elif not self.in_python(query, desk, text):
            return False
        if query.status == EMPTY:
            mask[0] = 0
            return True
        ask(query, desk, &self.plan, &self.holder.table)
        meet(query, &self.holder.table)
        mask[0] = decide(query, desk, &self.plan, &self.holder.table)
        return query.status == DECIDED

    def mask(self, str text):
        """The breaks of one query."""
        cdef Query query
        cdef Desk desk
        cdef uint64_t mask
        return mask if self.decided(&query, &desk, text, &mask) else self.plain(text)

    def cut(self, str text):
        """Segment ends and weights of one query, or None where the plain path must answer (for PMI always)."""
        cdef Query query
        cdef Desk desk
        cdef uint64_t mask
        cdef int start = 0
        if self.plan.kind == PMI or not self.decided(&query, &desk, text, &mask) or query.status == EMPTY:
            return None
        ends = []
        weights = []
        while start < query.words:
            ends.append(desk.end[start])
            weights.append((<object>high_half(desk.weight[start]) << 64) | <object><uint64_t>desk.weight[start])
            start = desk.end[start]
        return ends, weights

    def masks(self, texts, int threads=1):
        """The breaks of each text, as an array of 64-bit numbers; 0 for a text without words."""
        # A tuple of our own: nobody can take a string away while the GIL is released.
        cdef tuple owned = tuple(texts)
        cdef Batch batch = Batch(len(owned), owned)
        cdef Py_ssize_t first, last = 0
        while last < batch.count:
            first, last = last, min(batch.count, last + (PORTION if threads == 1 else PORTION_EACH * threads))
            fill_from(batch, first, last)
            self.run_batch(batch, first, last, threads)
        return self.answers(batch)

    def line_masks(self, lines, int threads=1):
        """As `masks`, for a buffer with one query a line."""
        cdef Py_buffer view
        PyObject_GetBuffer(lines, &view, PyBUF_SIMPLE)
        try:
            batch = batch_of_lines(<const uint8_t *>view.buf, view.len, lines)
            self.run_batch(batch, 0, batch.count, threads)
            return self.answers(batch)
        finally:
            PyBuffer_Release(&view)

    def print_texts(self, texts, plain_print, bint quotes=False, int threads=1):
        """Each text in pipe or quote form; `plain_print(text, mask)` writes what must be escaped or is not ASCII."""
        cdef tuple owned = tuple(texts)
        cdef Batch batch = Batch(len(owned), owned)
        cdef uint8_t[2 * MOST_BYTES + 2] buffer
        cdef Py_ssize_t at, length, first, last = 0
        cdef list lines = [None] * batch.count
        while last < batch.count:
            first, last = last, min(batch.count, last + (PORTION if threads == 1 else PORTION_EACH * threads))
            fill_from(batch, first, last)
            self.run_batch(batch, first, last, threads)
            for at in range(first, last):
                length = -1
                if batch.statuses[at] != FOR_PYTHON:
                    length = printed(batch.texts[at], batch.sizes[at], batch.masks[at], quotes, buffer)
                if length < 0:
                    text = owned[at]
                    lines[at] = plain_print(text, self.mask(text))
                else:
                    line = PyUnicode_New(length, 127)
                    memcpy(PyUnicode_DATA(line), buffer, length)
                    lines[at] = line
        return lines

    def print_text(self, str text, plain_print, bint quotes=False):
        """One text in pipe or quote form."""
        cdef Query query
        cdef Desk desk
        cdef uint64_t mask
        cdef uint8_t[2 * MOST_BYTES + 2] buffer
        cdef Py_ssize_t length = -1
        if not self.decided(&query, &desk, text, &mask):
            mask = self.plain(text)
        elif PyUnicode_IS_ASCII(text) and PyUnicode_GET_LENGTH(text) <= MOST_BYTES:
            length = printed(<const uint8_t *>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), mask, quotes, buffer)
        if length < 0:
            return plain_print(text, mask)
        line = PyUnicode_New(length, 127)
        memcpy(PyUnicode_DATA(line), buffer, length)
        return line

    def print_lines(self, lines, plain_print, bint quotes=False, int threads=1):
        """A buffer with one query a line -> bytes with one segmentation a line."""
        cdef Py_buffer view
        PyObject_GetBuffer(lines, &view, PyBUF_SIMPLE)
        try:
            return self.printed_batch(batch_of_lines(<const uint8_t *>view.buf, view.len, lines), plain_print, quotes, threads)
        finally:
            PyBuffer_Release(&view)

    cdef bytes printed_batch(self, Batch batch, plain_print, bint quotes, int threads):
        cdef Py_ssize_t at, length, room = 0, used = 0
        cdef bytes piece
        cdef uint8_t *out
        self.run_batch(batch, 0, batch.count, threads)
        for at in range(batch.count):
            room += 2 * batch.sizes[at] + 3
        # What Python prints may be longer than that (escapes, other alphabets keep their bytes): such lines are joined in between.
        pieces = []
        out = <uint8_t *>malloc(room + 1)
        if out == NULL:
            raise MemoryError
        try:
            for at in range(batch.count):
                length = -1
                if batch.statuses[at] != FOR_PYTHON:
                    length = printed(batch.texts[at], batch.sizes[at], batch.masks[at], quotes, out + used)
                if length < 0:
                    pieces.append(PyBytes_FromStringAndSize(<char *>out, used))
                    used = 0
                    text = PyBytes_FromStringAndSize(<const char *>batch.texts[at], batch.sizes[at]).decode("utf-8", "strict")
                    pieces.append(plain_print(text, self.mask(text)).encode("utf-8") + b"\n")
                else:
                    out[used + length] = 10
                    used += length + 1
            pieces.append(PyBytes_FromStringAndSize(<char *>out, used))
        finally:
            free(out)
        return b"".join(pieces)

    cdef answers(self, Batch batch):
        """The masks, with what was left to Python decided there."""
        from array import array

        cdef Py_ssize_t at
        for at in range(batch.count):
            if batch.statuses[at] == FOR_PYTHON:
                if isinstance(batch.keep, tuple):
                    text = batch.keep[at]
                else:
                    text = PyBytes_FromStringAndSize(<const char *>batch.texts[at], batch.sizes[at]).decode("utf-8", "strict")
                batch.masks[at] = self.mask(text)
        result = array("Q")
        result.frombytes(PyBytes_FromStringAndSize(<char *>batch.masks, batch.count * sizeof(uint64_t)))
        return result

    cdef run_batch(self, Batch batch, Py_ssize_t first, Py_ssize_t last, int threads):
        """Decide the queries `first` to `last` on so many threads; the GIL is released meanwhile."""
        cdef Py_ssize_t part
        if threads <= 1:
            self.run_part(batch, first, last)
            return
        from threading import Thread

        part = max(1, (last - first + threads - 1) // threads)
        workers = [Thread(target=self.run_part, args=(batch, start, min(last, start + part))) for start in range(first + part, last, part)]
        for worker in workers:
            worker.start()
        self.run_part(batch, first, min(last, first + part))
        for worker in workers:
            worker.join()

    def run_part(self, Batch batch, Py_ssize_t first, Py_ssize_t last):
        cdef Desk desk
        cdef Query[RING] ring
        with nogil:
            run(batch.texts, batch.sizes, first, last, batch.masks, batch.statuses, ring, &desk, &self.plan, &self.holder.table)
