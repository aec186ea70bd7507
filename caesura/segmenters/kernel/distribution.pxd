"""How likely segments and whole segmentations are: the twin of `learned/distribution.py`, in the same order of operations."""

from libc.math cimport exp, log2, sqrt
from libc.stdint cimport int64_t, uint64_t

from caesura.segmenters.kernel.query cimport MOST_WORDS


cdef struct Chain:
    int places
    double[MOST_WORDS] shares
    double[MOST_WORDS][2][2] steps       # [place][this][next], from a place to the next


cdef inline double logistic(double log_odds) noexcept nogil:
    cdef double grown
    if log_odds >= 0:
        return 1.0 / (1.0 + exp(-log_odds))
    grown = exp(log_odds)
    return grown / (1.0 + grown)


cdef inline double both_break(double one, double other, double odds_ratio) noexcept nogil:
    cdef double excess = odds_ratio - 1.0, middle, root, both, inner
    if -1e-9 < excess < 1e-9:
        return one * other
    middle = 1.0 + (one + other) * excess
    inner = middle * middle - 4.0 * odds_ratio * excess * one * other
    root = sqrt(inner if inner > 0.0 else 0.0)
    both = 2.0 * odds_ratio * one * other / (middle + root)
    if one + other - 1.0 > both:
        both = one + other - 1.0
    if both < 0.0:
        both = 0.0
    both = one if one < both else both
    return other if other < both else both


cdef inline void fill_chain(
    Chain *chain, const int64_t *scores, uint64_t separated, int places, double scale, double certain, double odds_ratio,
) noexcept nogil:
    """The chain of a query, from the scores of its places; a break is certain where a separator stands."""
    cdef int at
    cdef double one, other, both, broken, joined
    chain.places = places
    for at in range(places):
        chain.shares[at] = logistic((certain if (separated >> at) & 1 else <double>scores[at]) / scale)
    for at in range(places - 1):
        one, other = chain.shares[at], chain.shares[at + 1]
        both = both_break(one, other, odds_ratio)
        broken = other
        if one > 0.0:
            broken = both / one
            broken = 1.0 if 1.0 < broken else broken
        joined = other
        if one < 1.0:
            joined = (other - both) / (1.0 - one)
            joined = 0.0 if 0.0 > joined else joined
            joined = 1.0 if 1.0 < joined else joined
        chain.steps[at][0][0], chain.steps[at][0][1] = 1.0 - joined, joined
        chain.steps[at][1][0], chain.steps[at][1][1] = 1.0 - broken, broken


cdef inline double segment_chance(const Chain *chain, int start, int end) noexcept nogil:
    """The probability that the words `start` to `end` are one segment."""
    cdef int first = start - 1, last = end - 1, place, this = 1, following
    cdef double probability = chain.shares[first] if start else 1.0
    for place in range(start, min(last, chain.places - 1) + 1):
        following = place == last
        if place == 0:
            probability = chain.shares[0] if following else 1.0 - chain.shares[0]
        else:
            probability *= chain.steps[place - 1][this][following]
        this = following
    return probability


cdef inline double whole_chance(const Chain *chain, uint64_t mask) noexcept nogil:
    """The probability of a whole segmentation."""
    cdef int place
    cdef double probability
    if not chain.places:
        return 1.0
    probability = chain.shares[0] if mask & 1 else 1.0 - chain.shares[0]
    for place in range(chain.places - 1):
        probability *= chain.steps[place][(mask >> place) & 1][(mask >> (place + 1)) & 1]
    return probability


cdef inline double bits_of(double chance) noexcept nogil:
    """The entropy of one break."""
    if chance <= 0.0 or chance >= 1.0:
        return 0.0
    return -(chance * log2(chance) + (1.0 - chance) * log2(1.0 - chance))


cdef inline double chain_entropy(const Chain *chain) noexcept nogil:
    """How ambiguous the query is, in bits."""
    cdef int place
    cdef double bits, share
    if not chain.places:
        return 0.0
    bits = bits_of(chain.shares[0])
    for place in range(chain.places - 1):
        share = chain.shares[place]
        bits += (1.0 - share) * bits_of(chain.steps[place][0][1]) + share * bits_of(chain.steps[place][1][1])
    return bits
