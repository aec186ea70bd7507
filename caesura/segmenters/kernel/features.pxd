"""The numbers of a place, computed as `learned/features.py` does, in the same order."""

from libc.math cimport log, sqrt
from libc.stdint cimport int8_t, uint8_t, uint64_t

from caesura.segmenters.kernel.decoding cimport decode_naive, decode_titles, decode_wikipedia
from caesura.segmenters.kernel.query cimport MOST_SPANS, MOST_WORDS, Plan, Query, Scratch
from caesura.tagging._perceptron cimport Word
from caesura.segmenters.kernel._vectors cimport DIMENSIONS

cdef enum:
    MOST_NUMBERS = 192           # those of a model that asks two lexicons, and some to spare


# What one lexicon says about the query whose places are described.
cdef struct LexiconFacts:
    int size
    int longest
    double total
    double log_total
    int titles                                  # number of titles of two and more words
    double[MOST_WORDS] single_logs
    uint64_t[MOST_WORDS] single_counts
    uint8_t[MOST_WORDS] single_titles
    double[MOST_SPANS] logs
    double[MOST_WORDS] pmi
    double highest_pmi
    double highest_pair
    uint8_t[3][MOST_WORDS] classic
    uint8_t[MOST_SPANS] title_start
    uint8_t[MOST_SPANS] title_end


# What its words say without a lexicon.
cdef struct WordFacts:
    int size
    double[MOST_WORDS] likeness
    const int8_t *vectors[MOST_WORDS]           # NULL where the word is unknown
    const int8_t *logged[MOST_WORDS]            # from the model's own table; NULL where the word is not in it
    int[MOST_WORDS] ranks
    int[MOST_WORDS] squares
    uint8_t[MOST_WORDS] serving                 # function words
    int[MOST_WORDS] lengths                     # in characters
    int[MOST_WORDS] digits
    bint[MOST_WORDS] alphanumeric
    int all_serving


cdef inline double log_count(const LexiconFacts *facts, const Scratch *scratch, int start, int length) noexcept nogil:
    if start < 0 or start + length > facts.size:
        return -1.0
    if length == 1:
        return facts.single_logs[start]
    if length > facts.longest:
        return 0.0
    return facts.logs[scratch.row[start] + length - 2]


cdef inline bint is_title(const LexiconFacts *facts, const Scratch *scratch, int start, int length) noexcept nogil:
    if length == 1:
        return facts.single_titles[start]
    return length <= facts.longest and scratch.titles[scratch.row[start] + length - 2]


cdef inline double likeness_of(const WordFacts *facts, int one, int other) noexcept nogil:
    cdef int at, product = 0
    cdef double squares
    if facts.vectors[one] == NULL or facts.vectors[other] == NULL:
        return 0.0
    squares = <double>facts.squares[one] * <double>facts.squares[other]
    if squares == 0:
        return 0.0
    for at in range(DIMENSIONS):
        product += <int>facts.vectors[one][at] * <int>facts.vectors[other][at]
    return <double>product / sqrt(squares)


cdef inline void take_breaks(const Scratch *scratch, int size, uint8_t *breaks) noexcept nogil:
    cdef int at
    for at in range(size - 1):
        breaks[at] = 0
    at = scratch.end[0]
    while at < size:
        breaks[at - 1] = 1
        at = scratch.end[at]


cdef inline void prepare(LexiconFacts *facts, Scratch *scratch, const Plan *plan, const Plan *counted, const Query *query) noexcept nogil:
    """What all places share: logarithms, PMI, titles, and the breaks of the classic methods."""
    cdef int start, end, at, size = facts.size
    facts.titles = 0
    for start in range(size):
        facts.single_logs[start] = log(1.0 + <double>facts.single_counts[start])
    for start in range(size - 1):
        at = scratch.row[start]
        for end in range(start + 2, min(size, start + facts.longest) + 1):
            facts.logs[at] = log(1.0 + <double>scratch.counts[at])
            if scratch.titles[at]:
                facts.title_start[facts.titles] = start
                facts.title_end[facts.titles] = end
                facts.titles += 1
            at += 1
        at = scratch.row[start]
        if facts.total != 0:
            facts.pmi[start] = log(
                ((<double>scratch.counts[at] if facts.longest > 1 else 0.0) + 0.5) * facts.total
                / ((<double>facts.single_counts[start] + 1.0) * (<double>facts.single_counts[start + 1] + 1.0))
            )
        else:
            facts.pmi[start] = -20.0
    facts.highest_pmi = facts.pmi[0]
    facts.highest_pair = log_count(facts, scratch, 0, 2)
    for start in range(1, size - 1):
        facts.highest_pmi = max(facts.highest_pmi, facts.pmi[start])
        facts.highest_pair = max(facts.highest_pair, log_count(facts, scratch, start, 2))
    decode_naive(query, scratch, counted)
    take_breaks(scratch, size, facts.classic[0])
    decode_wikipedia(query, scratch, plan, False)
    take_breaks(scratch, size, facts.classic[1])
    decode_titles(query, scratch, plan)
    take_breaks(scratch, size, facts.classic[2])


