# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The kernel of the learned segmenter: words, tags, look-ups, features and the network without Python in between.

`caesura/segmenters/learned` is the exact reference: both get the same scores, since the network counts in whole numbers. Text that is
not ASCII is split, folded and tagged by Python (`scores_of`); what is longer than a query, or has a separator inside a name, is
left to the plain path. What the network sees of a query is put together in `model_query.pxd`.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from caesura.lexicon._table cimport CompiledTable, word_hash
from caesura.segmenters.kernel._batch cimport Batch
from caesura.segmenters.kernel._network cimport CompiledNetwork, score_queries
from caesura.segmenters.kernel._scored cimport ScoredKernel, Scores
from caesura.segmenters.kernel._vectors cimport DIMENSIONS, CompiledVectors
from caesura.segmenters.kernel.features cimport MOST_NUMBERS
from caesura.segmenters.kernel.lexicon_query cimport LexiconQuery, plan_for, request_hashed
from caesura.segmenters.kernel.model_query cimport (
    AROUND, MOST_CLASSES, MOST_LEXICONS, MOST_UNITS, TOGETHER, ModelPlan, Pending, Work, describe_query, probe_pending, tag_query, take_text,
)
from caesura.segmenters.kernel.query cimport DECIDED, FOR_PYTHON, MOST_WORDS
from caesura.segmenters.kernel.ring cimport run_ring
from caesura.segmenters.kernel.text cimport PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_IS_ASCII
from caesura.tagging._perceptron cimport CompiledTagger

cdef enum:
    TO_PROBING = 1
    TO_DECIDING = 2
    RING = 4


cdef inline void score(Work *work) noexcept nogil:
    """The scores of the places that wait."""
    score_queries(
        work.plan.layer, work.plan.second, work.inputs, work.classes, work.waiting, work.scores, work.shown, work.rows, work.added,
        False,
    )


cdef void break_up(Work *work) noexcept nogil:
    """The breaks of the places that wait."""
    cdef int at
    score(work)
    for at in range(work.waiting):
        work.masks[work.queries[at]] |= <uint64_t>(work.scores[at] > 0) << work.bits[at]
        if work.kept != NULL:
            work.kept.values[work.kept.offsets[work.queries[at] - work.kept.first] + work.bits[at]] = work.scores[at]
    work.waiting = 0


cdef void decide(void *work_, void *slot, Py_ssize_t at) noexcept nogil:
    """The query's places, and once there are enough of them, their breaks."""
    cdef Work *work = <Work *>work_
    cdef Pending *pending = <Pending *>slot
    if not pending.waits:
        return
    pending.waits = False
    tag_query(pending, work)
    describe_query(pending, work, at)
    work.masks[at] |= pending.queries[0].query.separated
    if work.kept != NULL:
        work.kept.separated[at - work.kept.first] = pending.queries[0].query.separated
    if work.waiting >= TOGETHER:
        break_up(work)


cdef inline void probe(void *work, void *slot, Py_ssize_t _at) noexcept nogil:
    cdef Pending *pending = <Pending *>slot
    if pending.waits:
        probe_pending(pending, <Work *>work)


cdef inline void take(void *work_, void *slot, Py_ssize_t at) noexcept nogil:
    cdef Work *work = <Work *>work_
    cdef Pending *pending = <Pending *>slot
    work.masks[at] = 0
    work.statuses[at] = take_text(pending, work, work.texts[at], work.sizes[at])
    if pending.waits and pending.many:
        probe_pending(pending, work)
        decide(work_, slot, at)


