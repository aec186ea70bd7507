"""C-level look-up in a lexicon table, for this room's `_table.pyx` and for kernels that cimport it.

Everything here is `noexcept nogil` and inline. `hashing.py` and `plain_table.py` are the exact reference. A `Table` is filled in
once, when a lexicon is opened, after its sizes were checked against the mapped file: no hash can then lead outside of it.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static inline uint64_t caesura_folded_product(uint64_t one, uint64_t other) {
        uint64_t high, low = _umul128(one, other, &high);
        return low ^ high;
    }
    static inline uint64_t caesura_high_product(uint64_t one, uint64_t other) { return __umulh(one, other); }
    static inline void caesura_prefetch(const void *at) { _mm_prefetch((const char *)at, _MM_HINT_T0); }
    #else
    static inline uint64_t caesura_folded_product(uint64_t one, uint64_t other) {
        unsigned __int128 product = (unsigned __int128)one * other;
        return (uint64_t)product ^ (uint64_t)(product >> 64);
    }
    static inline uint64_t caesura_high_product(uint64_t one, uint64_t other) {
        return (uint64_t)(((unsigned __int128)one * other) >> 64);
    }
    static inline void caesura_prefetch(const void *at) { __builtin_prefetch(at, 0, 3); }
    #endif
    #define CAESURA_PIECE UINT64_C(0x243F6A8885A308D3)
    #define CAESURA_LENGTH UINT64_C(0x13198A2E03707345)
    #define CAESURA_LEFT UINT64_C(0xA4093822299F31D1)
    #define CAESURA_RIGHT UINT64_C(0x082EFA98EC4E6C89)
    """
    uint64_t folded_product "caesura_folded_product"(uint64_t one, uint64_t other) noexcept nogil
    uint64_t high_product "caesura_high_product"(uint64_t one, uint64_t other) noexcept nogil
    void prefetch "caesura_prefetch"(const void *at) noexcept nogil
    const uint64_t PIECE "CAESURA_PIECE"
    const uint64_t LENGTH "CAESURA_LENGTH"
    const uint64_t LEFT "CAESURA_LEFT"
    const uint64_t RIGHT "CAESURA_RIGHT"


cdef struct Table:
    const uint64_t *slots      # the lines, eight slots each; spill lines follow the home lines
    uint64_t home_lines        # a multiple of 64, at least 64
    uint64_t spill_lines       # a multiple of 64, or 0
    const uint64_t *large      # counts too large for a slot
    uint64_t large_counts
    uint64_t seed
    uint64_t longest           # words in the longest entry


cdef struct NgramEntry:
    uint64_t count
    bint title
    bint known                 # whether there is an entry at all


# The hashes of a word, or of an n-gram, in the forms it is looked up in.
cdef struct Forms:
    uint64_t folded
    uint64_t trimmed           # without separators at the edges of words
    uint64_t bared             # without any punctuation there


cdef inline NgramEntry larger(NgramEntry one, NgramEntry other) noexcept nogil:
    """What two forms of an n-gram say together: the larger count, a title if one is."""
    one.count = one.count if one.count > other.count else other.count
    one.title |= other.title
    one.known |= other.known
    return one


cdef inline bint is_alphanumeric(uint8_t letter) noexcept nogil:
    return 48 <= letter <= 57 or 97 <= letter <= 122 or 65 <= letter <= 90


cdef inline bint is_separator(uint8_t letter) noexcept nogil:
    """Comma, semicolon, colon, bar: the ASCII part of `caesura.shapes.words.SEPARATORS`."""
    return letter == 44 or letter == 58 or letter == 59 or letter == 124


cdef inline bint hash_forms(const uint8_t *word, Py_ssize_t size, uint64_t seed, Forms *forms) noexcept nogil:
    """The hashes of an ASCII word in lower case, as `caesura.shapes.lookup_forms` has it; whether they differ."""
    cdef Py_ssize_t start = 0, end = size
    forms.folded = word_hash(word, size, seed)
    forms.trimmed = forms.folded
    forms.bared = forms.folded
    if size == 0 or (is_alphanumeric(word[0]) and is_alphanumeric(word[size - 1])):
        return False
    if size == 1 and word[0] == 38:
        forms.bared = word_hash(<const uint8_t *>"and", 3, seed)
        return True
    while start < end and is_separator(word[start]):
        start += 1
    while end > start and is_separator(word[end - 1]):
        end -= 1
    if start < end < size or 0 < start < end:
        forms.trimmed = word_hash(word + start, end - start, seed)
    start, end = 0, size
    while start < end and not is_alphanumeric(word[start]):
        start += 1
    while end > start and not is_alphanumeric(word[end - 1]):
        end -= 1
    if start < end < size or 0 < start < end:
        forms.bared = word_hash(word + start, end - start, seed)
    return forms.trimmed != forms.folded or forms.bared != forms.folded


