"""The perceptron tagger in C, for kernels. `caesura.tagging.perceptron` and `caesura.tagging.features` are the exact reference.

A feature is hashed with CRC-32, which is linear: the checksum of "l " + word is that of "l " + zero bytes, which a table holds by the
word's length, XOR the word's own checksum, begun at zero. So a word is read once, and most of its features cost one XOR each.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memset

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

    /* Some rows of sixteen bytes, added to sixteen sums. */
    static inline void caesura_add_rows(uint16_t *sums, const uint8_t *weights, const uint32_t *rows, int count) {
        for (int at = 0; at < count; at++)
            for (int lane = 0; lane < 16; lane++) sums[lane] += weights[((size_t)rows[at] << 4) + lane];
    }

    /* The first of the largest of sixteen sums: two that are known, and some rows. They stay below 2^15. */
    static inline int caesura_best_tag(const uint16_t *first, const uint16_t *second, const uint8_t *weights,
                                       const uint32_t *own, int owned, const uint32_t *rows, int count) {
    #if defined(__SSE2__)
        __m128i zero = _mm_setzero_si128(), row, most;
        __m128i low = _mm_add_epi16(_mm_loadu_si128((const __m128i *)first), _mm_loadu_si128((const __m128i *)second));
        __m128i high = _mm_add_epi16(_mm_loadu_si128((const __m128i *)(first + 8)), _mm_loadu_si128((const __m128i *)(second + 8)));
        for (int at = 0; at < owned; at++) {
            row = _mm_loadu_si128((const __m128i *)(weights + ((size_t)own[at] << 4)));
            low = _mm_add_epi16(low, _mm_unpacklo_epi8(row, zero));
            high = _mm_add_epi16(high, _mm_unpackhi_epi8(row, zero));
        }
        for (int at = 0; at < count; at++) {
            row = _mm_loadu_si128((const __m128i *)(weights + ((size_t)rows[at] << 4)));
            low = _mm_add_epi16(low, _mm_unpacklo_epi8(row, zero));
            high = _mm_add_epi16(high, _mm_unpackhi_epi8(row, zero));
        }
        most = _mm_max_epi16(low, high);
        most = _mm_max_epi16(most, _mm_shuffle_epi32(most, 0x4E));
        most = _mm_max_epi16(most, _mm_shuffle_epi32(most, 0xB1));
        most = _mm_max_epi16(most, _mm_or_si128(_mm_slli_epi32(most, 16), _mm_srli_epi32(most, 16)));
        low = _mm_packs_epi16(_mm_cmpeq_epi16(low, most), _mm_cmpeq_epi16(high, most));
        return __builtin_ctz((unsigned)_mm_movemask_epi8(low));
    #else
        uint16_t sums[16];
        int best = 0;
        for (int lane = 0; lane < 16; lane++) sums[lane] = first[lane] + second[lane];
        caesura_add_rows(sums, weights, own, owned);
        caesura_add_rows(sums, weights, rows, count);
        for (int lane = 1; lane < 16; lane++)
            if (sums[lane] > sums[best]) best = lane;
        return best;
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
    static inline uint32_t caesura_last_three(const uint32_t (*tables)[256], const uint8_t *end) {
        return tables[2][end[-3]] ^ tables[1][end[-2]] ^ tables[0][end[-1]];
    }
    static inline void caesura_prefetch_row(const uint8_t *weights, uint32_t row) {
    #if defined(__GNUC__)
        __builtin_prefetch(weights + ((size_t)row << 4));
    #endif
    }
    """
    void add_rows "caesura_add_rows"(uint16_t *sums, const uint8_t *weights, const uint32_t *rows, int count) noexcept nogil
    int best_tag "caesura_best_tag"(
        const uint16_t *first, const uint16_t *second, const uint8_t *weights, const uint32_t *own, int owned, const uint32_t *rows, int count
    ) noexcept nogil
    uint32_t fed "caesura_fed"(const uint32_t (*tables)[256], uint32_t state, const uint8_t *text, int size) noexcept nogil
    uint32_t last_three "caesura_last_three"(const uint32_t (*tables)[256], const uint8_t *end) noexcept nogil
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
    uint32_t[2 * LONGEST_SPELLED + 2] other_pair          # by their length: what tells a pair as seen by its first word from its second
    uint32_t[3] plain_shapes                             # of letters alone, of digits alone, of both
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
    cdef int at, letters = 0, digits = 0
    for at in range(size):
        letters += 97 <= word[at] <= 122
        digits += 48 <= word[at] <= 57
    if letters + digits == size:
        return self.plain_shapes[0 if not digits else 1 if not letters else 2]
    return odd_shape_row(self, word, size)


cdef inline uint32_t odd_shape_row(const Perceptron *self, const uint8_t *word, int size) noexcept nogil:
    """The same where there are marks in the word."""
    cdef uint8_t[128] seen
    cdef uint8_t[4] shape
    cdef uint8_t letter
    cdef int at, used = 0
    memset(seen, 0, 128)
    for at in range(size):
        letter = word[at]
        seen[97 if 97 <= letter <= 122 else 57 if 48 <= letter <= 57 else letter] = 1
    for at in range(128):
        if seen[at]:
            shape[used] = at
            used += 1
            if used == 4:
                break
    return row_of(self, SHAPE, fed(self.crc, 0, shape, used), used)