cdef class LearnedKernel(ScoredKernel):
    """Scores by one model over one lexicon, or over two; `plain` decides what is left to Python: text -> break mask. `logged` are the
    vectors that the model has of its own, for the words of a log."""

    cdef ModelPlan plan
    cdef object keep             # what the pointers of the plan lead into
    cdef object plain
    cdef dict tag_numbers

    def __cinit__(
        self, list lexicons, CompiledNetwork network, CompiledVectors vectors, uint64_t seed,
        CompiledTagger tagger, tuple tags, list tag_classes, list is_function, int64_t certain, double scale, double odds_ratio,
        plain, CompiledVectors logged=None,
    ):
        cdef Py_ssize_t at
        cdef CompiledTable table
        self.plan.layer = &network.layer
        self.plan.second = network.second
        if self.plan.layer.numbers > MOST_NUMBERS or self.plan.layer.classes_each not in (AROUND, MOST_CLASSES):
            raise ValueError("the model is too large for the kernel")
        if network.second != NULL and self.plan.layer.units > MOST_UNITS:
            raise ValueError("the model is too large for the kernel")
        if not 1 <= len(lexicons) <= MOST_LEXICONS:
            raise ValueError("the kernel looks into one lexicon or two")
        self.plan.asked = len(lexicons)
        for at in range(self.plan.asked):
            table, total = lexicons[at]
            self.plan.lexicons[at] = plan_for(&table.table, total)
        self.plan.classes = network.classes
        self.plan.outside = network.classes - 1
        self.plan.vectors = &vectors.table
        self.plan.logged = NULL if logged is None else &logged.table
        self.plan.tagger = &tagger.tables
        for at in range(len(tag_classes)):
            self.plan.tag_classes[at] = tag_classes[at]
            self.plan.is_function[at] = is_function[at]
        self.plan.seed = seed
        self.certain, self.scale, self.odds_ratio = certain, scale, odds_ratio
        self.plain = plain
        self.tag_numbers = {tag: number for number, tag in enumerate(tags)}
        self.keep = (lexicons, network, tagger, vectors, logged)

    def mask(self, str text):
        """The breaks of one text."""
        return self.plain(text)

    cdef score_part(self, Batch batch, Py_ssize_t first, Py_ssize_t last, Scores *scores):
        cdef Pending *ring = <Pending *>malloc(RING * sizeof(Pending))
        cdef Work *work = <Work *>malloc(sizeof(Work))
        try:
            if ring == NULL or work == NULL:
                raise MemoryError
            work.plan, work.waiting, work.kept, work.numbers = &self.plan, 0, scores, NULL
            work.texts, work.sizes, work.masks, work.statuses = batch.texts, batch.sizes, batch.masks, batch.statuses
            with nogil:
                run_ring(work, <char *>ring, sizeof(Pending), RING, TO_PROBING, TO_DECIDING, first, last, take, probe, decide)
                break_up(work)
        finally:
            free(ring)
            free(work)

    def scores(self, str text):
        """Scores of one query's places; None where the plain path must answer."""
        cdef Pending pending
        cdef Work work
        cdef int status
        if not PyUnicode_IS_ASCII(text):
            return None
        work.plan = &self.plan
        status = take_text(&pending, &work, <const uint8_t *>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text))
        if status != DECIDED:
            return None if status == FOR_PYTHON else []
        probe_pending(&pending, &work)
        tag_query(&pending, &work)
        return self.scored(&pending, &work)

    def features(self, str text):
        """What the network would see of one query: numbers (float64), tags and vectors (bytes) of its places, one place after the
        other, and a mask of the places where it breaks whatever they are; None where the plain path must tell."""
        cdef Pending pending
        cdef Work work
        cdef int at, place, word, count = self.plan.layer.numbers
        cdef bytes numbers, tags, vectors
        cdef uint8_t *tag
        cdef char *vector
        if not PyUnicode_IS_ASCII(text):
            return None
        work.plan = &self.plan
        if take_text(&pending, &work, <const uint8_t *>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text)) != DECIDED:
            return None
        probe_pending(&pending, &work)
        tag_query(&pending, &work)
        numbers = PyBytes_FromStringAndSize(NULL, (pending.size - 1) * count * sizeof(double))
        tags = PyBytes_FromStringAndSize(NULL, (pending.size - 1) * AROUND)
        vectors = PyBytes_FromStringAndSize(NULL, (pending.size - 1) * AROUND * DIMENSIONS)
        work.waiting = 0
        work.numbers = <double *>PyBytes_AS_STRING(numbers)
        describe_query(&pending, &work, 0)
        tag = <uint8_t *>PyBytes_AS_STRING(tags)
        vector = PyBytes_AS_STRING(vectors)
        memset(vector, 0, len(vectors))
        for place in range(pending.size - 1):
            for at in range(-1, 3):
                word = place + at
                tag[0] = self.plan.tag_classes[work.tags[word]] if 0 <= word < pending.size else self.plan.outside
                if 0 <= word < pending.size and work.words.vectors[word] != NULL:
                    memcpy(vector, work.words.vectors[word], DIMENSIONS)
                tag += 1
                vector += DIMENSIONS
        return numbers, tags, vectors, pending.queries[0].query.separated & ((<uint64_t>1 << (pending.size - 1)) - 1)

    def scores_of(self, list forms, uint64_t separated, tuple tags):
        """As `scores`, for words in any alphabet: the forms they are looked up in, where separators stand, and their tags."""
        cdef Pending pending
        cdef Work work
        cdef int at, number, words = len(forms)
        cdef list folded = [typed for typed, _, _ in forms]
        cdef list raw = [word.encode("utf-8", "surrogatepass") for word in folded]
        cdef list trimmed = [word.encode("utf-8", "surrogatepass") for _, word, _ in forms]
        cdef list bared = [word.encode("utf-8", "surrogatepass") for _, _, word in forms]
        cdef LexiconQuery *asked
        cdef uint64_t seed
        if not 2 <= words <= MOST_WORDS or b"" in raw:
            return None
        work.plan = &self.plan
        pending.size = words
        for at in range(words):
            pending.words[at].text = <const uint8_t *>PyBytes_AS_STRING(raw[at])
            pending.words[at].size = len(raw[at])
            pending.short_hashes[at] = <uint32_t>(hashed(raw[at], self.plan.seed) >> 32)
            pending.bare_hashes[at] = <uint32_t>(hashed(bared[at], self.plan.seed) >> 32)
            work.tags[at] = self.tag_numbers[tags[at]]
            work.words.lengths[at] = len(folded[at])
            work.words.digits[at] = sum([letter.isdigit() for letter in folded[at]])
            work.words.alphanumeric[at] = folded[at].isalnum()
        for number in range(self.plan.asked):
            asked, seed = &pending.queries[number], self.plan.lexicons[number].table.seed
            asked.query.differs = asked.query.trims = 0
            asked.query.separated = separated
            for at in range(words):
                work.scratch[number].folded[at] = hashed(raw[at], seed)
                work.scratch[number].bared[at] = hashed(bared[at], seed)
                work.scratch[number].trimmed[at] = hashed(trimmed[at], seed)
                asked.query.differs |= <uint64_t>(bared[at] != raw[at] or trimmed[at] != raw[at]) << at
                asked.query.trims |= <uint64_t>(trimmed[at] != raw[at]) << at
            request_hashed(&self.plan.lexicons[number], asked, &work.scratch[number], words, number == 0)
            asked.query.separated = pending.queries[0].query.separated
        if pending.queries[0].query.status == FOR_PYTHON:
            return None
        probe_pending(&pending, &work)
        return self.scored(&pending, &work)

    cdef list scored(self, Pending *pending, Work *work):
        cdef int at
        cdef uint64_t separated
        work.waiting = 0
        work.numbers = NULL
        describe_query(pending, work, 0)
        separated = pending.queries[0].query.separated
        score(work)
        return [self.certain if (separated >> at) & 1 else work.scores[at] for at in range(pending.size - 1)]


cdef uint64_t hashed(bytes word, uint64_t seed):
    return word_hash(<const uint8_t *>PyBytes_AS_STRING(word), len(word), seed)