cdef inline uint64_t mixed_piece(uint64_t state, uint64_t piece) noexcept nogil:
    """The state after one more piece of eight bytes (the last one padded with zero bytes)."""
    return folded_product(state ^ piece, PIECE)


cdef inline uint64_t finished_word(uint64_t state, uint64_t size) noexcept nogil:
    """The word's hash after its last piece; `size` is its number of bytes."""
    return folded_product(state ^ size, LENGTH)


cdef inline uint64_t word_hash(const uint8_t *text, uint64_t size, uint64_t seed) noexcept nogil:
    """The hash of a folded word's UTF-8 bytes. Reads nothing outside `text[0:size]`."""
    cdef uint64_t state = seed, piece, at = 0
    while at + 8 <= size:
        memcpy(&piece, text + at, 8)
        state = mixed_piece(state, piece)
        at += 8
    if at < size:
        piece = 0
        memcpy(&piece, text + at, size - at)
        state = mixed_piece(state, piece)
    return finished_word(state, size)


cdef inline uint64_t extended(uint64_t ngram, uint64_t word) noexcept nogil:
    """The hash of an n-gram with one more word at its right."""
    return folded_product(ngram ^ LEFT, word ^ RIGHT)


cdef inline uint64_t home_line(const Table *table, uint64_t hashed) noexcept nogil:
    return high_product(hashed, table.home_lines)


cdef inline void prefetch_line(const Table *table, uint64_t hashed) noexcept nogil:
    """Ask for the hash's home line; call it some twenty look-ups before `probe`."""
    prefetch(table.slots + (home_line(table, hashed) << 3))


cdef inline int match_in_line(const uint64_t *line, uint64_t mark) noexcept nogil:
    """The first used slot of the line with this fingerprint (already shifted to the slot's high bits), or -1."""
    cdef int slot
    for slot in range(8):
        if (line[slot] ^ mark) >> 24 == 0 and line[slot] & 0x7FFFFF:
            return slot
    return -1


cdef inline NgramEntry opened_slot(const Table *table, uint64_t slot) noexcept nogil:
    cdef NgramEntry entry
    cdef uint64_t value = slot & 0x3FFFFF
    entry.known = True
    entry.title = (slot >> 22) & 1
    if value < 0x200000:
        entry.count = value
    else:
        value -= 0x200000
        # Only an altered file has an index past the end; it must not be followed.
        entry.count = table.large[value] if value < table.large_counts else 0
    return entry


cdef inline NgramEntry probe_from(const Table *table, const uint64_t *lines, uint64_t line, uint64_t hashed, bint *passed) noexcept nogil:
    """Walk the lines of one 4 KB page from `line` on, at the hash's own odd stride; `passed` says whether the entry may have been moved out of the page."""
    cdef NgramEntry entry
    cdef uint64_t mark = hashed << 24, page = line & ~<uint64_t>63, stride = (hashed >> 3) | 1, step
    cdef const uint64_t *here
    cdef int slot
    passed[0] = False
    for step in range(64):
        here = lines + ((page | ((line + step * stride) & 63)) << 3)
        slot = match_in_line(here, mark)
        if slot >= 0:
            return opened_slot(table, here[slot])
        if not (here[hashed & 7] >> 23) & 1:
            break
    else:
        passed[0] = True
    entry.count = 0
    entry.title = False
    entry.known = False
    return entry


cdef inline NgramEntry probe(const Table *table, uint64_t hashed) noexcept nogil:
    """Count, title and whether the n-gram with this hash is known at all."""
    cdef bint passed
    cdef NgramEntry entry = probe_from(table, table.slots, home_line(table, hashed), hashed, &passed)
    if passed and table.spill_lines:
        hashed = (hashed << 32) | (hashed >> 32)
        entry = probe_from(table, table.slots + (table.home_lines << 3), high_product(hashed, table.spill_lines), hashed, &passed)
    return entry


cdef class CompiledTable:
    """A Python lexicon's table: `(<CompiledTable>lexicon.table).table` is what a kernel probes. Keep the object while you do."""

    cdef Table table
    cdef Py_buffer view
    cdef bint holds_view
    cdef NgramEntry find(self, object words, bint as_typed) except *
