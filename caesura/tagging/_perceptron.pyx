# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The perceptron tagger's tables, made from its weights. The features are those of `caesura.tagging.features`, by the same names."""

from zlib import crc32

from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from caesura.tagging.marks import CLOSING, OPENING, WHOLE_WORDS

_OUTSIDE = "\t"
_PREFIXES = (
    "w ", "shape ", "s1 ", "s2 ", "s3 ", "s4 ", "p1 ", "p2 ", "p3 ", "l ", "ls ", "r ", "rs ", "ll ", "rr ", "lw ", "wr ",
)


cdef class CompiledTagger:
    """`weights` are the tagger's, one byte per row and tag. What marks are is asked of `caesura.tagging`."""

    def __cinit__(self, tuple tags, bytes weights):
        cdef Perceptron *tables = &self.tables
        cdef Py_ssize_t row, size = len(tags), rows = ROW_MASK + 1
        cdef const uint8_t *given = weights
        cdef uint32_t state
        cdef int byte, step, length, number, other
        if not 0 < size <= MOST_TAGS or len(weights) != rows * size:
            raise ValueError("the weights do not fit the compiled tagger")
        tables.tags = size
        tables.weights = <uint8_t *>malloc(rows * 16)
        if tables.weights == NULL:
            raise MemoryError
        memset(tables.weights, 0, rows * 16)
        for row in range(rows):
            memcpy(tables.weights + 16 * row, given + size * row, size)
        for byte in range(256):
            state = byte
            for step in range(8):
                state = (state >> 1) ^ (<uint32_t>0xEDB88320 & (0 - (state & 1)))
            tables.crc[0][byte] = state
        for step in range(1, 4):
            for byte in range(256):
                state = tables.crc[step - 1][byte]
                tables.crc[step][byte] = tables.crc[0][state & 255] ^ (state >> 8)
        for number in range(<int>PREFIXES):
            for length in range(LONGEST_SPELLED + 1):
                tables.begun[number][length] = crc32(_PREFIXES[number].encode() + bytes(length))
        named = [*tags, *[_OUTSIDE] * (MOST_TAGS + 1 - size)]
        for number in range(MOST_TAGS + 1):
            for length in range(LONGEST_SPELLED + 1):
                tables.tag_word[number][length] = crc32(f"tw {named[number]} ".encode() + bytes(length))
            for length in range(4):
                tables.tag_ending[number][length] = crc32(f"ts {named[number]} ".encode() + bytes(length))
            for other in range(MOST_TAGS + 1):
                features = [_row(f"t {named[other]}"), _row(f"tt {named[number]} {named[other]}")]
                self.add(tables.by_tags[number][other], features)
        for length in range(13):
            self.add(tables.by_length[length], [_row("bias"), _row(f"length {length}")])
        for byte in range(128):
            tables.marks[byte] = (OPENS if chr(byte) in OPENING else 0) | (CLOSES if chr(byte) in CLOSING else 0)
        if len(WHOLE_WORDS) > MOST_WHOLE or max(map(len, WHOLE_WORDS)) > LONGEST_WHOLE:
            raise ValueError("the list of whole words does not fit the compiled tagger")
        tables.wholes = len(WHOLE_WORDS)
        for number, word in enumerate(sorted(WHOLE_WORDS)):
            spelled = word.encode("ascii")
            tables.whole[number].size = len(spelled)
            memcpy(tables.whole[number].text, <const uint8_t *>spelled, len(spelled))
        for length in range(2 * LONGEST_SPELLED + 2):
            rest = bytes(length)
            tables.other_pair[length] = crc32(_PREFIXES[<int>LEFT_PAIR].encode() + rest) ^ crc32(_PREFIXES[<int>RIGHT_PAIR].encode() + rest)
        for number, shape in enumerate(("a", "9", "9a")):
            tables.plain_shapes[number] = _row(f"shape {shape}")
        tables.outside_letter = ord(_OUTSIDE)
        spell_context(tables, &tables.outside_letter, 1, &tables.outside)

    cdef void add(self, uint16_t *sums, list rows):
        cdef uint32_t number
        memset(sums, 0, 16 * sizeof(uint16_t))
        for row in rows:
            number = row
            add_rows(sums, self.tables.weights, &number, 1)

    def __dealloc__(self):
        free(self.tables.weights)


def _row(str feature):
    return crc32(feature.encode()) & ROW_MASK