cdef inline int count_numbers(const LexiconFacts *facts, const Scratch *scratch, int place, double *row) noexcept nogil:
    """Counts and association."""
    cdef int at, n = 0, size = facts.size, last = facts.size - 2, higher_pmi = 0, higher_pair = 0
    cdef double here = facts.pmi[place], pair = log_count(facts, scratch, place, 2), value, left, right, one, other
    for at in range(-2, 4):
        row[n] = log_count(facts, scratch, place + at, 1); n += 1
    for at in range(-2, 3):
        row[n] = log_count(facts, scratch, place + at, 2); n += 1
    for at in range(-3, 2):
        row[n] = log_count(facts, scratch, place + at, 3); n += 1
    for at in range(-2, 1):
        row[n] = log_count(facts, scratch, place + at, 4); n += 1
    value = -1.0
    for at in range(-3, 1):
        value = max(value, log_count(facts, scratch, place + at, 5))
    row[n] = value; n += 1
    row[n] = log_count(facts, scratch, 0, size); n += 1
    row[n] = log_count(facts, scratch, 0, place + 1); n += 1
    row[n] = log_count(facts, scratch, place + 1, size - place - 1); n += 1
    for at in range(-2, 3):
        row[n] = facts.pmi[place + at] if 0 <= place + at <= last else -20.0; n += 1
    row[n] = here - facts.pmi[place - 1] if place else 0.0; n += 1
    row[n] = here - facts.pmi[place + 1] if place < last else 0.0; n += 1
    row[n] = here / (facts.log_total - pair + 1.0) if facts.total != 0 else 0.0; n += 1
    row[n] = pair - log_count(facts, scratch, place - 1, 2); n += 1
    row[n] = pair - log_count(facts, scratch, place + 1, 2); n += 1
    left, right = log_count(facts, scratch, place - 1, 3), log_count(facts, scratch, place, 3)
    row[n] = left - log_count(facts, scratch, place - 1, 2); n += 1
    row[n] = right - log_count(facts, scratch, place + 1, 2); n += 1
    row[n] = left - pair; n += 1
    row[n] = right - pair; n += 1
    one, other = facts.single_logs[place], facts.single_logs[place + 1]
    row[n] = pair - one; n += 1
    row[n] = pair - other; n += 1
    row[n] = min(one, other); n += 1
    row[n] = max(one, other); n += 1
    for at in range(size - 1):
        higher_pmi += facts.pmi[at] > here
        higher_pair += log_count(facts, scratch, at, 2) > pair
    row[n] = higher_pmi; n += 1
    row[n] = higher_pair; n += 1
    row[n] = here - facts.highest_pmi; n += 1
    row[n] = pair - facts.highest_pair; n += 1
    return n


