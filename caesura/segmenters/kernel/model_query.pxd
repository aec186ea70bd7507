"""What the network sees of a query: its words split, tagged and looked up, and the numbers of each place between two of them.

Compiled into the kernel that scores these places (`_learned.pyx`).
"""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from caesura.lexicon._table cimport Forms, hash_forms, prefetch, word_hash
from caesura.segmenters.kernel._network cimport Layer, take_numbers
from caesura.segmenters.kernel._scored cimport Scores
from caesura.segmenters.kernel._vectors cimport DIMENSIONS, Entry, Vectors, entry_of, home
from caesura.segmenters.kernel.features cimport (
    MOST_NUMBERS, LexiconFacts, WordFacts, compare_neighbours, describe_letters, lexicon_numbers, word_numbers,
)
from caesura.segmenters.kernel.lexicon_query cimport LexiconPlan, LexiconQuery, read_facts, request_words
from caesura.segmenters.kernel.lookup cimport probe_ngrams
from caesura.segmenters.kernel.query cimport DECIDED, EMPTY, FEW, FOR_PYTHON, MOST_BYTES, MOST_WORDS, Scratch
from caesura.segmenters.kernel.unknown cimport unknown_places
from caesura.segmenters.kernel.words cimport split
from caesura.tagging._perceptron cimport LONGEST_SPELLED, MOST_TAGS, Perceptron, Spelled, Word, spell_query, spread_tags, tag_spelled

cdef enum:
    PER_STEP = 4                 # input units per step of a vector
    AROUND = 4                   # words around a place that are looked at
    MOST_TABLES = 2              # of vectors: the shipped one, and one of the model's own
    MOST_INPUTS = MOST_NUMBERS + MOST_TABLES * AROUND * DIMENSIONS
    MOST_CLASSES = 2 * AROUND    # the tagger's, and room for tags that come with a query
    MOST_LEXICONS = 2            # the segmenter's own, and one in the background
    UNKNOWN_RANK = 255
    # The network takes places of several queries together, so that each of its weights is fetched once for all of them.
    TOGETHER = 16
    MOST_PLACES = MOST_WORDS + TOGETHER
    # Of a network with a second layer, whose hidden units are kept for the places that wait.
    MOST_UNITS = 512


# What a model works with.
cdef struct ModelPlan:
    LexiconPlan[MOST_LEXICONS] lexicons
    int asked                    # number of lexicons
    const Perceptron *tagger
    const Layer *layer
    const Layer *second          # NULL where the network has one layer
    const Vectors *vectors
    const Vectors *logged        # of the words of a log that the model was adapted to; NULL where there is none
    int classes                  # kinds of tags
    int outside                  # the class of no word
    uint64_t seed
    int[MOST_TAGS + 1] tag_classes
    uint8_t[MOST_TAGS + 1] is_function


# A query that waits until the memory has answered.
cdef struct Pending:
    bint waits
    bint many                    # more is looked up than can wait: answer it at once
    int size
    LexiconQuery[MOST_LEXICONS] queries
    uint8_t[MOST_BYTES + 16] buffer
    uint32_t[MOST_WORDS] short_hashes
    uint32_t[MOST_WORDS] bare_hashes
    Word[MOST_WORDS] words
    # What the tagger sees: words without marks, and which of the words were nothing else.
    int tagged
    Word[MOST_WORDS] bare
    uint8_t[MOST_WORDS] only_marks
    Spelled[MOST_WORDS] spelled


