# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The batch kernel: queries in, break masks out, without the GIL. The method files are the exact reference.

A query goes through two stages. `take_in` splits it, hashes its words and n-grams and asks the memory for the lines of the
table they are in; sixteen queries later, when these lines have arrived, `decide` looks the n-grams up and decodes. Words are split as
`str.split` splits and folded as `fold` folds; what is not ASCII is folded by Python before it comes here. Weights are counted in
128 bits: 5^5 * 2^64 for the naive method, 64 * 2^64 for the others, and no sum of them over 64 words overflows. A query this file
cannot decide to the last bit (PMI within 10^-9 of its threshold, over 64 words, very long) is handed to the plain path.
"""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.math cimport fabs, log
from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memchr, memcpy

from caesura.lexicon._table cimport CompiledTable, Found, Table, extended, finished_word, mixed_piece, prefetch_line, probe

from caesura.shapes import bare, fold

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)
    void *PyUnicode_DATA(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    object PyUnicode_New(Py_ssize_t size, Py_UCS4 largest)

cdef extern from *:
    """
    typedef unsigned __int128 caesura_wide;
    static inline uint64_t caesura_high(caesura_wide value) { return (uint64_t)(value >> 64); }
    /* Letters are lower-cased eight at a time; whether any byte is not ASCII comes back in the top bits. */
    static inline uint64_t caesura_lowered(uint64_t piece) {
        uint64_t heptets = piece & UINT64_C(0x7F7F7F7F7F7F7F7F);
        uint64_t from_a = heptets + UINT64_C(0x3F3F3F3F3F3F3F3F);
        uint64_t past_z = heptets + UINT64_C(0x2525252525252525);
        uint64_t is_upper = (from_a ^ past_z) & ~piece & UINT64_C(0x8080808080808080);
        return piece | (is_upper >> 2);
    }
    """
    ctypedef unsigned long long wide "caesura_wide"
    uint64_t high_half "caesura_high"(wide value) noexcept nogil
    uint64_t lowered "caesura_lowered"(uint64_t piece) noexcept nogil

cdef enum:
    MOST_WORDS = 64
    MOST_SPANS = 2016        # of two and more words in 64
    MOST_BYTES = 1016        # longer queries are pasted text and go the plain way
    IN_FLIGHT = 16
    LONGEST_COUNTED = 5

cdef enum Kind:
    NAIVE
    WIKIPEDIA
    TITLES
    PMI

cdef enum Status:
    DECIDED
    EMPTY
    FOR_PYTHON

KINDS = {"naive": NAIVE, "wikipedia": WIKIPEDIA, "titles": TITLES, "pmi": PMI}

cdef uint64_t[6] SELF_POWER
for _length in range(6):
    SELF_POWER[_length] = _length ** _length

# What a byte is to the scanner: space as str.split() sees it, part of a word, letter or digit.
cdef enum:
    OTHER = 0
    SPACE = 1
    ALPHANUMERIC = 2
cdef uint8_t[256] CLASS
for _byte in range(256):
    CLASS[_byte] = OTHER
    if _byte < 128 and chr(_byte).isspace():
        CLASS[_byte] = SPACE
    elif _byte < 128 and chr(_byte).isalnum():
        CLASS[_byte] = ALPHANUMERIC


# A query in flight is only what must wait: packed tightly, since sixteen of them share the cache with the table.
cdef struct Query:
    Status status
    int words
    uint64_t differs                              # which words have punctuation at their edge
    uint64_t[MOST_SPANS + MOST_WORDS] hashes      # n-grams by start, then end; for PMI the words before the pairs
    uint64_t[MOST_WORDS] bared                    # filled in only where a word differs


# What one query needs while it is being split or decoded.
cdef struct Desk:
    uint64_t[MOST_WORDS] folded
    uint64_t[MOST_WORDS] bared
    int[MOST_WORDS] row                           # where the n-grams that begin with a word begin
    uint8_t[MOST_WORDS] end
    wide[MOST_WORDS + 1] score
    wide[MOST_WORDS] weight
    uint64_t[MOST_SPANS] counts
    uint8_t[MOST_SPANS] titles


cdef struct Plan:
    Kind kind
    bint published
    int longest                      # words in a segment
    double total
    double threshold


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
    cdef uint64_t piece, seen = 0
    cdef Py_ssize_t at = 0
    cdef int start, first, last, words = 0
    query.status = FOR_PYTHON
    if size > MOST_BYTES:
        return
    while at + 8 <= size:
        memcpy(&piece, text + at, 8)
        seen |= piece
        piece = lowered(piece)
        memcpy(buffer + at, &piece, 8)
        at += 8
    piece = 0
    if at < size:
        memcpy(&piece, text + at, size - at)
    seen |= piece
    piece = lowered(piece)
    memcpy(buffer + at, &piece, 8)
    if seen & <uint64_t>0x8080808080808080:
        return
    buffer[size] = 32
    query.differs = 0
    at = 0
    while True:
        while at < size and CLASS[buffer[at]] == SPACE:
            at += 1
        if at >= size:
            break
        if words == MOST_WORDS:
            return
        start = at
        while CLASS[buffer[at]] != SPACE:
            at += 1
        desk.folded[words] = hashed_word(buffer + start, at - start, seed)
        desk.bared[words] = desk.folded[words]
        if CLASS[buffer[start]] != ALPHANUMERIC or CLASS[buffer[at - 1]] != ALPHANUMERIC:
            first, last = start, at
            while first < last and CLASS[buffer[first]] != ALPHANUMERIC:
                first += 1
            while last > first and CLASS[buffer[last - 1]] != ALPHANUMERIC:
                last -= 1
            if first < last:
                desk.bared[words] = hashed_word(buffer + first, last - first, seed)
                query.differs |= <uint64_t>1 << words
        words += 1
    query.words = words
    query.status = DECIDED if words else EMPTY
    if query.differs:
        memcpy(query.bared, desk.bared, words * sizeof(uint64_t))


cdef inline void ask(Query *query, const Desk *desk, const Plan *plan, const Table *table) noexcept nogil:
    """The hashes of all n-grams the method looks up; their lines are fetched while other queries are decided."""
    cdef int start, end, last, at = 0
    cdef uint64_t hashed
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


cdef Found bare_entry(const Query *query, const Table *table, int start, int end) noexcept nogil:
    """The n-gram with every word bare, by the lexicon's rule: only where its folded form is unknown and differs."""
    cdef uint64_t hashed = query.bared[start]
    cdef int word
    for word in range(start + 1, end):
        hashed = extended(hashed, query.bared[word])
    return probe(table, hashed)


