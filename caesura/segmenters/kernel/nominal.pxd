"""Whether a query is nominal: tagged from left to right, only as far as it takes to know. `caesura/segmenters/nominal.py` is the exact
reference."""

from libc.stdint cimport uint8_t
from libc.string cimport memcmp

from caesura.segmenters.kernel.query cimport MOST_WORDS
from caesura.tagging._perceptron cimport (
    LONGEST_SPELLED, MOST_TAGS, Perceptron, Spelled, Word, spell_context, spell_own, spell_pair, strip_marks, tag_word,
)

# What a tag is: a nominal one, one that is nominal for articles only, or neither.
cdef enum:
    NEVER
    ALWAYS
    ARTICLES

# What a query is.
cdef enum Sort:
    NOMINAL
    OTHER
    UNKNOWN          # a word is too long for the compiled tagger


cdef inline bint is_article(Word word) noexcept nogil:
    if word.size == 1:
        return word.text[0] == 97
    if word.size == 2:
        return memcmp(word.text, b"an", 2) == 0
    return word.size == 3 and memcmp(word.text, b"the", 3) == 0


cdef inline Sort sort_of(const Perceptron *tagger, const uint8_t *nominal, const Word *typed, int size) noexcept nogil:
    """Most queries that are not nominal are known by their first word. `nominal` says what each tag is; behind the last tag, what a word of marks alone is."""
    cdef Word[MOST_WORDS] words
    cdef Spelled[MOST_WORDS] spelled
    cdef uint8_t[MOST_WORDS] only_marks
    cdef int at, place = 0, ready = 0, count, tag, last = MOST_TAGS, last_but_one = MOST_TAGS
    for at in range(size):
        if typed[at].size > LONGEST_SPELLED:
            return UNKNOWN
    count = strip_marks(tagger, typed, size, words, only_marks)
    if count < size and nominal[tagger.tags] == NEVER:
        return OTHER
    for at in range(count):
        # The tagger looks at two words behind.
        while ready < count and ready <= at + 2:
            spell_context(tagger, words[ready].text, words[ready].size, spelled + ready)
            ready += 1
        spell_own(tagger, words[at].text, words[at].size, spelled + at)
        if not at:
            spell_pair(tagger, words, count, 0, spelled)
        spell_pair(tagger, words, count, at + 1, spelled)
        tag = tag_word(tagger, spelled, count, at, last_but_one, last)
        while only_marks[place]:
            place += 1
        if nominal[tag] == NEVER or (nominal[tag] == ARTICLES and not is_article(typed[place])):
            return OTHER
        place += 1
        last_but_one, last = last, tag
    return NOMINAL
