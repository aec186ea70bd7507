"""What kernels work on: queries whose look-ups are under way, the memory they are decoded in, and the method's plan."""

from libc.stdint cimport uint8_t, uint64_t

from caesura.tagging._perceptron cimport Word

cdef extern from *:
    """
    typedef unsigned __int128 caesura_wide;
    static inline uint64_t caesura_high(caesura_wide value) { return (uint64_t)(value >> 64); }
    """
    # 128 bits: 5^5 * 2^64 for the naive method, 64 * 2^64 for the others, and no sum of them over 64 words overflows.
    ctypedef unsigned long long wide "caesura_wide"
    uint64_t high_half "caesura_high"(wide value) noexcept nogil

cdef enum:
    MOST_WORDS = 64
    MOST_SPANS = 2016        # of two and more words in 64
    FEW = 48                 # look-ups of a query that waits
    MOST_NAMES = 16          # titles of a query that go across a separator
    MOST_BYTES = 1016        # longer queries are pasted text and go the plain way
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
    ANSWERED


# A query whose look-ups are under way is only what must wait: packed tightly, since dozens of them share the cache with the table. The
# few queries with more look-ups than fit here are decided at once, in the scratch memory.
cdef struct Query:
    Status status
    int words
    int asked                            # number of look-ups
    uint64_t differs                     # which words have punctuation at their edge
    uint64_t trims                       # which of them have separators there
    uint64_t separated                   # behind which words a separator stands
    int names                            # number of titles that go across one
    uint8_t[MOST_NAMES] name_start
    uint8_t[MOST_NAMES] name_end
    uint64_t *hashes                     # n-grams by start, then end; for PMI the words before the pairs. Once probed: slots
    uint8_t *pending                     # whether a look-up goes on beyond its home line
    uint64_t[FEW] few_hashes
    uint8_t[FEW] few_pending
    uint64_t[MOST_WORDS] bared           # filled in only where a word differs
    uint64_t[MOST_WORDS] trimmed         # filled in only where a word has separators


# What one query needs while it is being split or decoded.
cdef struct Scratch:
    uint8_t[MOST_BYTES + 16] buffer      # the text in lower case
    Word[MOST_WORDS] words
    uint64_t[MOST_WORDS] folded
    uint64_t[MOST_WORDS] bared
    uint64_t[MOST_WORDS] trimmed
    int[MOST_WORDS] row                  # where the n-grams that begin with a word begin
    uint8_t[MOST_WORDS] end
    wide[MOST_WORDS + 1] score
    wide[MOST_WORDS] weight
    uint64_t[MOST_SPANS] counts
    uint8_t[MOST_SPANS] titles
    uint64_t[MOST_SPANS + MOST_WORDS] many_hashes
    uint8_t[MOST_SPANS + MOST_WORDS] many_pending


cdef struct Plan:
    Kind kind
    bint published
    int longest                      # words in a segment
    double total
    double threshold
    double factor                    # e^threshold