cdef inline bint differs_in(const Query *query, int start, int end) noexcept nogil:
    return (query.differs >> start) & ((<uint64_t>2 << (end - start - 1)) - 1) != 0


cdef inline void look_up(const Query *query, Desk *desk, const Plan *plan, const Table *table) noexcept nogil:
    cdef int start, end, last, at = 0
    cdef Found found
    for start in range(query.words - 1):
        desk.row[start] = at
        last = min(query.words, start + plan.longest)
        for end in range(start + 2, last + 1):
            found = probe(table, query.hashes[at])
            if not found.known and query.differs and differs_in(query, start, end):
                found = bare_entry(query, table, start, end)
            desk.counts[at] = found.count
            desk.titles[at] = found.title
            at += 1


cdef void decode_naive(int words, Desk *desk, const Plan *plan) noexcept nogil:
    cdef int start, end, last, at, chosen
    cdef uint64_t count
    cdef wide total, best, weight
    desk.score[words] = 0
    for start in range(words - 1, -1, -1):
        best = desk.score[start + 1]
        chosen = start + 1
        weight = 0
        last = min(words, start + plan.longest)
        at = desk.row[start]
        for end in range(start + 2, last + 1):
            count = desk.counts[at]
            at += 1
            total = <wide>SELF_POWER[end - start] * count + desk.score[end]
            if count and total >= best:
                best = total
                chosen = end
                weight = <wide>SELF_POWER[end - start] * count
        desk.score[start] = best
        desk.end[start] = chosen
        desk.weight[start] = weight


