"""The perceptron tagger in C, for kernels. `caesura.tagging.perceptron` and `caesura.tagging.features` are the exact reference.

A feature is hashed with CRC-32, which is linear: the checksum of "l " + word is that of "l " + zero bytes, which a table holds by the
word's length, XOR the word's own checksum, begun at zero. So a word is read once, and most of its features cost one XOR each.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

cdef enum:
    LONGEST_SPELLED = 64     # bytes; longer words are left to Python
    MOST_TAGS = 16
    MOST_OWN = 9
    ROW_MASK = 0x3FFFF
    MOST_WHOLE = 128         # words to which their last mark belongs
    LONGEST_WHOLE = 15
    OPENS = 1
    CLOSES = 2

# What a feature's name begins with.
cdef enum Prefix:
    WHOLE
    SHAPE
    LAST_1
    LAST_2
    LAST_3
    LAST_4
    FIRST_1
    FIRST_2
    FIRST_3
    LEFT_WORD
    LEFT_ENDING
    RIGHT_WORD
    RIGHT_ENDING
    LEFT_FARTHER
    RIGHT_FARTHER
    LEFT_PAIR
    RIGHT_PAIR
    PREFIXES

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__SSE2__)
    #include <emmintrin.h>
    #endif

    /* The sum of some rows of sixteen bytes, added to sixteen sums. */
    static inline void caesura_add_rows(uint16_t *sums, const uint8_t *weights, const uint32_t *rows, int count) {
    #if defined(__SSE2__)
        __m128i zero = _mm_setzero_si128();
        __m128i low = _mm_loadu_si128((const __m128i *)sums), high = _mm_loadu_si128((const __m128i *)(sums + 8));
        for (int at = 0; at < count; at++) {
            __m128i row = _mm_loadu_si128((const __m128i *)(weights + ((size_t)rows[at] << 4)));
            low = _mm_add_epi16(low, _mm_unpacklo_epi8(row, zero));
            high = _mm_add_epi16(high, _mm_unpackhi_epi8(row, zero));
        }
        _mm_storeu_si128((__m128i *)sums, low);
        _mm_storeu_si128((__m128i *)(sums + 8), high);
    #else
        for (int at = 0; at < count; at++)
            for (int lane = 0; lane < 16; lane++) sums[lane] += weights[((size_t)rows[at] << 4) + lane];
    #endif
    }

    /* CRC-32 of more bytes, without the inversions; four bytes a step. */
    static inline uint32_t caesura_fed(const uint32_t (*tables)[256], uint32_t state, const uint8_t *text, int size) {
        while (size >= 4) {
            state ^= (uint32_t)text[0] | (uint32_t)text[1] << 8 | (uint32_t)text[2] << 16 | (uint32_t)text[3] << 24;
            state = tables[3][state & 255] ^ tables[2][state >> 8 & 255] ^ tables[1][state >> 16 & 255] ^ tables[0][state >> 24];
            text += 4;
            size -= 4;
        }
        while (size-- > 0) state = tables[0][(state ^ *text++) & 255] ^ state >> 8;
        return state;
    }
    static inline void caesura_prefetch_row(const uint8_t *weights, uint32_t row) {
    #if defined(__GNUC__)
        __builtin_prefetch(weights + ((size_t)row << 4));
    #endif
    }
    """
    void add_rows "caesura_add_rows"(uint16_t *sums, const uint8_t *weights, const uint32_t *rows, int count) noexcept nogil
    uint32_t fed "caesura_fed"(const uint32_t (*tables)[256], uint32_t state, const uint8_t *text, int size) noexcept nogil
    void prefetch_row "caesura_prefetch_row"(const uint8_t *weights, uint32_t row) noexcept nogil


# Where a word is.
cdef struct Word:
    const uint8_t *text
    int size


# A word's rows: its own, then what it says to its neighbours; the last two are filled in once the neighbours are known.
cdef struct Spelled:
    uint32_t crc                 # of the word, begun at zero
    uint32_t ending              # of its last three letters
    uint32_t[MOST_OWN] own
    uint32_t[2] to_the_right     # what it says as the word before
    uint32_t[2] to_the_left
    uint32_t farther_right
    uint32_t farther_left
    uint32_t[2] pairs            # with the word before, with the word behind
    uint8_t owned
    uint8_t length
    uint8_t ending_length


cdef struct Whole:
    uint8_t size
    uint8_t[LONGEST_WHOLE] text


