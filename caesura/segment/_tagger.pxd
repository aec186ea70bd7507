"""The perceptron tagger for words in a buffer. `caesura.tagging.features` and `perceptron.py` are the exact reference."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from caesura.lexicon._table cimport prefetch

cdef enum:
    LANES = 32               # weights of one feature, one per tag, padded
    MOST_ROWS = 24           # features of one word
    TAG_ROWS = 0x3FFFF       # mask of a row number

cdef extern from *:
    """
    #include <stdint.h>
    static uint32_t caesura_crc[256];
    static void caesura_fill_crc(void) {
        for (uint32_t byte = 0; byte < 256; byte++) {
            uint32_t value = byte;
            for (int bit = 0; bit < 8; bit++) value = value & 1 ? 0xEDB88320u ^ (value >> 1) : value >> 1;
            caesura_crc[byte] = value;
        }
    }
    static inline uint32_t caesura_fed(uint32_t state, const uint8_t *text, int size) {
        for (int at = 0; at < size; at++) state = caesura_crc[(state ^ text[at]) & 255] ^ (state >> 8);
        return state;
    }
    static inline uint32_t caesura_begun(const char *name) {
        uint32_t state = 0xFFFFFFFFu;
        while (*name) state = caesura_crc[(state ^ (uint8_t)*name++) & 255] ^ (state >> 8);
        return state;
    }
    static inline void caesura_add_row(uint16_t *sums, const uint8_t *row) { for (int lane = 0; lane < 32; lane++) sums[lane] += row[lane]; }
    """
    void fill_crc "caesura_fill_crc"() noexcept nogil
    uint32_t fed "caesura_fed"(uint32_t state, const uint8_t *text, int size) noexcept nogil
    uint32_t begun "caesura_begun"(const char *name) noexcept nogil
    void add_row "caesura_add_row"(uint16_t *sums, const uint8_t *row) noexcept nogil


cdef struct Word:
    const uint8_t *text
    int size


cdef struct Tagging:
    const uint8_t *weights       # LANES bytes for each row
    int tags
    Word[33] names               # the one behind the last tag stands for no word


cdef inline uint32_t row_of(uint32_t state) noexcept nogil:
    return ~state & <uint32_t>TAG_ROWS


cdef inline uint32_t named(const char *name, Word word) noexcept nogil:
    return row_of(fed(begun(name), word.text, word.size))


cdef inline Word ending(Word word, int size) noexcept nogil:
    cdef Word found = word
    if word.size > size:
        found.text = word.text + (word.size - size)
        found.size = size
    return found


cdef inline Word beginning(Word word, int size) noexcept nogil:
    cdef Word found = word
    found.size = min(word.size, size)
    return found


cdef inline uint32_t shape_row(Word word) noexcept nogil:
    """The first four of the kinds of characters in the word, in order."""
    cdef uint8_t[128] seen
    cdef uint8_t[4] kinds
    cdef uint8_t letter
    cdef int at, found = 0
    for at in range(128):
        seen[at] = 0
    for at in range(word.size):
        letter = word.text[at]
        if 48 <= letter <= 57:
            letter = 57
        elif 97 <= letter <= 122 or 65 <= letter <= 90:
            letter = 97
        seen[letter & 127] = 1
    for at in range(128):
        if seen[at] and found < 4:
            kinds[found] = at
            found += 1
    return row_of(fed(begun(b"shape "), kinds, found))


cdef inline int fixed_rows(const Word *words, int at, uint32_t *rows) noexcept nogil:
    """Rows that do not depend on tags; `words` has two outside words before its first and behind its last."""
    cdef Word word = words[at], before = words[at - 1], behind = words[at + 1]
    cdef uint8_t[2] digits
    cdef int length = min(word.size, 12), count = 15
    cdef uint32_t state
    digits[0] = 48 + length // 10 if length > 9 else 48 + length
    digits[1] = 48 + length % 10
    rows[0] = row_of(begun(b"bias"))
    rows[1] = named(b"w ", word)
    rows[2] = shape_row(word)
    rows[3] = row_of(fed(begun(b"length "), digits, 2 if length > 9 else 1))
    rows[4] = named(b"l ", before)
    rows[5] = named(b"ls ", ending(before, 3))
    rows[6] = named(b"r ", behind)
    rows[7] = named(b"rs ", ending(behind, 3))
    rows[8] = named(b"ll ", words[at - 2])
    rows[9] = named(b"rr ", words[at + 2])
    state = fed(fed(begun(b"lw "), before.text, before.size), <const uint8_t *>b" ", 1)
    rows[10] = row_of(fed(state, word.text, word.size))
    state = fed(fed(begun(b"wr "), word.text, word.size), <const uint8_t *>b" ", 1)
    rows[11] = row_of(fed(state, behind.text, behind.size))
    count = 12
    if word.size >= 1:
        rows[count] = named(b"s1 ", ending(word, 1))
        count += 1
    if word.size >= 2:
        rows[count] = named(b"s2 ", ending(word, 2))
        rows[count + 1] = named(b"p1 ", beginning(word, 1))
        count += 2
    if word.size >= 3:
        rows[count] = named(b"s3 ", ending(word, 3))
        rows[count + 1] = named(b"p2 ", beginning(word, 2))
        count += 2
    if word.size >= 4:
        rows[count] = named(b"s4 ", ending(word, 4))
        rows[count + 1] = named(b"p3 ", beginning(word, 3))
        count += 2
    return count


cdef inline void tag_words(const Tagging *tagging, const Word *words, int size, int *found) noexcept nogil:
    """The number of each word's tag; `words[0]` is the first word, two outside words stand at either end."""
    cdef uint32_t[64][MOST_ROWS] rows
    cdef int[64] counts
    cdef uint16_t[LANES] sums
    cdef Word name, name_before
    cdef uint32_t state
    cdef int at, number, lane, best, before = tagging.tags, before_that = tagging.tags
    for at in range(size):
        counts[at] = fixed_rows(words, at, rows[at])
        for number in range(counts[at]):
            prefetch(tagging.weights + rows[at][number] * <size_t>LANES)
    for at in range(size):
        name, name_before = tagging.names[before], tagging.names[before_that]
        number = counts[at]
        rows[at][number] = named(b"t ", name)
        state = fed(fed(begun(b"tt "), name_before.text, name_before.size), <const uint8_t *>b" ", 1)
        rows[at][number + 1] = row_of(fed(state, name.text, name.size))
        state = fed(fed(begun(b"tw "), name.text, name.size), <const uint8_t *>b" ", 1)
        rows[at][number + 2] = row_of(fed(state, words[at].text, words[at].size))
        state = fed(fed(begun(b"ts "), name.text, name.size), <const uint8_t *>b" ", 1)
        rows[at][number + 3] = row_of(fed(state, ending(words[at], 3).text, ending(words[at], 3).size))
        for lane in range(LANES):
            sums[lane] = 0
        for number in range(counts[at] + 4):
            add_row(sums, tagging.weights + rows[at][number] * <size_t>LANES)
        best = 0
        for lane in range(1, tagging.tags):
            if sums[lane] > sums[best]:
                best = lane
        before_that, before = before, best
        found[at] = best
