"""Which segments are kept: phrases of the user's own, and what is likely enough. `methods/dictionary.py` and `decision.py` are the
exact reference."""

from libc.math cimport rint
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from caesura.lexicon._table cimport LEFT, RIGHT, folded_product
from caesura.segmenters.kernel.distribution cimport Chain, segment_chance
from caesura.segmenters.kernel.query cimport MOST_SPANS, MOST_WORDS, Query, Scratch

cdef enum:
    GAIN_UNIT = 4294967296       # gains are compared in units of this, as whole numbers


# The user's phrases and all that they begin with, by a hash of their words; a beginning weighs 0.
cdef struct PhraseTable:
    uint64_t *hashes             # 0 where a slot is free
    uint32_t *weights
    uint64_t slots               # a power of two
    uint64_t seed
    int longest                  # words


# Segments that compete, and which of them won: `end[start]` is where the one from `start` ends.
cdef struct Contest:
    int count
    uint8_t[MOST_SPANS] starts
    uint8_t[MOST_SPANS] ends
    int64_t[MOST_SPANS] weights
    int[MOST_WORDS + 1] end
    int64_t[MOST_WORDS + 1] weight       # of the winner from there


cdef inline uint64_t longer_hash(uint64_t words, uint64_t word) noexcept nogil:
    """The hash of words and one more."""
    return folded_product(words ^ LEFT, word ^ RIGHT) | 1


cdef inline int64_t weight_of(const PhraseTable *table, uint64_t wanted) noexcept nogil:
    """What a phrase weighs, 0 for the beginning of one, -1 where it is neither."""
    cdef uint64_t slot = (wanted >> 20) & (table.slots - 1)
    while table.hashes[slot]:
        if table.hashes[slot] == wanted:
            return table.weights[slot]
        slot = (slot + 1) & (table.slots - 1)
    return -1


cdef inline void find_phrases(const PhraseTable *table, const Query *query, Scratch *scratch, Contest *contest) noexcept nogil:
    """The phrases in a query whose words were hashed."""
    cdef int start, end, last, form, forms = 3 if query.differs else 1
    cdef uint64_t[3] hashes
    cdef uint64_t *words
    cdef int64_t heaviest, weight
    cdef bint goes_on
    contest.count = 0
    for start in range(query.words - 1):
        hashes[0] = longer_hash(0, scratch.folded[start])
        hashes[1] = longer_hash(0, scratch.trimmed[start])
        hashes[2] = longer_hash(0, scratch.bared[start])
        goes_on = False
        for form in range(forms):
            goes_on |= weight_of(table, hashes[form]) >= 0
        last = min(query.words, start + table.longest)
        end = start + 2
        while goes_on and end <= last:
            goes_on = False
            heaviest = 0
            for form in range(forms):
                words = &scratch.folded[0] if form == 0 else &scratch.trimmed[0] if form == 1 else &scratch.bared[0]
                hashes[form] = longer_hash(hashes[form], words[end - 1])
                weight = weight_of(table, hashes[form])
                goes_on |= weight >= 0
                heaviest = max(heaviest, weight)
            if heaviest > 0:
                add_span(contest, start, end, heaviest)
            end += 1


cdef inline void add_span(Contest *contest, int start, int end, int64_t weight) noexcept nogil:
    contest.starts[contest.count] = start
    contest.ends[contest.count] = end
    contest.weights[contest.count] = weight
    contest.count += 1


cdef inline void settle(Contest *contest, int words) noexcept nogil:
    """The heaviest segmentation, as `decoding.best` has it. Segments are listed by their start."""
    cdef int64_t[MOST_WORDS + 1] score
    cdef int64_t total
    cdef int start, end, at = contest.count - 1
    score[words] = 0
    for start in range(words - 1, -1, -1):
        contest.end[start] = start + 1
        contest.weight[start] = 0
        score[start] = score[start + 1]
        while at >= 0 and contest.starts[at] == start:
            end = contest.ends[at]
            total = contest.weights[at] + score[end]
            if total > score[start] or (total == score[start] and end > contest.end[start]):
                score[start] = total
                contest.end[start] = end
                contest.weight[start] = contest.weights[at]
            at -= 1


cdef inline uint64_t inside_of(int start, int end) noexcept nogil:
    """The places inside a segment."""
    return ((<uint64_t>1 << (end - start - 1)) - 1) << start


cdef inline uint64_t edges_of(int start, int end, int words) noexcept nogil:
    """The places at both ends of a segment."""
    return (<uint64_t>1 << (start - 1) if start else 0) | (<uint64_t>1 << (end - 1) if end < words else 0)


cdef inline void kept_places(const Contest *settled, int words, uint64_t *inside, uint64_t *edges) noexcept nogil:
    """The places inside the winners of two and more words, and those at their ends."""
    cdef int start = 0, end
    inside[0] = edges[0] = 0
    while start < words:
        end = settled.end[start]
        if end - start > 1:
            inside[0] |= inside_of(start, end)
            edges[0] |= edges_of(start, end, words)
        start = end


cdef inline void likely_segments(
    const Chain *chain, double minimum, uint64_t inside, uint64_t edges, Contest *likely,
) noexcept nogil:
    """What is at least so likely, weighed by what it gains; phrases (their places) are certain, and nothing overlaps them."""
    cdef int start, end, words = chain.places + 1
    cdef double chance
    likely.count = 0
    for start in range(words - 1):
        if (inside >> start) & 1 and (start == 0 or (edges >> (start - 1)) & 1):
            end = start + 2
            while end < words and (inside >> (end - 1)) & 1:
                end += 1
            add_span(likely, start, end, <int64_t>rint((1.0 - minimum) * GAIN_UNIT))
        if start and chain.shares[start - 1] < minimum:
            continue
        for end in range(start + 2, words + 1):
            if 1.0 - chain.shares[end - 2] < minimum or ((inside | edges) >> (end - 2)) & 1:
                break
            if end == words or chain.shares[end - 1] >= minimum:
                chance = segment_chance(chain, start, end)
                if chance > 0 and chance >= minimum:
                    add_span(likely, start, end, <int64_t>rint((chance - minimum) * GAIN_UNIT))