cdef struct Perceptron:
    int tags
    uint8_t[128] marks                                   # OPENS, CLOSES
    int wholes
    Whole[MOST_WHOLE] whole
    uint8_t *weights                                     # rows of sixteen bytes
    uint32_t[4][256] crc
    uint32_t[PREFIXES][LONGEST_SPELLED + 1] begun         # the checksum of a prefix and so many zero bytes
    uint32_t[MOST_TAGS + 1][LONGEST_SPELLED + 1] tag_word
    uint32_t[MOST_TAGS + 1][4] tag_ending
    uint16_t[13][16] by_length                           # the bias and the length, summed
    uint16_t[MOST_TAGS + 1][MOST_TAGS + 1][16] by_tags    # [the tag before that][the tag before]
    Spelled outside
    uint8_t outside_letter


cdef inline bint mark_belongs(const Perceptron *self, const uint8_t *word, int size) noexcept nogil:
    """Whether the last mark is part of the word: an initial, short parts with dots between, or one of the listed words."""
    cdef int at, part, number
    cdef int parts = 0
    if word[size - 1] == 46:
        part = 0
        for at in range(size):
            if word[at] == 46:
                if part == 0:
                    break
                parts += 1
                part = 0
            elif 97 <= word[at] <= 122 and part < 2:
                part += 1
            else:
                break
        else:
            if parts > 1 or size == 2:
                return True
    for number in range(self.wholes):
        if self.whole[number].size == size:
            for at in range(size):
                if self.whole[number].text[at] != word[at]:
                    break
            else:
                return True
    return False


cdef inline Word split_word(const Perceptron *self, Word word) noexcept nogil:
    """A lower-case ASCII word without the marks typed onto it; nothing where there are only marks."""
    while word.size and self.marks[word.text[0]] & OPENS:
        word.text += 1
        word.size -= 1
    while word.size and self.marks[word.text[word.size - 1]] & CLOSES and not mark_belongs(self, word.text, word.size):
        word.size -= 1
    return word


cdef inline uint32_t row_of(const Perceptron *self, int prefix, uint32_t crc, int size) noexcept nogil:
    return (self.begun[prefix][size] ^ crc) & ROW_MASK


cdef inline uint32_t shape_row(const Perceptron *self, const uint8_t *word, int size) noexcept nogil:
    """What the word is made of: the first four of its sorted distinct classes of letters."""
    cdef uint8_t[128] seen
    cdef uint8_t[4] shape
    cdef uint8_t letter
    cdef int at, used = 0, others = 0
    cdef bint digit = False, alpha = False
    for at in range(size):
        letter = word[at]
        if 97 <= letter <= 122:
            alpha = True
        elif 48 <= letter <= 57:
            digit = True
        else:
            if not others:
                for used in range(128):
                    seen[used] = 0
            others += 1
            seen[letter] = 1
    used = 0
    if not others:
        if digit:
            shape[used] = 57
            used += 1
        if alpha:
            shape[used] = 97
            used += 1
    else:
        if digit:
            seen[57] = 1
        if alpha:
            seen[97] = 1
        for at in range(128):
            if seen[at]:
                shape[used] = at
                used += 1
                if used == 4:
                    break
    return row_of(self, SHAPE, fed(self.crc, 0, shape, used), used)


cdef inline void spell(const Perceptron *self, const uint8_t *word, int size, Spelled *out) noexcept nogil:
    """All rows of one lower-case ASCII word of 1 to 64 bytes that do not depend on others."""
    cdef int part, owned = 2
    cdef uint32_t crc = fed(self.crc, 0, word, size), ending
    out.crc = crc
    out.length = size
    out.own[0] = row_of(self, WHOLE, crc, size)
    out.own[1] = shape_row(self, word, size)
    for part in range(1, 5):
        if size >= part:
            out.own[owned] = row_of(self, LAST_1 + part - 1, fed(self.crc, 0, word + size - part, part), part)
            owned += 1
    for part in range(1, 4):
        if size > part:
            out.own[owned] = row_of(self, FIRST_1 + part - 1, fed(self.crc, 0, word, part), part)
            owned += 1
    out.owned = owned
    out.ending_length = min(size, 3)
    ending = crc if size <= 3 else fed(self.crc, 0, word + size - 3, 3)
    out.ending = ending
    out.to_the_right[0] = row_of(self, LEFT_WORD, crc, size)
    out.to_the_right[1] = row_of(self, LEFT_ENDING, ending, out.ending_length)
    out.to_the_left[0] = row_of(self, RIGHT_WORD, crc, size)
    out.to_the_left[1] = row_of(self, RIGHT_ENDING, ending, out.ending_length)
    out.farther_right = row_of(self, LEFT_FARTHER, crc, size)
    out.farther_left = row_of(self, RIGHT_FARTHER, crc, size)


cdef inline uint32_t pair_row(const Perceptron *self, int prefix, const Spelled *first, const uint8_t *second, int size) noexcept nogil:
    cdef uint32_t state = ~(self.begun[prefix][first.length] ^ first.crc)
    state = self.crc[0][(state ^ 32) & 255] ^ (state >> 8)
    return ~fed(self.crc, state, second, size) & ROW_MASK


