"""From text to hashes: words are split as `str.split` splits and folded as `fold` folds, as long as they are ASCII."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

from caesura.lexicon._table cimport (
    Forms, Table, extended, finished_word, hash_forms, is_separator, mixed_piece, prefetch_line, probe,
)
from caesura.segmenters._query cimport DECIDED, EMPTY, FEW, FOR_PYTHON, MOST_BYTES, MOST_WORDS, PMI, Desk, Plan, Query

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


cdef inline void split(Query *query, Desk *desk, const uint8_t *text, Py_ssize_t size, uint64_t seed) noexcept nogil:
    """Words and their hashes; anything but short ASCII text is left for Python."""
    cdef uint8_t[MOST_BYTES + 16] buffer
    cdef uint64_t piece, seen = 0, unusual = 0, spaces = 0, here
    cdef Py_ssize_t at = 0
    query.status = FOR_PYTHON
    if size > MOST_BYTES:
        return
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
        return
    query.differs = 0
    query.trims = 0
    query.separated = 0
    if size < 64 and not unusual:
        query.words = words_of_short(query, desk, buffer, spaces | (0 - (<uint64_t>1 << size)), seed)
    else:
        query.words = words_of_long(query, desk, buffer, size, seed)
    if query.words < 0:
        return
    query.status = DECIDED if query.words else EMPTY


cdef inline int words_of_short(Query *query, Desk *desk, const uint8_t *buffer, uint64_t spaces, uint64_t seed) noexcept nogil:
    """The words of up to 63 bytes whose only white space is the space; bit i of `spaces` says that byte i is one or is past the end."""
    cdef int words = 0, start, end
    cdef uint64_t letters = ~spaces
    while letters:
        start = trailing_zeros(letters)
        end = start + trailing_zeros(spaces >> start)
        take_word(query, desk, words, buffer + start, end - start, seed)
        words += 1
        letters &= 0 - (<uint64_t>1 << end)
    return words


cdef inline int words_of_long(Query *query, Desk *desk, const uint8_t *buffer, Py_ssize_t size, uint64_t seed) noexcept nogil:
    """The words of any ASCII text, byte by byte; -1 where there are too many. A space follows the text in the buffer."""
    cdef Py_ssize_t at = 0, start
    cdef int words = 0
    while True:
        while at < size and CLASS[buffer[at]] & SPACE:
            at += 1
        if at >= size:
            return words
        if words == MOST_WORDS:
            return -1
        start = at
        while not CLASS[buffer[at]] & SPACE:
            at += 1
        take_word(query, desk, words, buffer + start, at - start, seed)
        words += 1


cdef inline void take_word(Query *query, Desk *desk, int number, const uint8_t *word, int size, uint64_t seed) noexcept nogil:
    """The word's hash, and where punctuation stands at its edge those of its other forms, and whether that separates."""
    cdef int first = 0, last = size
    cdef uint64_t here = <uint64_t>1 << number
    cdef Forms forms
    if CLASS[word[0]] & CLASS[word[size - 1]] & ALPHANUMERIC:
        desk.folded[number] = hashed_word(word, size, seed)
        desk.bared[number] = desk.folded[number]
        desk.trimmed[number] = desk.folded[number]
        return
    if hash_forms(word, size, seed, &forms):
        query.differs |= here
        if forms.trimmed != forms.folded:
            query.trims |= here
    desk.folded[number] = forms.folded
    desk.bared[number] = forms.bared
    desk.trimmed[number] = forms.trimmed
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


cdef inline bint is_in_name(const Query *query, const Desk *desk, const Table *table) noexcept nogil:
    """Whether a title goes across a separator. Few queries have any, so their titles are looked up here and now."""
    cdef int start, end
    cdef Forms ngram
    for start in range(query.words - 1):
        if not query.separated >> start:
            break
        ngram.folded, ngram.trimmed, ngram.bared = desk.folded[start], desk.trimmed[start], desk.bared[start]
        for end in range(start + 1, <int>min(<uint64_t>query.words, start + table.longest)):
            ngram.folded = extended(ngram.folded, desk.folded[end])
            ngram.trimmed = extended(ngram.trimmed, desk.trimmed[end])
            ngram.bared = extended(ngram.bared, desk.bared[end])
            if query.separated & ((<uint64_t>1 << end) - (<uint64_t>1 << start)) and (
                probe(table, ngram.folded).title or probe(table, ngram.trimmed).title or probe(table, ngram.bared).title
            ):
                return True
    return False


cdef inline int look_ups(int words, const Plan *plan) noexcept nogil:
    """How many n-grams the method looks up."""
    cdef int longest = min(words, plan.longest)
    return (longest - 1) * (words - longest) + longest * (longest - 1) // 2 + (words if plan.kind == PMI else 0)


cdef inline void ask(Query *query, Desk *desk, const Plan *plan, const Table *table) noexcept nogil:
    """The hashes of all n-grams the method looks up; their lines are fetched while other queries are decided."""
    cdef int start, end, last, at = 0
    cdef uint64_t hashed
    if plan.published:
        query.differs = query.trims = query.separated = 0
    if query.differs:
        memcpy(query.bared, desk.bared, query.words * sizeof(uint64_t))
    if query.trims:
        memcpy(query.trimmed, desk.trimmed, query.words * sizeof(uint64_t))
    query.separated &= (<uint64_t>1 << (query.words - 1)) - 1
    if query.separated and is_in_name(query, desk, table):
        query.status = FOR_PYTHON
    query.asked = look_ups(query.words, plan)
    query.hashes = &query.few_hashes[0] if query.asked <= FEW else &desk.many_hashes[0]
    query.pending = &query.few_pending[0] if query.asked <= FEW else &desk.many_pending[0]
    if plan.kind == PMI:
        for start in range(query.words):
            prefetch_line(table, desk.folded[start])
            query.hashes[at] = desk.folded[start]
            at += 1
    for start in range(query.words - 1):
        hashed = desk.folded[start]
        last = min(query.words, start + plan.longest)
        for end in range(start + 1, last):
            hashed = extended(hashed, desk.folded[end])
            prefetch_line(table, hashed)
            query.hashes[at] = hashed
            at += 1
