"""What the learned segmenter looks up in a lexicon: the same in its own and in the one in the background."""

from libc.math cimport log
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from caesura.lexicon._table cimport NgramEntry, Table, prefetch_line, probe
from caesura.segmenters.kernel.features cimport LexiconFacts, prepare
from caesura.segmenters.kernel.lookup cimport in_all_forms, read_ngrams, request_ngrams
from caesura.segmenters.kernel.query cimport DECIDED, FOR_PYTHON, LONGEST_COUNTED, MOST_WORDS, WIKIPEDIA, Plan, Query, Scratch
from caesura.segmenters.kernel.words cimport hash_words
from caesura.tagging._perceptron cimport Word


# A lexicon, and how the classic methods read it.
cdef struct LexiconPlan:
    const Table *table
    double total
    double log_total
    Plan plan
    Plan counted


# What waits until the lexicon's memory has answered.
cdef struct LexiconQuery:
    Query query
    uint64_t[MOST_WORDS] folded


cdef inline LexiconPlan plan_for(const Table *table, double total) noexcept nogil:
    cdef LexiconPlan lexicon
    lexicon.table = table
    lexicon.total = total
    lexicon.log_total = log(total) if total != 0 else 0.0
    lexicon.plan.kind = WIKIPEDIA
    lexicon.plan.published = False
    lexicon.plan.longest = min(<uint64_t>MOST_WORDS, table.longest)
    lexicon.plan.total = total
    lexicon.plan.threshold = 0
    lexicon.counted = lexicon.plan
    lexicon.counted.longest = min(lexicon.plan.longest, <int>LONGEST_COUNTED)
    return lexicon


cdef inline void request_words(
    const LexiconPlan *lexicon, LexiconQuery *asked, Scratch *scratch, const Word *words, int size, bint names,
) noexcept nogil:
    """Request folded ASCII words, eight bytes behind each of which can be read."""
    hash_words(&asked.query, scratch, words, size, lexicon.table.seed)
    request_hashed(lexicon, asked, scratch, size, names)


cdef inline void request_hashed(
    const LexiconPlan *lexicon, LexiconQuery *asked, Scratch *scratch, int size, bint names,
) noexcept nogil:
    """Request words whose hashes are known; `names` says that this lexicon knows which separators are part of a name."""
    cdef int at
    asked.query.words = size
    asked.query.status = DECIDED
    if not names:
        asked.query.separated = 0
    memcpy(asked.folded, scratch.folded, size * sizeof(uint64_t))
    for at in range(size):
        prefetch_line(lexicon.table, asked.folded[at])
    request_ngrams(&asked.query, scratch, &lexicon.plan, lexicon.table)
    if asked.query.names:
        asked.query.status = FOR_PYTHON


cdef inline void read_facts(
    const LexiconPlan *lexicon, const LexiconQuery *asked, Scratch *scratch, LexiconFacts *facts,
) noexcept nogil:
    """What the lexicon says about a query whose look-ups were probed."""
    cdef int at, size = asked.query.words
    cdef const Table *table = lexicon.table
    cdef NgramEntry entry
    facts.size = size
    facts.longest = lexicon.plan.longest
    facts.total = lexicon.total
    facts.log_total = lexicon.log_total
    for at in range(size):
        entry = probe(table, asked.folded[at])
        if asked.query.differs:
            entry = in_all_forms(entry, &asked.query, table, at, at + 1)
        facts.single_counts[at] = entry.count
        facts.single_titles[at] = entry.title
    read_ngrams(&asked.query, scratch, &lexicon.plan, table)
    prepare(facts, scratch, &lexicon.plan, &lexicon.counted, &asked.query)
