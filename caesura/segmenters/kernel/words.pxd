"""The splitter of all kernels: words are split as `str.split` splits and folded as `fold` folds, as long as they are ASCII."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from caesura.lexicon._table cimport Forms, finished_word, hash_forms, is_separator, mixed_piece
from caesura.segmenters.kernel.query cimport DECIDED, EMPTY, FOR_PYTHON, MOST_BYTES, MOST_WORDS, Query, Scratch
from caesura.tagging._perceptron cimport Word

cdef extern from *:
    """
    /* What a byte is to the scanner and the printer. */
    enum { CAESURA_SPACE = 1, CAESURA_ALPHANUMERIC = 2, CAESURA_BAR = 4, CAESURA_QUOTE = 8 };
    static const uint8_t caesura_class[256] = {
        [9 ... 13] = CAESURA_SPACE, [28 ... 32] = CAESURA_SPACE, ['0' ... '9'] = CAESURA_ALPHANUMERIC,
        ['A' ... 'Z'] = CAESURA_ALPHANUMERIC, ['a' ... 'z'] = CAESURA_ALPHANUMERIC,
        ['|'] = CAESURA_BAR, ['"'] = CAESURA_QUOTE, [92] = CAESURA_BAR | CAESURA_QUOTE,
    };
    /* Letters are lower-cased eight at a time. */
    static inline uint64_t caesura_lowered(uint64_t piece) {
        uint64_t heptets = piece & UINT64_C(0x7F7F7F7F7F7F7F7F);
        uint64_t from_a = heptets + UINT64_C(0x3F3F3F3F3F3F3F3F);
        uint64_t past_z = heptets + UINT64_C(0x2525252525252525);
        uint64_t is_upper = (from_a ^ past_z) & ~piece & UINT64_C(0x8080808080808080);
        return piece | (is_upper >> 2);
    }
    /* One bit for each of eight ASCII bytes: is it a space; is it a space or a control character. */
    static inline uint64_t caesura_gathered(uint64_t tops) { return ((tops >> 7) * UINT64_C(0x0102040810204080)) >> 56; }
    static inline uint64_t caesura_spaces(uint64_t piece) {
        uint64_t differing = piece ^ UINT64_C(0x2020202020202020);
        uint64_t some = (differing & UINT64_C(0x7F7F7F7F7F7F7F7F)) + UINT64_C(0x7F7F7F7F7F7F7F7F);
        return caesura_gathered(~(some | differing) & UINT64_C(0x8080808080808080));
    }
    static inline uint64_t caesura_controls(uint64_t piece) {
        uint64_t above = (piece | UINT64_C(0x8080808080808080)) - UINT64_C(0x2121212121212121);
        return caesura_gathered(~above & UINT64_C(0x8080808080808080));
    }
    static inline int caesura_zeros(uint64_t bits) { return __builtin_ctzll(bits); }
    /* Fewer than eight bytes, without a call. */
    static inline void caesura_rest(uint64_t *piece, const uint8_t *text, long size) {
        uint8_t *out = (uint8_t *)piece;
        for (long at = 0; at < size; at++) out[at] = text[at];
    }
    """
    const uint8_t *CLASS "caesura_class"
    const uint8_t SPACE "CAESURA_SPACE"
    const uint8_t ALPHANUMERIC "CAESURA_ALPHANUMERIC"
    const uint8_t BAR "CAESURA_BAR"
    const uint8_t QUOTE "CAESURA_QUOTE"
    uint64_t lowered "caesura_lowered"(uint64_t piece) noexcept nogil
    uint64_t spaces_in "caesura_spaces"(uint64_t piece) noexcept nogil
    uint64_t controls_in "caesura_controls"(uint64_t piece) noexcept nogil
    int trailing_zeros "caesura_zeros"(uint64_t bits) noexcept nogil
    void copy_rest "caesura_rest"(uint64_t *piece, const uint8_t *text, Py_ssize_t size) noexcept nogil


cdef inline uint64_t hashed_word(const uint8_t *text, int size, uint64_t seed) noexcept nogil:
    """As `word_hash`; reads up to seven bytes past the word, which its buffer has."""
    cdef uint64_t state = seed, piece
    cdef int left = size
    while left >= 8:
        memcpy(&piece, text, 8)
        state = mixed_piece(state, piece)
        text += 8
        left -= 8
    if left:
        memcpy(&piece, text, 8)
        state = mixed_piece(state, piece & ((<uint64_t>1 << (8 * left)) - 1))
    return finished_word(state, size)


cdef inline int split(const uint8_t *text, Py_ssize_t size, uint8_t *buffer, Word *words) noexcept nogil:
    """The number of words, -1 where the text is left to Python: it is not ASCII, very long, or has too many words.

    `buffer` (room for MOST_BYTES + 16) gets the text in lower case, `words` lead into it; eight bytes behind each word can be read.
    """
    cdef uint64_t piece, seen = 0, unusual = 0, spaces = 0, here
    cdef Py_ssize_t at = 0
    if size > MOST_BYTES:
        return -1
    while True:
        # The last piece is filled up with spaces, so that the last word ends like any other.
        piece = <uint64_t>0x2020202020202020
        if at + 8 <= size:
            memcpy(&piece, text + at, 8)
        else:
            copy_rest(&piece, text + at, size - at)
        here = spaces_in(piece)
        seen |= piece
        unusual |= here ^ controls_in(piece)
        spaces |= here << (at & 63)
        piece = lowered(piece)
        memcpy(buffer + at, &piece, 8)
        at += 8
        if at > size:
            break
    if seen & <uint64_t>0x8080808080808080:
        return -1
    if size < 64 and not unusual:
        return words_of_short(buffer, spaces | (0 - (<uint64_t>1 << size)), words)
    return words_of_long(buffer, size, words)


cdef inline int words_of_short(const uint8_t *buffer, uint64_t spaces, Word *words) noexcept nogil:
    """The words of up to 63 bytes whose only white space is the space; bit i of `spaces`: byte i is one, or is past the end."""
    cdef int count = 0, start, end
    cdef uint64_t letters = ~spaces
    while letters:
        start = trailing_zeros(letters)
        end = start + trailing_zeros(spaces >> start)
        words[count].text = buffer + start
        words[count].size = end - start
        count += 1
        letters &= 0 - (<uint64_t>1 << end)
    return count


cdef inline int words_of_long(const uint8_t *buffer, Py_ssize_t size, Word *words) noexcept nogil:
    """The words of any ASCII text, byte by byte; -1 where there are too many. A space follows the text in the buffer."""
    cdef Py_ssize_t at = 0, start
    cdef int count = 0
    while True:
        while at < size and CLASS[buffer[at]] & SPACE:
            at += 1
        if at >= size:
            return count
        if count == MOST_WORDS:
            return -1
        start = at
        while not CLASS[buffer[at]] & SPACE:
            at += 1
        words[count].text = buffer + start
        words[count].size = at - start
        count += 1


cdef inline void hash_words(Query *query, Scratch *scratch, const Word *words, int count, uint64_t seed) noexcept nogil:
    """The hashes of a query's words, in all their forms."""
    cdef int at
    query.words = count
    query.differs = 0
    query.trims = 0
    query.separated = 0
    for at in range(count):
        hash_one_word(query, scratch, at, words[at].text, words[at].size, seed)


