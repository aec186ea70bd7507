# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""Queries written out in pipe or quote form, their breaks given; printing.py is the exact reference."""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from caesura.segmenters._print cimport printed
from caesura.segmenters._query cimport MOST_BYTES

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)
    void *PyUnicode_DATA(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    object PyUnicode_New(Py_ssize_t size, Py_UCS4 largest)


def print_texts(texts, masks, plain_print, bint quotes):
    """`masks` are 64-bit numbers; `plain_print(text, mask)` writes what must be escaped, is very long or is not ASCII."""
    cdef tuple owned = tuple(texts)
    cdef Py_buffer view
    PyObject_GetBuffer(masks, &view, PyBUF_SIMPLE)
    try:
        if view.len != <Py_ssize_t>(len(owned) * sizeof(uint64_t)):
            raise ValueError(f"{view.len // sizeof(uint64_t)} masks for {len(owned)} texts")
        return written(owned, <const uint64_t *>view.buf, plain_print, quotes)
    finally:
        PyBuffer_Release(&view)


cdef list written(tuple texts, const uint64_t *masks, plain_print, bint quotes):
    cdef uint8_t[2 * MOST_BYTES + 2] buffer
    cdef Py_ssize_t at, length
    cdef list lines = [None] * len(texts)
    for at in range(len(texts)):
        text = texts[at]
        if not isinstance(text, str):
            raise TypeError(f"queries are strings, not {type(text).__name__}")
        length = -1
        if PyUnicode_IS_ASCII(text) and PyUnicode_GET_LENGTH(text) <= MOST_BYTES:
            length = printed(<const uint8_t *>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), masks[at], quotes, buffer)
        if length < 0:
            lines[at] = plain_print(text, masks[at])
        else:
            line = PyUnicode_New(length, 127)
            memcpy(PyUnicode_DATA(line), buffer, length)
            lines[at] = line
    return lines