# What one thread works with: the query that is being described, and the places that wait for the network.
cdef struct Work:
    const ModelPlan *plan
    const uint8_t **texts
    const Py_ssize_t *sizes
    uint64_t *masks
    uint8_t *statuses
    Scores *kept                 # where scores are kept; NULL where only the breaks are asked for
    Scratch[MOST_LEXICONS] scratch
    LexiconFacts[MOST_LEXICONS] facts
    WordFacts words
    uint8_t[MOST_WORDS] tags
    # Places of several queries: their number, and which bit of which mask each of them is.
    int waiting
    int16_t[MOST_PLACES * MOST_INPUTS] inputs
    int[MOST_PLACES * MOST_CLASSES] classes
    int64_t[MOST_PLACES] scores
    Py_ssize_t[MOST_PLACES] queries
    uint8_t[MOST_PLACES] bits
    # For the second layer: the hidden units in rows, an empty one between two queries; the row of each place; what is added to its score.
    int16_t[2 * MOST_PLACES * MOST_UNITS] shown
    int[MOST_PLACES] rows
    int64_t[2 * MOST_PLACES] added
    double *numbers              # where the numbers of the next place are to be copied; NULL where nobody wants them


cdef inline int take_text(Pending *pending, Work *work, const uint8_t *text, Py_ssize_t size) noexcept nogil:
    """The status of a text whose words were split and all memory requested that they need; FOR_PYTHON where Python must do it."""
    cdef const ModelPlan *plan = work.plan
    cdef int at, words = split(text, size, pending.buffer, pending.words)
    cdef Forms forms
    pending.waits = False
    pending.size = words
    if words < 2:
        return FOR_PYTHON if words < 0 else EMPTY
    for at in range(words):
        if pending.words[at].size > LONGEST_SPELLED:
            return FOR_PYTHON
    pending.many = False
    for at in range(plan.asked):
        request_words(&plan.lexicons[at], &pending.queries[at], &work.scratch[at], pending.words, words, at == 0)
        # Which separators are part of a name, the segmenter's own lexicon knows.
        pending.queries[at].query.separated = pending.queries[0].query.separated
        pending.many |= pending.queries[at].query.asked > FEW
    if pending.queries[0].query.status == FOR_PYTHON:
        return FOR_PYTHON
    pending.waits = True
    for at in range(words):
        if plan.seed == plan.lexicons[0].table.seed:
            pending.short_hashes[at] = <uint32_t>(pending.queries[0].folded[at] >> 32)
        else:
            pending.short_hashes[at] = <uint32_t>(word_hash(pending.words[at].text, pending.words[at].size, plan.seed) >> 32)
        prefetch(home(plan.vectors, pending.short_hashes[at]))
        if plan.logged != NULL:
            prefetch(home(plan.logged, pending.short_hashes[at]))
        pending.bare_hashes[at] = pending.short_hashes[at]
        if (pending.queries[0].query.differs >> at) & 1:
            hash_forms(pending.words[at].text, pending.words[at].size, plan.seed, &forms)
            pending.bare_hashes[at] = <uint32_t>(forms.bared >> 32)
    pending.tagged = spell_query(plan.tagger, pending.words, words, pending.bare, pending.spelled, pending.only_marks)
    return DECIDED


cdef inline void probe_pending(Pending *pending, Work *work) noexcept nogil:
    cdef int at
    for at in range(work.plan.asked):
        probe_ngrams(&pending.queries[at].query, work.plan.lexicons[at].table)


cdef inline void tag_query(Pending *pending, Work *work) noexcept nogil:
    cdef int at
    tag_spelled(work.plan.tagger, pending.spelled, pending.tagged, work.tags)
    if pending.tagged < pending.size:
        spread_tags(work.plan.tagger, work.tags, pending.tagged, pending.only_marks, pending.size)
    for at in range(pending.size):
        describe_letters(&work.words, at, pending.words[at])


cdef inline Entry *entry_or_bare(const Vectors *vectors, uint32_t wanted, uint32_t bare) noexcept nogil:
    """The word's entry, or the bare word's."""
    cdef Entry *entry = entry_of(vectors, wanted)
    return entry if entry.used or bare == wanted else entry_of(vectors, bare)


