"""From counts and titles to breaks: the decoder of each method. The method files are the exact reference."""

from libc.math cimport fabs, log
from libc.stdint cimport uint8_t, uint64_t

from caesura.lexicon._table cimport NgramEntry, Table
from caesura.segmenters.kernel.lookup cimport entry_of_ngram, in_all_forms, places_inside, read_ngrams
from caesura.segmenters.kernel.query cimport DECIDED, FOR_PYTHON, MOST_WORDS, NAIVE, PMI, TITLES, WIKIPEDIA, Plan, Query, Scratch, wide
from caesura.segmenters.kernel.words cimport trailing_zeros

cdef extern from *:
    """
    static const uint64_t caesura_self_power[6] = {1, 1, 4, 27, 256, 3125};
    """
    const uint64_t *SELF_POWER "caesura_self_power"


cdef inline int last_end(const Query *query, int longest, int start) noexcept nogil:
    """How far a segment may go: not across a separator, unless names do, which `fits` looks into."""
    cdef int last = min(query.words, start + longest)
    cdef uint64_t separated = query.separated >> start
    return min(last, start + 1 + trailing_zeros(separated)) if separated and not query.names else last


cdef inline uint64_t uncovered(const Query *query, int start, int end) noexcept nogil:
    """The separators inside these words that no name inside these words covers."""
    cdef uint64_t apart = query.separated & places_inside(start, end)
    cdef int name
    for name in range(query.names):
        if start <= query.name_start[name] and query.name_end[name] <= end:
            apart &= ~places_inside(query.name_start[name], query.name_end[name])
    return apart


cdef inline bint fits(const Query *query, int start, int end) noexcept nogil:
    """Whether a segment that ends no later than `last_end` says goes across no separator outside of names."""
    return not query.names or not uncovered(query, start, end)


cdef struct Best:
    # The best segment that starts at a word: what it and all behind it are worth, its own weight, where it ends.
    wide total
    wide weight
    int end


cdef inline Best one_word(const Scratch *scratch, int start) noexcept nogil:
    """What every other segment from here must equal: the word alone, which weighs nothing."""
    cdef Best best
    best.total = scratch.score[start + 1]
    best.weight = 0
    best.end = start + 1
    return best


cdef inline void offer(Best *best, const Scratch *scratch, int end, wide weight, bint allowed) noexcept nogil:
    """Take a segment if it is at least as good, without a jump: which one wins cannot be predicted."""
    cdef wide total = weight + scratch.score[end]
    cdef bint taken = allowed & (total >= best.total)
    best.total = total if taken else best.total
    best.end = end if taken else best.end
    best.weight = weight if taken else best.weight


cdef inline void settle(Scratch *scratch, int start, const Best *best) noexcept nogil:
    scratch.score[start] = best.total
    scratch.end[start] = best.end
    scratch.weight[start] = best.weight


cdef inline void decode_naive(const Query *query, Scratch *scratch, const Plan *plan) noexcept nogil:
    cdef int start, end, last, at
    cdef int words = query.words
    cdef uint64_t count
    cdef Best best
    scratch.score[words] = 0
    for start in range(words - 1, -1, -1):
        best = one_word(scratch, start)
        last = last_end(query, plan.longest, start)
        at = scratch.row[start]
        for end in range(start + 2, last + 1):
            count = scratch.counts[at]
            at += 1
            offer(&best, scratch, end, <wide>SELF_POWER[end - start] * count, (count != 0) & fits(query, start, end))
        settle(scratch, start, &best)


cdef inline void decode_wikipedia(const Query *query, Scratch *scratch, const Plan *plan, bint only_titles) noexcept nogil:
    cdef int start, end, last, at
    cdef int words = query.words
    cdef uint64_t frequency, pair
    cdef bint titled
    cdef Best best
    scratch.score[words] = 0
    for start in range(words - 1, -1, -1):
        best = one_word(scratch, start)
        pair = 0
        last = last_end(query, plan.longest, start)
        at = scratch.row[start]
        for end in range(start + 2, last + 1):
            # The pair that ends the segment is the first n-gram of the row before last.
            frequency = scratch.counts[scratch.row[end - 2]]
            pair = frequency if frequency > pair else pair
            frequency = scratch.counts[at]
            titled = scratch.titles[at] & ((frequency != 0) | (not plan.published))
            frequency = pair if titled else 0 if only_titles else frequency
            at += 1
            offer(&best, scratch, end, <wide>frequency * <uint64_t>(end - start), (frequency != 0) & fits(query, start, end))
        settle(scratch, start, &best)