cdef inline void spell_context(const Perceptron *self, const uint8_t *word, int size, Spelled *out) noexcept nogil:
    """What one lower-case ASCII word of 1 to 64 bytes says to its neighbours."""
    cdef uint32_t crc = fed(self.crc, 0, word, size)
    cdef uint32_t ending = crc if size <= 3 else last_three(self.crc, word + size)
    out.crc = crc
    out.length = size
    out.ending_length = min(size, 3)
    out.ending = ending
    out.to_the_right[0] = row_of(self, LEFT_WORD, crc, size)
    out.to_the_right[1] = row_of(self, LEFT_ENDING, ending, out.ending_length)
    out.to_the_left[0] = row_of(self, RIGHT_WORD, crc, size)
    out.to_the_left[1] = row_of(self, RIGHT_ENDING, ending, out.ending_length)
    out.farther_right = row_of(self, LEFT_FARTHER, crc, size)
    out.farther_left = row_of(self, RIGHT_FARTHER, crc, size)


cdef inline void spell_own(const Perceptron *self, const uint8_t *word, int size, Spelled *out) noexcept nogil:
    """The rows of the word itself, after `spell_context`. A checksum of up to four bytes is one XOR of a table's entry for each."""
    cdef const uint8_t *end = word + size
    cdef uint32_t last
    cdef int owned = 3
    out.own[0] = row_of(self, WHOLE, out.crc, size)
    out.own[1] = shape_row(self, word, size)
    last = self.crc[0][end[-1]]
    out.own[2] = row_of(self, LAST_1, last, 1)
    if size > 1:
        last ^= self.crc[1][end[-2]]
        out.own[3] = row_of(self, LAST_2, last, 2)
        out.own[4] = row_of(self, FIRST_1, self.crc[0][word[0]], 1)
        owned = 5
    if size > 2:
        last ^= self.crc[2][end[-3]]
        out.own[5] = row_of(self, LAST_3, last, 3)
        out.own[6] = row_of(self, FIRST_2, self.crc[1][word[0]] ^ self.crc[0][word[1]], 2)
        owned = 7
    if size > 3:
        last ^= self.crc[3][end[-4]]
        out.own[7] = row_of(self, LAST_4, last, 4)
        out.own[8] = row_of(self, FIRST_3, self.crc[2][word[0]] ^ self.crc[1][word[1]] ^ self.crc[0][word[2]], 3)
        owned = 9
    out.owned = owned


cdef inline uint32_t pair_crc(const Perceptron *self, const Spelled *first, const uint8_t *second, int size) noexcept nogil:
    """The checksum of a word as the one before, a space, and the next."""
    cdef uint32_t state = ~(self.begun[<int>LEFT_PAIR][first.length] ^ first.crc)
    state = self.crc[0][(state ^ 32) & 255] ^ (state >> 8)
    return ~fed(self.crc, state, second, size)


cdef inline int strip_marks(const Perceptron *self, const Word *typed, int size, Word *words, uint8_t *only_marks) noexcept nogil:
    """The words of a query without their marks. How many are left: those of marks alone are not."""
    cdef int at, count = 0
    for at in range(size):
        words[count] = split_word(self, typed[at])
        only_marks[at] = words[count].size == 0
        count += words[count].size != 0
    return count


cdef inline void spell_pair(const Perceptron *self, const Word *words, int count, int at, Spelled *out) noexcept nogil:
    """The rows of the word `at` and the one before, for either of them; either may be outside. What the one before is was spelled."""
    cdef const Spelled *before = out + at - 1 if at else &self.outside
    cdef const uint8_t *text = words[at].text if at < count else &self.outside_letter
    cdef int size = words[at].size if at < count else 1
    cdef uint32_t crc = pair_crc(self, before, text, size)
    if at < count:
        out[at].pairs[0] = crc & ROW_MASK
    if at:
        out[at - 1].pairs[1] = (crc ^ self.other_pair[before.length + 1 + size]) & ROW_MASK


cdef inline const Spelled *neighbour(const Perceptron *self, const Spelled *words, int count, int at) noexcept nogil:
    return words + at if 0 <= at < count else &self.outside


cdef inline void rows_around(
    const Perceptron *self, const Spelled *words, int count, int at, int last, uint32_t *rows
) noexcept nogil:
    """The rows of a word that depend on others: on the tag before it, and on two words on either side."""
    cdef const Spelled *word = words + at
    cdef const Spelled *before = neighbour(self, words, count, at - 1)
    cdef const Spelled *behind = neighbour(self, words, count, at + 1)
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


cdef inline void ask_for_rows(const Perceptron *self, const Spelled *words, int count, int at) noexcept nogil:
    """All rows of a word, as far as they are known before the word before it is tagged."""
    cdef uint32_t[10] rows
    cdef int part
    rows_around(self, words, count, at, MOST_TAGS, rows)
    for part in range(words[at].owned):
        prefetch_row(self.weights, words[at].own[part])
    for part in range(2 if at else 0, 10):
        prefetch_row(self.weights, rows[part])


cdef inline int tag_word(const Perceptron *self, const Spelled *words, int count, int at, int last_but_one, int last) noexcept nogil:
    """The number of a word's tag, given the two before it; among equals the first tag wins."""
    cdef uint32_t[10] rows
    cdef const Spelled *word = words + at
    rows_around(self, words, count, at, last, rows)
    return best_tag(
        self.by_length[min(<int>word.length, 12)], self.by_tags[last_but_one][last], self.weights, word.own, word.owned, rows, 10
    )


cdef inline int spell_query(
    const Perceptron *self, const Word *typed, int size, Word *words, Spelled *out, uint8_t *only_marks
) noexcept nogil:
    """The words of a query without their marks; their rows are asked for. How many are left: those of marks alone are not."""
    cdef int at, count = strip_marks(self, typed, size, words, only_marks)
    for at in range(count):
        spell_context(self, words[at].text, words[at].size, out + at)
        spell_own(self, words[at].text, words[at].size, out + at)
        spell_pair(self, words, count, at, out)
    if count:
        spell_pair(self, words, count, count, out)
    for at in range(count):
        ask_for_rows(self, out, count, at)
    return count


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