cdef void decode_wikipedia(int words, Desk *desk, const Plan *plan, bint only_titles) noexcept nogil:
    cdef int start, end, last, at, chosen
    cdef uint64_t frequency, pair
    cdef wide total, best, weight
    desk.score[words] = 0
    for start in range(words - 1, -1, -1):
        best = desk.score[start + 1]
        chosen = start + 1
        weight = 0
        pair = 0
        last = min(words, start + plan.longest)
        at = desk.row[start]
        for end in range(start + 2, last + 1):
            # The pair that ends the segment is the first n-gram of the row before last.
            frequency = desk.counts[desk.row[end - 2]]
            pair = frequency if frequency > pair else pair
            frequency = desk.counts[at]
            if desk.titles[at] and (frequency or not plan.published):
                frequency = pair
            elif only_titles:
                frequency = 0
            at += 1
            total = <wide>frequency * <uint64_t>(end - start) + desk.score[end]
            if frequency and total >= best:
                best = total
                chosen = end
                weight = <wide>frequency * <uint64_t>(end - start)
        desk.score[start] = best
        desk.end[start] = chosen
        desk.weight[start] = weight


cdef void decode_titles(int words, Desk *desk, const Plan *plan) noexcept nogil:
    """Titles by the printed rules: a title that overlaps no other is kept, a place where titles overlap goes by `wikipedia`."""
    cdef int[MOST_WORDS] place_end      # one past the place that covers a word; 0 outside of titles
    cdef uint8_t[MOST_WORDS] overlapping
    cdef int start, end, last, at, chosen, first = 0, until = 0, word
    cdef uint64_t frequency, pair
    cdef bint several = False, allowed
    cdef wide total, best, weight
    for start in range(words):
        place_end[start] = 0
        overlapping[start] = False
    for start in range(words - 1):
        last = min(words, start + plan.longest)
        at = desk.row[start]
        for end in range(start + 2, last + 1):
            if desk.titles[at]:
                if start >= until:
                    first, until, several = start, end, False
                else:
                    until = max(until, end)
                    several = True
                for word in range(first, until):
                    place_end[word] = until
                    overlapping[word] = several
            at += 1
    desk.score[words] = 0
    for start in range(words - 1, -1, -1):
        best = desk.score[start + 1]
        chosen = start + 1
        weight = 0
        pair = 0
        last = min(min(words, start + plan.longest), place_end[start])
        at = desk.row[start]
        for end in range(start + 2, last + 1):
            frequency = desk.counts[desk.row[end - 2]]
            pair = frequency if frequency > pair else pair
            frequency = pair if desk.titles[at] else desk.counts[at]
            allowed = frequency != 0 if overlapping[start] else desk.titles[at]
            at += 1
            total = <wide>frequency * <uint64_t>(end - start) + desk.score[end]
            if allowed and total >= best:
                best = total
                chosen = end
                weight = <wide>frequency * <uint64_t>(end - start)
        desk.score[start] = best
        desk.end[start] = chosen
        desk.weight[start] = weight


cdef uint64_t decide_pmi(Query *query, const Plan *plan, const Table *table) noexcept nogil:
    cdef uint64_t mask = 0
    cdef int word
    cdef Found found
    cdef double before = 0, here, distance
    for word in range(query.words):
        found = probe(table, query.hashes[word])
        if not found.known and (query.differs >> word) & 1:
            found = probe(table, query.bared[word])
        here = found.count
        if word:
            found = probe(table, query.hashes[query.words + word - 1])
            if not found.known and query.differs and differs_in(query, word - 1, word + 1):
                found = bare_entry(query, table, word - 1, word + 1)
            if before == 0 or here == 0 or found.count == 0 or plan.total == 0:
                mask |= <uint64_t>1 << (word - 1)
            else:
                distance = log(<double>found.count * plan.total / (before * here)) - plan.threshold
                if fabs(distance) < 1e-9:
                    query.status = FOR_PYTHON
                    return 0
                if distance < 0:
                    mask |= <uint64_t>1 << (word - 1)
        before = here
    return mask


cdef inline uint64_t decide(Query *query, Desk *desk, const Plan *plan, const Table *table) noexcept nogil:
    """The breaks of a query whose n-grams were asked for."""
    cdef uint64_t mask = 0
    cdef int start = 0
    if query.status != DECIDED:
        return 0
    if plan.kind == PMI:
        return decide_pmi(query, plan, table)
    look_up(query, desk, plan, table)
    if plan.kind == NAIVE:
        decode_naive(query.words, desk, plan)
    elif plan.kind == WIKIPEDIA or plan.published:
        decode_wikipedia(query.words, desk, plan, plan.kind == TITLES)
    else:
        decode_titles(query.words, desk, plan)
    while True:
        start = desk.end[start]
        if start >= query.words:
            return mask
        mask |= <uint64_t>1 << (start - 1)