cdef inline int strip_marks(const Perceptron *self, const Word *typed, int size, Word *words, uint8_t *only_marks) noexcept nogil:
    """The words of a query without their marks. How many are left: those of marks alone are not."""
    cdef int at, count = 0
    for at in range(size):
        words[count] = split_word(self, typed[at])
        only_marks[at] = words[count].size == 0
        count += words[count].size != 0
    return count


cdef inline void spell_pairs(const Perceptron *self, const Word *words, int count, int at, Spelled *out) noexcept nogil:
    """The rows of a spelled word with its neighbours, of which the one before was spelled."""
    cdef const Spelled *before = out + at - 1 if at else &self.outside
    out[at].pairs[0] = pair_row(self, LEFT_PAIR, before, words[at].text, words[at].size)
    if at + 1 < count:
        out[at].pairs[1] = pair_row(self, RIGHT_PAIR, out + at, words[at + 1].text, words[at + 1].size)
    else:
        out[at].pairs[1] = pair_row(self, RIGHT_PAIR, out + at, &self.outside_letter, 1)


cdef inline void ask_for_rows(const Perceptron *self, const Spelled *word) noexcept nogil:
    cdef int part
    for part in range(word.owned):
        prefetch_row(self.weights, word.own[part])
    for part in range(2):
        prefetch_row(self.weights, word.to_the_right[part])
        prefetch_row(self.weights, word.to_the_left[part])
        prefetch_row(self.weights, word.pairs[part])
    prefetch_row(self.weights, word.farther_right)
    prefetch_row(self.weights, word.farther_left)


cdef inline int spell_query(
    const Perceptron *self, const Word *typed, int size, Word *words, Spelled *out, uint8_t *only_marks
) noexcept nogil:
    """The words of a query without their marks; their rows are asked for. How many are left: those of marks alone are not."""
    cdef int at, count = strip_marks(self, typed, size, words, only_marks)
    for at in range(count):
        spell(self, words[at].text, words[at].size, out + at)
        spell_pairs(self, words, count, at, out)
        ask_for_rows(self, out + at)
    return count


cdef inline const Spelled *neighbour(const Perceptron *self, const Spelled *words, int count, int at) noexcept nogil:
    return words + at if 0 <= at < count else &self.outside


cdef inline int tag_word(const Perceptron *self, const Spelled *words, int count, int at, int last_but_one, int last) noexcept nogil:
    """The number of a word's tag, given the two before it; among equals the first tag wins. Two words behind it are looked at."""
    cdef uint16_t[16] sums
    cdef uint32_t[10] rows
    cdef const Spelled *word = words + at
    cdef const Spelled *before = neighbour(self, words, count, at - 1)
    cdef const Spelled *behind = neighbour(self, words, count, at + 1)
    cdef int lane, best = 0
    rows[0] = (self.tag_word[last][word.length] ^ word.crc) & ROW_MASK
    rows[1] = (self.tag_ending[last][word.ending_length] ^ word.ending) & ROW_MASK
    rows[2] = before.to_the_right[0]
    rows[3] = before.to_the_right[1]
    rows[4] = behind.to_the_left[0]
    rows[5] = behind.to_the_left[1]
    rows[6] = neighbour(self, words, count, at - 2).farther_right
    rows[7] = neighbour(self, words, count, at + 2).farther_left
    rows[8] = word.pairs[0]
    rows[9] = word.pairs[1]
    for lane in range(16):
        sums[lane] = self.by_length[min(<int>word.length, 12)][lane] + self.by_tags[last_but_one][last][lane]
    add_rows(sums, self.weights, word.own, word.owned)
    add_rows(sums, self.weights, rows, 10)
    for lane in range(1, self.tags):
        if sums[lane] > sums[best]:
            best = lane
    return best


cdef inline void tag_spelled(const Perceptron *self, const Spelled *words, int count, uint8_t *predicted) noexcept nogil:
    """The numbers of the tags, from left to right."""
    cdef int at, last = MOST_TAGS, last_but_one = MOST_TAGS
    for at in range(count):
        predicted[at] = tag_word(self, words, count, at, last_but_one, last)
        last_but_one, last = last, predicted[at]


cdef inline void spread_tags(const Perceptron *self, uint8_t *predicted, int count, const uint8_t *only_marks, int size) noexcept nogil:
    """The tags at their words' places among all words typed; one of marks alone has the number behind the last tag's."""
    cdef int at
    for at in range(size - 1, -1, -1):
        if only_marks[at]:
            predicted[at] = self.tags
        else:
            count -= 1
            predicted[at] = predicted[count]


cdef class CompiledTagger:
    """A tagger's tables: `(<CompiledTagger>tagger).tables` is what a kernel tags with. Keep the object while you do."""

    cdef Perceptron tables
    cdef void add(self, uint16_t *sums, list rows)