cdef inline void decode_titles(const Query *query, Scratch *scratch, const Plan *plan) noexcept nogil:
    """Titles by the printed rules: a title that overlaps no other is kept, a place where titles overlap goes by `wikipedia`."""
    cdef int[MOST_WORDS] place_end      # one past the place that covers a word; 0 outside of titles
    cdef uint8_t[MOST_WORDS] overlapping
    cdef int start, end, last, at, first = 0, until = 0, word
    cdef int words = query.words
    cdef uint64_t frequency, pair
    cdef bint several = False, allowed
    cdef Best best
    for start in range(words):
        place_end[start] = 0
        overlapping[start] = False
    for start in range(words - 1):
        last = min(words, start + plan.longest)
        at = scratch.row[start]
        for end in range(start + 2, last + 1):
            if scratch.titles[at]:
                if start >= until:
                    first, until, several = start, end, False
                else:
                    until = max(until, end)
                    several = True
                for word in range(first, until):
                    place_end[word] = until
                    overlapping[word] = several
            at += 1
    scratch.score[words] = 0
    for start in range(words - 1, -1, -1):
        best = one_word(scratch, start)
        pair = 0
        last = min(last_end(query, plan.longest, start), place_end[start])
        at = scratch.row[start]
        for end in range(start + 2, last + 1):
            frequency = scratch.counts[scratch.row[end - 2]]
            pair = frequency if frequency > pair else pair
            frequency = pair if scratch.titles[at] else scratch.counts[at]
            allowed = frequency != 0 if overlapping[start] else scratch.titles[at] != 0
            at += 1
            if allowed and fits(query, start, end):  # few are, which can be predicted
                offer(&best, scratch, end, <wide>frequency * <uint64_t>(end - start), True)
        settle(scratch, start, &best)


# PMI of a place where the pair or a word was never counted, or a separator makes a break.
cdef enum:
    NEVER_JOINED = -1000000


cdef inline uint64_t weigh_pmi(Query *query, const Plan *plan, const double *ratios) noexcept nogil:
    """The heaviest segments that fit; `ratios` are e^PMI at each place, 0 where nothing may be joined. Near ties are left to Python."""
    cdef double[MOST_WORDS] distances
    cdef double[MOST_WORDS + 1] score
    cdef int[MOST_WORDS] ends
    cdef int start, end
    cdef uint64_t mask = 0
    cdef double weight, total
    for start in range(query.words - 1):
        distances[start] = log(ratios[start]) - plan.threshold if ratios[start] > 0 else NEVER_JOINED
    score[query.words] = 0
    for start in range(query.words - 1, -1, -1):
        score[start] = score[start + 1]
        ends[start] = start + 1
        weight = 0
        for end in range(start + 2, query.words + 1):
            if distances[end - 2] == NEVER_JOINED:
                break
            weight += distances[end - 2]
            if fits(query, start, end):
                total = weight + score[end]
                if fabs(total - score[start]) < 1e-6:
                    query.status = FOR_PYTHON
                    return 0
                if total > score[start]:
                    score[start] = total
                    ends[start] = end
    start = ends[0]
    while start < query.words:
        mask |= <uint64_t>1 << (start - 1)
        start = ends[start]
    return mask


cdef inline uint64_t decide_pmi(Query *query, const Plan *plan, const Table *table) noexcept nogil:
    """Every place by itself, unless that cuts a name with a separator in it: then whole segments are weighed.

    PMI reaches its threshold where c(xy) N reaches c(x) c(y) e^threshold: no logarithm is needed, and no jump, which could not be
    predicted. What is too near is left to Python.
    """
    cdef uint64_t mask = uncovered(query, 0, query.words), apart = mask
    cdef int word, start = 0
    cdef NgramEntry entry
    cdef double before = 0, here, expected, seen, limit
    cdef double[MOST_WORDS] ratios
    cdef bint near = False
    for word in range(query.words):
        entry = entry_of_ngram(query, table, word)
        if query.differs:
            entry = in_all_forms(entry, query, table, word, word + 1)
        here = entry.count
        if word:
            entry = entry_of_ngram(query, table, query.words + word - 1)
            if query.differs:
                entry = in_all_forms(entry, query, table, word - 1, word + 1)
            expected = before * here
            seen = <double>entry.count * plan.total
            limit = expected * plan.factor
            near |= (expected > 0) & (seen > 0) & (fabs(seen - limit) <= 1e-9 * seen)
            mask |= <uint64_t>((expected == 0) | (seen <= limit)) << (word - 1)
            if query.names:
                ratios[word - 1] = 0 if expected == 0 or (apart >> (word - 1)) & 1 else seen / expected
        before = here
    if near:
        query.status = FOR_PYTHON
        return 0
    if query.names:
        for word in range(1, query.words + 1):
            if word == query.words or (mask >> (word - 1)) & 1:
                if not fits(query, start, word):
                    return weigh_pmi(query, plan, ratios)
                start = word
    return mask


cdef inline uint64_t decoded(const Query *query, Scratch *scratch, const Plan *plan) noexcept nogil:
    """The breaks of a query whose n-grams were read."""
    cdef uint64_t mask = 0
    cdef int start = 0
    if plan.kind == NAIVE:
        decode_naive(query, scratch, plan)
    elif plan.kind == WIKIPEDIA or plan.published:
        decode_wikipedia(query, scratch, plan, plan.kind == TITLES)
    else:
        decode_titles(query, scratch, plan)
    while True:
        start = scratch.end[start]
        if start >= query.words:
            return mask
        mask |= <uint64_t>1 << (start - 1)


cdef inline uint64_t decide(Query *query, Scratch *scratch, const Plan *plan, const Table *table) noexcept nogil:
    """The breaks of a query whose look-ups were probed."""
    if query.status != DECIDED:
        return 0
    if plan.kind == PMI:
        return decide_pmi(query, plan, table)
    read_ngrams(query, scratch, plan, table)
    return decoded(query, scratch, plan)