cdef void run(
    const uint8_t **texts, const Py_ssize_t *sizes, Py_ssize_t first, Py_ssize_t last, uint64_t *masks, uint8_t *statuses,
    Query *ring, Desk *desk, const Plan *plan, const Table *table,
) noexcept nogil:
    """Decide the queries `first` to `last`, sixteen of them in flight."""
    cdef Py_ssize_t at
    cdef Query *query
    for at in range(first, last + IN_FLIGHT):
        query = ring + (at % IN_FLIGHT)
        if at - IN_FLIGHT >= first:
            masks[at - IN_FLIGHT] = decide(query, desk, plan, table)
            statuses[at - IN_FLIGHT] = query.status
        if at < last:
            split(query, desk, texts[at], sizes[at], table.seed)
            if query.status == DECIDED:
                ask(query, desk, plan, table)


cdef Py_ssize_t printed(const uint8_t *text, Py_ssize_t size, uint64_t mask, bint quotes, uint8_t *out) noexcept nogil:
    """The query in pipe or quote form, written to `out` (room for 2 * size + 2); -1 where something must be escaped."""
    cdef Py_ssize_t at = 0, length = 0, opening = 0
    cdef int word = 0
    cdef bint together = False
    cdef uint8_t special = 34 if quotes else 124
    while True:
        while at < size and CLASS[text[at]] == SPACE:
            at += 1
        if at >= size:
            break
        if word:
            # How the word before ended: bit word-1 of the mask.
            if (mask >> (word - 1)) & 1:
                if quotes and together:
                    out[length] = 34
                    length += 1
                together = False
                out[length] = 32 if quotes else 124
                length += 1
                opening = length
            else:
                if quotes and not together:
                    # The segment turns out to have a second word: its first one moves to make room for the quote.
                    shift_right(out, opening, length)
                    out[opening] = 34
                    length += 1
                together = True
                out[length] = 32
                length += 1
        while at < size and CLASS[text[at]] != SPACE:
            if text[at] == special or text[at] == 92:
                return -1
            out[length] = text[at]
            length += 1
            at += 1
        word += 1
    if quotes and together:
        out[length] = 34
        length += 1
    return length


