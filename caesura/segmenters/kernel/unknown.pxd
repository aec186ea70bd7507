"""Places beside words that nobody knows, found as `learned/unknown_words.py` does."""

from libc.stdint cimport uint64_t

from caesura.segmenters.kernel.features cimport LexiconFacts, WordFacts, log_count
from caesura.segmenters.kernel.query cimport Scratch
from caesura.tagging._perceptron cimport Word


cdef inline bint is_ascii(Word word) noexcept nogil:
    cdef int at
    for at in range(word.size):
        if word.text[at] >= 128:
            return False
    return True


cdef inline uint64_t unknown_places(
    const WordFacts *facts, const Word *words, const LexiconFacts *lexicon_facts, const Scratch *scratch, int lexicons,
) noexcept nogil:
    """A bit for each place where words are kept apart."""
    cdef int at, number, many = 0
    cdef bint known
    cdef uint64_t unknown = 0, alone = 0, places
    for at in range(facts.size):
        known = facts.vectors[at] != NULL or facts.logged[at] != NULL
        for number in range(lexicons):
            known = known or lexicon_facts[number].single_counts[at] != 0 or lexicon_facts[number].single_titles[at] != 0
        if not known:
            many += 1
            unknown |= <uint64_t>1 << at
            if not is_ascii(words[at]):
                alone |= <uint64_t>1 << at
    if 2 * many > facts.size:
        alone = unknown
    places = (alone | alone >> 1 | (unknown & unknown >> 1)) & ((<uint64_t>1 << (facts.size - 1)) - 1)
    if not places:
        return 0
    for number in range(lexicons):
        for at in range(facts.size - 1):
            if log_count(&lexicon_facts[number], &scratch[number], at, 2) > 0:
                places &= ~(<uint64_t>1 << at)
        for at in range(lexicon_facts[number].titles):
            places &= ~((<uint64_t>1 << (lexicon_facts[number].title_end[at] - 1)) - (<uint64_t>1 << lexicon_facts[number].title_start[at]))
    return places