cdef inline int title_numbers(const LexiconFacts *facts, const Scratch *scratch, int place, double *row) noexcept nogil:
    """Titles and the classic methods."""
    cdef int at, start, end, length, n = 0, size = facts.size, last = facts.size - 2, inner
    cdef int longest = 0, across = 0, shortest = 0, ends = 0, begins = 0, begins_before = 0, ends_behind = 0
    cdef bint before = False, behind = False
    cdef double largest = 0, pair
    for at in range(facts.titles):
        start, end = facts.title_start[at], facts.title_end[at]
        length = end - start
        if start <= place and end > place + 1:
            across += 1
            longest = max(longest, length)
            shortest = length if shortest == 0 else min(shortest, length)
            pair = 0
            for inner in range(start, end - 1):
                pair = max(pair, log_count(facts, scratch, inner, 2))
            largest = max(largest, pair + 1.0)
        if end == place + 1:
            ends = max(ends, length)
        if start == place + 1:
            begins = max(begins, length)
        if start < place and end > place:
            before = True
        if start <= place + 1 and end > place + 2:
            behind = True
        if start == place:
            begins_before = max(begins_before, length)
        if end == place + 2:
            ends_behind = max(ends_behind, length)
    row[0] = longest
    row[1] = across
    row[2] = shortest
    row[3] = ends
    row[4] = begins
    row[5] = is_title(facts, scratch, place, 2)
    row[6] = before if place else -1
    row[7] = behind if place < last else -1
    row[8] = begins_before
    row[9] = ends_behind
    row[10] = facts.titles
    row[11] = is_title(facts, scratch, 0, size)
    row[12] = is_title(facts, scratch, 0, place + 1)
    row[13] = is_title(facts, scratch, place + 1, size - place - 1)
    row[14] = largest
    row[15] = facts.single_titles[place]
    row[16] = facts.single_titles[place + 1]
    n = 17
    for at in range(3):
        row[n] = facts.classic[at][place]
        row[n + 1] = facts.classic[at][place - 1] if place else -1
        row[n + 2] = facts.classic[at][place + 1] if place < last else -1
        n += 3
    return n


cdef inline int lexicon_numbers(const LexiconFacts *facts, const Scratch *scratch, int place, double *row) noexcept nogil:
    """All numbers that come from one lexicon."""
    cdef int count = count_numbers(facts, scratch, place, row)
    return count + title_numbers(facts, scratch, place, row + count)


cdef inline void describe_letters(WordFacts *facts, int at, Word word) noexcept nogil:
    """What an ASCII word is made of."""
    cdef int letter, digits = 0, letters = 0
    for letter in range(word.size):
        digits += 48 <= word.text[letter] <= 57
        letters += 97 <= word.text[letter] <= 122
    facts.lengths[at] = word.size
    facts.digits[at] = digits
    facts.alphanumeric[at] = digits + letters == word.size


cdef inline void compare_neighbours(WordFacts *facts) noexcept nogil:
    """How like neighbours are."""
    cdef int at
    for at in range(facts.size - 1):
        facts.likeness[at] = likeness_of(facts, at, at + 1)


cdef inline int word_numbers(const WordFacts *facts, const Word *words, int place, double *row) noexcept nogil:
    """Shape, place, function words, frequency, likeness."""
    cdef int at, n = 0, size = facts.size, last = facts.size - 2
    cdef Word one = words[place], other = words[place + 1]
    for at in range(-1, 3):
        row[n] = facts.lengths[place + at] if 0 <= place + at < size else 0; n += 1
    for at in range(-1, 3):
        row[n] = <double>facts.digits[place + at] / <double>facts.lengths[place + at] if 0 <= place + at < size else 0.0; n += 1
    row[n] = one.text[one.size - 1] == 115; n += 1
    row[n] = other.text[other.size - 1] == 115; n += 1
    row[n] = (
        other.size >= 3 and other.text[other.size - 3] == 105 and other.text[other.size - 2] == 110
        and other.text[other.size - 1] == 103
    ); n += 1
    row[n] = not (facts.alphanumeric[place] and facts.alphanumeric[place + 1]); n += 1
    row[n] = size; n += 1
    row[n] = place; n += 1
    row[n] = last - place; n += 1
    row[n] = min(place, last - place); n += 1
    row[n] = size % 2; n += 1
    row[n] = facts.all_serving; n += 1
    row[n] = facts.serving[place]; n += 1
    row[n] = facts.serving[place + 1]; n += 1
    for at in range(-1, 3):
        row[n] = facts.ranks[place + at] if 0 <= place + at < size else -1; n += 1
    row[n] = facts.likeness[place]; n += 1
    row[n] = facts.likeness[place - 1] if place else 0.0; n += 1
    row[n] = facts.likeness[place + 1] if place < last else 0.0; n += 1
    row[n] = likeness_of(facts, place - 1, place + 1) if place else 0.0; n += 1
    row[n] = likeness_of(facts, place, place + 2) if place < last else 0.0; n += 1
    row[n] = facts.vectors[place] != NULL; n += 1
    row[n] = facts.vectors[place + 1] != NULL; n += 1
    return n