cdef inline void describe_word(const ModelPlan *plan, WordFacts *facts, int at, uint32_t wanted, uint32_t bare) noexcept nogil:
    """The word's vectors and rank."""
    cdef Entry *entry
    facts.logged[at] = NULL
    if plan.logged != NULL:
        entry = entry_or_bare(plan.logged, wanted, bare)
        if entry.used:
            facts.logged[at] = entry.numbers
    entry = entry_or_bare(plan.vectors, wanted, bare)
    facts.vectors[at] = entry.numbers if entry.used else NULL
    facts.ranks[at] = entry.rank if entry.used else UNKNOWN_RANK
    facts.squares[at] = entry.squares


cdef inline void take_vector(const int8_t *vector, int16_t *inputs) noexcept nogil:
    """A word's vector as the network's inputs; all zeros where there is none."""
    cdef int number
    if vector == NULL:
        memset(inputs, 0, DIMENSIONS * sizeof(int16_t))
        return
    for number in range(DIMENSIONS):
        inputs[number] = PER_STEP * vector[number]


cdef inline void describe_place(const Word *words, Work *work, int place) noexcept nogil:
    """The network's inputs for one place."""
    cdef const ModelPlan *plan = work.plan
    cdef double[MOST_NUMBERS] row
    cdef int16_t *inputs = work.inputs + 2 * plan.layer.pairs * work.waiting
    cdef int *classes = work.classes + plan.layer.classes_each * work.waiting
    cdef int at, tag, count
    cdef bint inside
    cdef const WordFacts *facts = &work.words
    count = lexicon_numbers(&work.facts[0], &work.scratch[0], place, row)
    count += word_numbers(facts, words, place, row + count)
    if plan.asked > 1:
        count += lexicon_numbers(&work.facts[1], &work.scratch[1], place, row + count)
    if work.numbers != NULL:
        memcpy(work.numbers, row, count * sizeof(double))
        work.numbers += count
        return
    take_numbers(plan.layer, row, inputs)
    inputs += count
    for at in range(-1, 3):
        inside = 0 <= place + at < facts.size
        take_vector(facts.vectors[place + at] if inside else NULL, inputs)
        if plan.logged != NULL:
            take_vector(facts.logged[place + at] if inside else NULL, inputs + AROUND * DIMENSIONS)
        inputs += DIMENSIONS
        tag = plan.tag_classes[work.tags[place + at]] if inside else plan.outside
        classes[at + 1] = (at + 1) * plan.classes + tag
    if plan.logged != NULL:
        inputs += AROUND * DIMENSIONS
    # No tags came with the query.
    for at in range(AROUND, plan.layer.classes_each):
        classes[at] = -1
    if count & 1:
        inputs[0] = 0


cdef inline void describe_query(Pending *pending, Work *work, Py_ssize_t number) noexcept nogil:
    """The places of a query, from words that were split and tagged, and look-ups that were probed."""
    cdef const ModelPlan *plan = work.plan
    cdef WordFacts *facts = &work.words
    cdef int at
    facts.size = pending.size
    facts.all_serving = 0
    for at in range(pending.size):
        describe_word(plan, facts, at, pending.short_hashes[at], pending.bare_hashes[at])
        facts.serving[at] = plan.is_function[work.tags[at]]
        facts.all_serving += facts.serving[at]
    compare_neighbours(facts)
    read_facts(&plan.lexicons[0], &pending.queries[0], &work.scratch[0], &work.facts[0])
    if plan.asked > 1:
        read_facts(&plan.lexicons[1], &pending.queries[1], &work.scratch[1], &work.facts[1])
    pending.queries[0].query.separated |= unknown_places(facts, pending.words, work.facts, work.scratch, plan.asked)
    for at in range(pending.size - 1):
        describe_place(pending.words, work, at)
        work.queries[work.waiting] = number
        work.bits[work.waiting] = at
        if work.waiting == 0:
            work.rows[0] = 1
        else:
            work.rows[work.waiting] = work.rows[work.waiting - 1] + (2 if at == 0 else 1)
        work.waiting += 1
