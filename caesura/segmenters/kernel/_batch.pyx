# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Many queries at once: strings or lines in, break masks or printed lines out, on several threads, the GIL released meanwhile.

`printing.py` of the room is the exact reference for what is printed.
"""

from array import array
from threading import Thread

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.tuple cimport PyTuple_GET_ITEM
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memchr, memcpy

from caesura.lexicon._table cimport prefetch
from caesura.segmenters.kernel.printing cimport printed
from caesura.segmenters.kernel.query cimport FOR_PYTHON, MOST_BYTES
from caesura.segmenters.kernel.text cimport PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_IS_ASCII

from caesura.foundation import InputError

cdef extern from "Python.h":
    object PyUnicode_New(Py_ssize_t size, Py_UCS4 largest)

cdef enum:
    AHEAD = 16
    # Strings are taken in, decided and printed in portions that stay in the cache.
    PORTION = 2048
    PORTION_EACH = 16384     # for more than one thread, since starting them takes its time


cdef class Batch:
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


cdef add_texts(Batch batch, Py_ssize_t first, Py_ssize_t last):
    """Where the strings `first` to `last` are."""
    cdef tuple owned = batch.keep
    cdef Py_ssize_t at
    for at in range(first, last):
        if at + AHEAD < last:
            prefetch(<const void *>PyTuple_GET_ITEM(owned, at + AHEAD))
        text = owned[at]
        if not isinstance(text, str):
            raise not_a_string(text)
        if PyUnicode_IS_ASCII(text):
            batch.texts[at] = <const uint8_t *>PyUnicode_DATA(text)
            batch.sizes[at] = PyUnicode_GET_LENGTH(text)
        else:
            # Longer than any query a kernel takes: Python will have a look at it.
            batch.texts[at] = NULL
            batch.sizes[at] = MOST_BYTES + 1


cdef Batch batch_of_lines(const uint8_t *start, Py_ssize_t size, keep):
    """One query a line; a last line without its line feed counts, an empty rest does not."""
    cdef Py_ssize_t count = 0, at = 0
    cdef const uint8_t *here = start
    cdef const uint8_t *end = start + size
    cdef const uint8_t *newline
    with nogil:
        while here < end:
            newline = <const uint8_t *>memchr(here, 10, end - here)
            count += 1
            if newline == NULL:
                break
            here = newline + 1
    cdef Batch batch = Batch(count, keep)
    with nogil:
        here = start
        for at in range(count):
            newline = <const uint8_t *>memchr(here, 10, end - here)
            if newline == NULL:
                newline = end
            batch.texts[at] = here
            batch.sizes[at] = newline - here
            here = newline + 1
    return batch


cdef str text_of(Batch batch, Py_ssize_t at):
    if isinstance(batch.keep, tuple):
        return batch.keep[at]
    return PyBytes_FromStringAndSize(<const char *>batch.texts[at], batch.sizes[at]).decode("utf-8", "strict")


cdef str printed_text(const uint8_t *text, Py_ssize_t size, uint64_t mask, bint quotes):
    """An ASCII text with its breaks; None where something must be escaped, or it is very long."""
    cdef uint8_t[2 * MOST_BYTES + 2] buffer
    cdef Py_ssize_t length = printed(text, size, mask, quotes, buffer) if size <= MOST_BYTES else -1
    if length < 0:
        return None
    line = PyUnicode_New(length, 127)
    memcpy(PyUnicode_DATA(line), buffer, length)
    return line


cdef class BatchKernel:
    def mask(self, str text):
        """The breaks of one text, whatever its alphabet and length."""
        raise NotImplementedError

    def cut(self, str text):
        """Segment ends and weights of one query; None where the plain path must answer."""
        return None

    cdef decide_part(self, Batch batch, Py_ssize_t first, Py_ssize_t last):
        """Masks and statuses of the queries `first` to `last`."""
        raise NotImplementedError

    def masks(self, texts, int threads=1):
        """The breaks of each text, as an array of 64-bit numbers; 0 for a text without words."""
        # A tuple of our own: nobody can take a string away while the GIL is released.
        cdef tuple owned = tuple(texts)
        cdef Batch batch = Batch(len(owned), owned)
        cdef Py_ssize_t first, last = 0
        while last < batch.count:
            first, last = last, min(batch.count, last + (PORTION if threads == 1 else PORTION_EACH * threads))
            add_texts(batch, first, last)
            self.decide_batch(batch, first, last, threads)
        return self.answers(batch)

    def line_masks(self, lines, int threads=1):
        """As `masks`, for a buffer with one query a line."""
        cdef Py_buffer view
        PyObject_GetBuffer(lines, &view, PyBUF_SIMPLE)
        try:
            batch = batch_of_lines(<const uint8_t *>view.buf, view.len, lines)
            self.decide_batch(batch, 0, batch.count, threads)
            return self.answers(batch)
        finally:
            PyBuffer_Release(&view)

    def print_texts(self, texts, plain_print, bint quotes=False, int threads=1):
        """Each text in pipe or quote form; `plain_print(text, mask)` writes what must be escaped or is not ASCII."""
        cdef tuple owned = tuple(texts)
        cdef Batch batch = Batch(len(owned), owned)
        cdef Py_ssize_t at, first, last = 0
        cdef list lines = [None] * batch.count
        while last < batch.count:
            first, last = last, min(batch.count, last + (PORTION if threads == 1 else PORTION_EACH * threads))
            add_texts(batch, first, last)
            self.decide_batch(batch, first, last, threads)
            for at in range(first, last):
                line = None
                if batch.statuses[at] != FOR_PYTHON:
                    line = printed_text(batch.texts[at], batch.sizes[at], batch.masks[at], quotes)
                    lines[at] = plain_print(owned[at], batch.masks[at]) if line is None else line
                else:
                    lines[at] = plain_print(owned[at], self.mask(owned[at]))
        return lines

    def print_text(self, str text, plain_print, bint quotes=False):
        """One text in pipe or quote form."""
        mask = self.mask(text)
        line = None
        if PyUnicode_IS_ASCII(text):
            line = printed_text(<const uint8_t *>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), mask, quotes)
        return plain_print(text, mask) if line is None else line

    def print_lines(self, lines, plain_print, bint quotes=False, int threads=1):
        """A buffer with one query a line -> bytes with one segmentation a line."""
        cdef Py_buffer view
        PyObject_GetBuffer(lines, &view, PyBUF_SIMPLE)
        try:
            batch = batch_of_lines(<const uint8_t *>view.buf, view.len, lines)
            self.decide_batch(batch, 0, batch.count, threads)
            return self.print_batch(batch, plain_print, quotes)
        finally:
            PyBuffer_Release(&view)

    cdef bytes print_batch(self, Batch batch, plain_print, bint quotes):
        cdef Py_ssize_t at, length, room = 0, used = 0
        cdef uint8_t *out
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
                    text = text_of(batch, at)
                    mask = self.mask(text) if batch.statuses[at] == FOR_PYTHON else batch.masks[at]
                    pieces.append(plain_print(text, mask).encode("utf-8") + b"\n")
                else:
                    out[used + length] = 10
                    used += length + 1
            pieces.append(PyBytes_FromStringAndSize(<char *>out, used))
        finally:
            free(out)
        return b"".join(pieces)

    cdef answers(self, Batch batch):
        """The masks, with what was left to Python decided there."""
        cdef Py_ssize_t at
        for at in range(batch.count):
            if batch.statuses[at] == FOR_PYTHON:
                batch.masks[at] = self.mask(text_of(batch, at))
        result = array("Q")
        result.frombytes(PyBytes_FromStringAndSize(<char *>batch.masks, batch.count * sizeof(uint64_t)))
        return result

    cdef decide_batch(self, Batch batch, Py_ssize_t first, Py_ssize_t last, int threads):
        """Decide the queries `first` to `last` on so many threads."""
        cdef Py_ssize_t part
        if threads <= 1:
            self.decide_part(batch, first, last)
            return
        part = max(1, (last - first + threads - 1) // threads)
        workers = [
            Thread(target=self.on_a_thread, args=(batch, start, min(last, start + part))) for start in range(first + part, last, part)
        ]
        for worker in workers:
            worker.start()
        self.decide_part(batch, first, min(last, first + part))
        for worker in workers:
            worker.join()

    def on_a_thread(self, Batch batch, Py_ssize_t first, Py_ssize_t last):
        self.decide_part(batch, first, last)


def print_texts(texts, masks, plain_print, bint quotes):
    """Texts whose breaks are known, as 64-bit numbers; `plain_print(text, mask)` writes what must be escaped or is not ASCII."""
    cdef tuple owned = tuple(texts)
    cdef Py_buffer view
    cdef const uint64_t *known
    cdef Py_ssize_t at
    cdef list lines = [None] * len(owned)
    PyObject_GetBuffer(masks, &view, PyBUF_SIMPLE)
    try:
        if view.len != <Py_ssize_t>(len(owned) * sizeof(uint64_t)):
            raise ValueError(f"{view.len // sizeof(uint64_t)} masks for {len(owned)} texts")
        known = <const uint64_t *>view.buf
        for at in range(len(owned)):
            text = owned[at]
            if not isinstance(text, str):
                raise not_a_string(text)
            line = None
            if PyUnicode_IS_ASCII(text):
                line = printed_text(<const uint8_t *>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), known[at], quotes)
            lines[at] = plain_print(text, known[at]) if line is None else line
        return lines
    finally:
        PyBuffer_Release(&view)


def not_a_string(text):
    return InputError(f"a query is a string, not {type(text).__name__}", cure="leave missing values out, or convert them")