cdef inline void shift_right(uint8_t *out, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    cdef Py_ssize_t at = end
    while at > start:
        out[at] = out[at - 1]
        at -= 1


cdef class Batch:
    """Many queries: where their texts are, and the answers. Threads each run a part of it."""

    cdef Py_ssize_t count
    cdef const uint8_t **texts
    cdef Py_ssize_t *sizes
    cdef uint64_t *masks
    cdef uint8_t *statuses
    cdef object keep        # what owns the texts

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


cdef Batch batch_of_texts(texts):
    # A tuple of our own: nobody can take a string away while the GIL is released.
    cdef tuple owned = tuple(texts)
    cdef Batch batch = Batch(len(owned), owned)
    cdef Py_ssize_t at
    for at in range(batch.count):
        text = owned[at]
        if not isinstance(text, str):
            raise TypeError(f"queries are strings, not {type(text).__name__}")
        if PyUnicode_IS_ASCII(text):
            batch.texts[at] = <const uint8_t *>PyUnicode_DATA(text)
            batch.sizes[at] = PyUnicode_GET_LENGTH(text)
        else:
            # Longer than any query the kernel takes: Python will have a look at it.
            batch.texts[at] = NULL
            batch.sizes[at] = MOST_BYTES + 1
    return batch


cdef Batch batch_of_lines(const uint8_t *start, Py_ssize_t size, keep):
    """One query a line; a last line without its line feed counts, an empty rest does not."""
    cdef Py_ssize_t count = 0, at = 0
    cdef const uint8_t *here = start
    cdef const uint8_t *end = start + size
    cdef const uint8_t *found
    with nogil:
        while here < end:
            found = <const uint8_t *>memchr(here, 10, end - here)
            count += 1
            if found == NULL:
                break
            here = found + 1
    cdef Batch batch = Batch(count, keep)
    with nogil:
        here = start
        for at in range(count):
            found = <const uint8_t *>memchr(here, 10, end - here)
            if found == NULL:
                found = end
            batch.texts[at] = here
            batch.sizes[at] = found - here
            here = found + 1
    return batch


cdef class Kernel:
    """One method over one lexicon. Every method of this class answers as the plain path does.

    `plain` decides what is left to Python: text -> break mask.
    """

    cdef CompiledTable holder
    cdef Plan plan
    cdef object plain

    def __cinit__(self, CompiledTable table, str method, bint published, double total, double threshold, plain):
        self.holder = table
        self.plain = plain
        self.plan.kind = KINDS[method]
        self.plan.published = published
        self.plan.longest = min(<uint64_t>MOST_WORDS, table.table.longest)
        if self.plan.kind == NAIVE:
            self.plan.longest = min(self.plan.longest, <int>LONGEST_COUNTED)
        elif self.plan.kind == PMI:
            self.plan.longest = 2
        self.plan.total = total
        self.plan.threshold = threshold

    cdef bint in_python(self, Query *query, Desk *desk, str text) except -1:
        """Split and fold a text that is not ASCII; False where the plain path must take it."""
        cdef bytes raw
        cdef int at
        words = text.split()
        if len(words) > MOST_WORDS:
            return False
        query.words = len(words)
        query.differs = 0
        for at in range(query.words):
            folded = fold(words[at])
            stripped = bare(folded)
            desk.folded[at] = self.hashed(folded)
            query.bared[at] = desk.folded[at]
            if stripped != folded:
                query.bared[at] = self.hashed(stripped)
                query.differs |= <uint64_t>1 << at
        query.status = DECIDED if query.words else EMPTY
        return True

    cdef uint64_t hashed(self, str folded):
        # Eight zero bytes behind it: the hash reads whole pieces.
        cdef bytes raw = folded.encode("utf-8", "surrogatepass")
        cdef bytes padded = raw + b"\0\0\0\0\0\0\0\0"
        return hashed_word(<const uint8_t *>PyBytes_AS_STRING(padded), len(raw), self.holder.table.seed)

    cdef bint decided(self, Query *query, Desk *desk, str text, uint64_t *mask) except -1:
        """One query, with its weights left on the desk; False where only the plain path can answer."""
        if PyUnicode_IS_ASCII(text) and PyUnicode_GET_LENGTH(text) <= MOST_BYTES:
            split(query, desk, <const uint8_t *>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), self.holder.table.seed)
            if query.status == FOR_PYTHON:
                return False
        elif not self.in_python(query, desk, text):
            return False
        if query.status == EMPTY:
            mask[0] = 0
            return True
        ask(query, desk, &self.plan, &self.holder.table)
        mask[0] = decide(query, desk, &self.plan, &self.holder.table)
        return query.status == DECIDED

    def mask(self, str text):
        """The breaks of one query."""
        cdef Query query
        cdef Desk desk
        cdef uint64_t mask
        return mask if self.decided(&query, &desk, text, &mask) else self.plain(text)

    def cut(self, str text):
        """Segment ends and weights of one query, or None where the plain path must answer (for PMI always)."""
        cdef Query query
        cdef Desk desk
        cdef uint64_t mask
        cdef int start = 0
        if self.plan.kind == PMI or not self.decided(&query, &desk, text, &mask) or query.status == EMPTY:
            return None
        ends = []
        weights = []
        while start < query.words:
            ends.append(desk.end[start])
            weights.append((<object>high_half(desk.weight[start]) << 64) | <object><uint64_t>desk.weight[start])
            start = desk.end[start]
        return ends, weights

    def masks(self, texts, int threads=1):
        """The breaks of each text, as an array of 64-bit numbers; 0 for a text without words."""
        cdef Batch batch = batch_of_texts(texts)
        self.run_batch(batch, threads)
        return self.answers(batch)

    def line_masks(self, lines, int threads=1):
        """As `masks`, for a buffer with one query a line."""
        cdef Py_buffer view
        PyObject_GetBuffer(lines, &view, PyBUF_SIMPLE)
        try:
            batch = batch_of_lines(<const uint8_t *>view.buf, view.len, lines)
            self.run_batch(batch, threads)
            return self.answers(batch)
        finally:
            PyBuffer_Release(&view)

    def print_texts(self, texts, plain_print, bint quotes=False, int threads=1):
        """Each text in pipe or quote form; `plain_print(text, mask)` writes what must be escaped or is not ASCII."""
        cdef Batch batch = batch_of_texts(texts)
        cdef tuple owned = batch.keep
        cdef uint8_t[2 * MOST_BYTES + 2] buffer
        cdef Py_ssize_t at, length
        self.run_batch(batch, threads)
        cdef list lines = [None] * batch.count
        for at in range(batch.count):
            length = -1
            if batch.statuses[at] != FOR_PYTHON:
                length = printed(batch.texts[at], batch.sizes[at], batch.masks[at], quotes, buffer)
            if length < 0:
                text = owned[at]
                lines[at] = plain_print(text, self.mask(text))
            else:
                line = PyUnicode_New(length, 127)
                memcpy(PyUnicode_DATA(line), buffer, length)
                lines[at] = line
        return lines

    def print_text(self, str text, plain_print, bint quotes=False):
        """One text in pipe or quote form."""
        cdef Query query
        cdef Desk desk
        cdef uint64_t mask
        cdef uint8_t[2 * MOST_BYTES + 2] buffer
        cdef Py_ssize_t length = -1
        if not self.decided(&query, &desk, text, &mask):
            mask = self.plain(text)
        elif PyUnicode_IS_ASCII(text) and PyUnicode_GET_LENGTH(text) <= MOST_BYTES:
            length = printed(<const uint8_t *>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), mask, quotes, buffer)
        if length < 0:
            return plain_print(text, mask)
        line = PyUnicode_New(length, 127)
        memcpy(PyUnicode_DATA(line), buffer, length)
        return line

    def print_lines(self, lines, plain_print, bint quotes=False, int threads=1):
        """A buffer with one query a line -> bytes with one segmentation a line."""
        cdef Py_buffer view
        PyObject_GetBuffer(lines, &view, PyBUF_SIMPLE)
        try:
            return self.printed_batch(batch_of_lines(<const uint8_t *>view.buf, view.len, lines), plain_print, quotes, threads)
        finally:
            PyBuffer_Release(&view)

    cdef bytes printed_batch(self, Batch batch, plain_print, bint quotes, int threads):
        cdef Py_ssize_t at, length, room = 0, used = 0
        cdef bytes piece
        cdef uint8_t *out
        self.run_batch(batch, threads)
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
                    text = PyBytes_FromStringAndSize(<const char *>batch.texts[at], batch.sizes[at]).decode("utf-8", "strict")
                    pieces.append(plain_print(text, self.mask(text)).encode("utf-8") + b"\n")
                else:
                    out[used + length] = 10
                    used += length + 1
            pieces.append(PyBytes_FromStringAndSize(<char *>out, used))
        finally:
            free(out)
        return b"".join(pieces)

    cdef answers(self, Batch batch):
        """The masks, with what was left to Python decided there."""
        from array import array

        cdef Py_ssize_t at
        for at in range(batch.count):
            if batch.statuses[at] == FOR_PYTHON:
                if isinstance(batch.keep, tuple):
                    text = batch.keep[at]
                else:
                    text = PyBytes_FromStringAndSize(<const char *>batch.texts[at], batch.sizes[at]).decode("utf-8", "strict")
                batch.masks[at] = self.mask(text)
        result = array("Q")
        result.frombytes(PyBytes_FromStringAndSize(<char *>batch.masks, batch.count * sizeof(uint64_t)))
        return result

    cdef run_batch(self, Batch batch, int threads):
        """Decide all queries of a batch on so many threads; the GIL is released meanwhile."""
        cdef Py_ssize_t part
        if threads <= 1:
            self.run_part(batch, 0, batch.count)
            return
        from threading import Thread

        part = -(-batch.count // threads)
        workers = [
            Thread(target=self.run_part, args=(batch, first, min(batch.count, first + part))) for first in range(part, batch.count, part)
        ]
        for worker in workers:
            worker.start()
        self.run_part(batch, 0, min(batch.count, part))
        for worker in workers:
            worker.join()

    def run_part(self, Batch batch, Py_ssize_t first, Py_ssize_t last):
        cdef Desk desk
        cdef Query *ring = <Query *>malloc(IN_FLIGHT * sizeof(Query))
        if ring == NULL:
            raise MemoryError
        with nogil:
            run(batch.texts, batch.sizes, first, last, batch.masks, batch.statuses, ring, &desk, &self.plan, &self.holder.table)
        free(ring)
