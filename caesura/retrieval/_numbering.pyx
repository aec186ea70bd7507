# cython: language_level=3, boundscheck=False, wraparound=False
"""Plain ASCII text cut into words and numbered in one pass, compiled. `index/numbering.py` is the reference; both number alike.

A table of its own from the bytes of a word to its number spares making a Python string of every word; a word that is met for the
first time is asked for from the dictionary that all share.
"""

from cpython cimport array
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy

import array

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)
    void *PyUnicode_1BYTE_DATA(object text)

cdef struct Slot:
    uint64_t hashed
    uint64_t start  # of the word in the arena
    uint32_t length  # 0: the slot is free
    int32_t number

# What a byte is folded to; 0 where it ends a word.
cdef uint8_t FOLDED[128]
for _code in range(128):
    FOLDED[_code] = ord(chr(_code).lower()) if chr(_code).isalnum() else 0

# FNV-1a.
cdef uint64_t START = 0xCBF29CE484222325, PRIME = 0x100000001B3

cdef array.array EMPTY = array.array("i")


cdef class WordNumbers:
    """Numbers of the words of ASCII texts; `numbers` is the dictionary to ask for new ones, below 0 is left out."""

    cdef object numbers
    cdef Slot *slots
    cdef uint64_t size, used
    cdef uint8_t *arena
    cdef uint64_t arena_size, arena_used

    def __cinit__(self, numbers):
        self.numbers = numbers
        self.size, self.used = 1 << 12, 0
        self.arena_size, self.arena_used = 1 << 15, 0
        self.slots = <Slot *>calloc(self.size, sizeof(Slot))
        self.arena = <uint8_t *>malloc(self.arena_size)
        if self.slots == NULL or self.arena == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.slots)
        free(self.arena)

    def cut(self, str text):
        """The numbers of a text's words as an array of ints."""
        if not PyUnicode_IS_ASCII(text):
            raise ValueError("not plain ASCII")
        cdef const uint8_t *signs = <const uint8_t *>PyUnicode_1BYTE_DATA(text)
        cdef Py_ssize_t length = len(text), at = 0, begin, count = 0
        cdef array.array numbered = array.clone(EMPTY, length // 2 + 1, False)
        cdef int32_t *out = <int32_t *>numbered.data.as_ints
        cdef int32_t number
        cdef uint64_t hashed
        while at < length:
            if not FOLDED[signs[at]]:
                at += 1
                continue
            begin = at
            hashed = START
            while at < length and FOLDED[signs[at]]:
                hashed = (hashed ^ FOLDED[signs[at]]) * PRIME
                at += 1
            number = self.number(text, signs + begin, begin, at, hashed ^ (hashed >> 32))
            if number >= 0:
                out[count] = number
                count += 1
        array.resize(numbered, count)
        return numbered

    cdef int32_t number(self, str text, const uint8_t *word, Py_ssize_t begin, Py_ssize_t end, uint64_t hashed) except? -2:
        cdef uint64_t place = hashed & (self.size - 1)
        cdef uint32_t length = <uint32_t>(end - begin)
        cdef Slot *slot
        while True:
            slot = &self.slots[place]
            if slot.length == 0:
                return self.added(text[begin:end].lower(), hashed)
            if slot.hashed == hashed and slot.length == length and same(self.arena + slot.start, word, length):
                return slot.number
            place = (place + 1) & (self.size - 1)

    cdef int32_t added(self, str word, uint64_t hashed) except? -2:
        cdef bytes folded = word.encode("ascii")
        cdef uint64_t length = len(folded)
        cdef int32_t number = self.numbers[word]
        if self.used * 2 >= self.size:
            self.grow()
        if self.arena_used + length > self.arena_size:
            self.arena_size = 2 * (self.arena_size + length)
            grown = <uint8_t *>realloc(self.arena, self.arena_size)
            if grown == NULL:
                raise MemoryError
            self.arena = grown
        memcpy(self.arena + self.arena_used, <const char *>folded, length)
        self.put(Slot(hashed, self.arena_used, <uint32_t>length, number))
        self.arena_used += length
        self.used += 1
        return number

    cdef void put(self, Slot slot) noexcept:
        cdef uint64_t place = slot.hashed & (self.size - 1)
        while self.slots[place].length:
            place = (place + 1) & (self.size - 1)
        self.slots[place] = slot

    cdef int grow(self) except -1:
        cdef Slot *old = self.slots
        cdef uint64_t old_size = self.size, at
        cdef Slot *new = <Slot *>calloc(2 * old_size, sizeof(Slot))
        if new == NULL:
            raise MemoryError
        self.slots, self.size = new, 2 * old_size
        for at in range(old_size):
            if old[at].length:
                self.put(old[at])
        free(old)
        return 0


cdef inline bint same(const uint8_t *folded, const uint8_t *word, uint32_t length) noexcept:
    cdef uint32_t at
    for at in range(length):
        if folded[at] != FOLDED[word[at]]:
            return False
    return True
