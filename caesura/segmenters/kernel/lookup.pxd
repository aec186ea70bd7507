"""Look-ups of a query's n-grams, in three steps: `request_ngrams` hashes them and asks the memory for the lines of the table they are
in; `probe_ngrams` looks into these once they have arrived, and asks for further ones where an n-gram was moved on; `read_ngrams`
reads counts and titles. `caesura.lexicon` has the exact reference.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from caesura.lexicon._table cimport Forms, NgramEntry, Table, extended, larger, opened_slot, prefetch_line, probe
from caesura.segmenters.kernel.probing cimport probe_home_lines
from caesura.segmenters.kernel.query cimport DECIDED, FEW, FOR_PYTHON, MOST_NAMES, PMI, Plan, Query, Scratch


cdef inline int look_ups(int words, const Plan *plan) noexcept nogil:
    """How many n-grams the method looks up."""
    cdef int longest = min(words, plan.longest)
    return (longest - 1) * (words - longest) + longest * (longest - 1) // 2 + (words if plan.kind == PMI else 0)


cdef inline void request_ngrams(Query *query, Scratch *scratch, const Plan *plan, const Table *table) noexcept nogil:
    """The hashes of all n-grams the method looks up; their lines are fetched while other queries are decided.

    A query with more names across separators than there is room for is left to Python.
    """
    cdef int start, end, last, at = 0
    cdef uint64_t hashed
    if plan.published:
        query.differs = query.trims = query.separated = 0
    if query.differs:
        memcpy(query.bared, scratch.bared, query.words * sizeof(uint64_t))
    if query.trims:
        memcpy(query.trimmed, scratch.trimmed, query.words * sizeof(uint64_t))
    query.separated &= (<uint64_t>1 << (query.words - 1)) - 1
    query.names = 0
    if query.separated and not find_names(query, scratch, table):
        query.status = FOR_PYTHON
    query.asked = look_ups(query.words, plan)
    query.hashes = &query.few_hashes[0] if query.asked <= FEW else &scratch.many_hashes[0]
    query.pending = &query.few_pending[0] if query.asked <= FEW else &scratch.many_pending[0]
    if plan.kind == PMI:
        for start in range(query.words):
            prefetch_line(table, scratch.folded[start])
            query.hashes[at] = scratch.folded[start]
            at += 1
    for start in range(query.words - 1):
        hashed = scratch.folded[start]
        last = min(query.words, start + plan.longest)
        for end in range(start + 1, last):
            hashed = extended(hashed, scratch.folded[end])
            prefetch_line(table, hashed)
            query.hashes[at] = hashed
            at += 1


cdef inline uint64_t places_inside(int start, int end) noexcept nogil:
    """The places between the words of a span, as a mask."""
    return (<uint64_t>1 << (end - 1)) - (<uint64_t>1 << start)


cdef inline bint find_names(Query *query, const Scratch *scratch, const Table *table) noexcept nogil:
    """The titles that go across a separator; False where there are too many. Few queries have separators, so this is done here and now."""
    cdef int start, end
    cdef Forms ngram
    for start in range(query.words - 1):
        if not query.separated >> start:
            break
        ngram.folded, ngram.trimmed, ngram.bared = scratch.folded[start], scratch.trimmed[start], scratch.bared[start]
        for end in range(start + 1, <int>min(<uint64_t>query.words, start + table.longest)):
            ngram.folded = extended(ngram.folded, scratch.folded[end])
            ngram.trimmed = extended(ngram.trimmed, scratch.trimmed[end])
            ngram.bared = extended(ngram.bared, scratch.bared[end])
            if query.separated & places_inside(start, end + 1) and (
                probe(table, ngram.folded).title or probe(table, ngram.trimmed).title or probe(table, ngram.bared).title
            ):
                if query.names == MOST_NAMES:
                    return False
                query.name_start[query.names] = start
                query.name_end[query.names] = end + 1
                query.names += 1
    return True


cdef inline void probe_ngrams(Query *query, const Table *table) noexcept nogil:
    """Look at the home lines, which have arrived; what goes on elsewhere (few look-ups) is finished later."""
    if query.status == DECIDED:
        probe_home_lines(table.slots, table.home_lines, query.hashes, query.pending, query.asked)


cdef inline NgramEntry entry_of_ngram(const Query *query, const Table *table, int at) noexcept nogil:
    """What one look-up found."""
    cdef NgramEntry entry
    if query.pending[at]:
        return probe(table, query.hashes[at])
    entry = opened_slot(table, query.hashes[at])
    entry.known = (query.hashes[at] & 0x7FFFFF) != 0
    return entry


cdef inline NgramEntry in_form(const uint64_t *words, const Table *table, int start, int end) noexcept nogil:
    """The n-gram of these words' hashes."""
    cdef uint64_t hashed = words[start]
    cdef int word
    for word in range(start + 1, end):
        hashed = extended(hashed, words[word])
    return probe(table, hashed)


cdef inline bint any_of(uint64_t mask, int start, int end) noexcept nogil:
    return (mask >> start) & ((<uint64_t>2 << (end - start - 1)) - 1) != 0


cdef inline NgramEntry in_all_forms(NgramEntry typed, const Query *query, const Table *table, int start, int end) noexcept nogil:
    """By the lexicon's rule: punctuation at the edge of a word hides nothing."""
    if any_of(query.differs, start, end):
        typed = larger(typed, in_form(query.bared, table, start, end))
        if any_of(query.trims, start, end):
            typed = larger(typed, in_form(query.trimmed, table, start, end))
    return typed


cdef inline void read_ngrams(const Query *query, Scratch *scratch, const Plan *plan, const Table *table) noexcept nogil:
    cdef int start, end, last, at = 0
    cdef NgramEntry entry
    for start in range(query.words - 1):
        scratch.row[start] = at
        last = min(query.words, start + plan.longest)
        for end in range(start + 2, last + 1):
            entry = entry_of_ngram(query, table, at)
            if query.differs:
                entry = in_all_forms(entry, query, table, start, end)
            scratch.counts[at] = entry.count
            scratch.titles[at] = entry.title
            at += 1