cdef inline void hash_one_word(Query *query, Scratch *scratch, int number, const uint8_t *word, int size, uint64_t seed) noexcept nogil:
    """The word's hash, and where punctuation stands at its edge those of its other forms, and whether that separates."""
    cdef int first = 0, last = size
    cdef uint64_t here = <uint64_t>1 << number
    cdef Forms forms
    if CLASS[word[0]] & CLASS[word[size - 1]] & ALPHANUMERIC:
        scratch.folded[number] = hashed_word(word, size, seed)
        scratch.bared[number] = scratch.folded[number]
        scratch.trimmed[number] = scratch.folded[number]
        return
    if hash_forms(word, size, seed, &forms):
        query.differs |= here
        if forms.trimmed != forms.folded:
            query.trims |= here
    scratch.folded[number] = forms.folded
    scratch.bared[number] = forms.bared
    scratch.trimmed[number] = forms.trimmed
    while first < last and not CLASS[word[first]] & ALPHANUMERIC:
        if is_separator(word[first]):
            query.separated |= here >> 1
        first += 1
    while last > first and not CLASS[word[last - 1]] & ALPHANUMERIC:
        last -= 1
        if is_separator(word[last]):
            query.separated |= here
    if first == last:
        query.separated |= here | here >> 1


cdef inline void split_and_hash(Query *query, Scratch *scratch, const uint8_t *text, Py_ssize_t size, uint64_t seed) noexcept nogil:
    """The words of a query, and whether it is one for a kernel at all."""
    cdef int words = split(text, size, scratch.buffer, scratch.words)
    query.status = FOR_PYTHON if words < 0 else DECIDED if words else EMPTY
    if words > 0:
        hash_words(query, scratch, scratch.words, words, seed)
