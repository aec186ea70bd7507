# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, embedsignature=True
"""The learned segmenter, compiled: words, tags, look-ups, features and the network without Python in between.

`caesura/segmenters/learned` is the exact reference: both get the same scores, since the network counts in whole numbers. Text that is
not ASCII is split, folded and tagged by Python (`scores_of`); what is longer than a query is left to the plain path.
"""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from caesura.lexicon._table cimport CompiledTable, Forms, hash_forms, prefetch, word_hash
from caesura.segmenters._asking cimport Question, Source, ask_hashed, ask_words, read_answer, source_of
from caesura.segmenters._decode cimport meet
from caesura.segmenters._features cimport MOST_NUMBERS, Sheet, WordSheet, lexicon_numbers, liken, spell_out, word_numbers
from caesura.segmenters._network cimport CompiledNetwork, Layer, score_places, take_numbers
from caesura.segmenters._query cimport FEW, FOR_PYTHON, MOST_BYTES, MOST_WORDS, Desk
from caesura.segmenters._scan cimport CLASS, SPACE
from caesura.segmenters._tagger cimport (
    LONGEST_SPELLED, MOST_TAGS, CompiledTagger, Perceptron, Spelled, Word, spell_query, spread_tags, tag_spelled,
)
from caesura.segmenters._vectors cimport DIMENSIONS, CompiledVectors, Entry, Vectors, entry_of, home

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)
    void *PyUnicode_DATA(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)

cdef enum:
    PER_STEP = 4                 # input units per step of a vector
    AROUND = 4                   # words around a place that are looked at
    MOST_INPUTS = MOST_NUMBERS + AROUND * DIMENSIONS
    MOST_CLASSES = 2 * AROUND    # the tagger's, and room for tags that come with a query
    MOST_SOURCES = 2             # the lexicon, and one in the background
    UNKNOWN_RANK = 255
    # So many queries after it was taken in a query's home lines are here, and so many after, all else.
    TO_HOME_LINES = 1
    TO_THE_END = 2
    RING = 4
    # The network takes places of several queries together, so that each of its weights is fetched once for all of them.
    TOGETHER = 16

# A query in flight: what must wait until the memory has answered.
cdef struct Flight:
    bint waits
    bint many                    # more is looked up than can wait: answer it at once
    int size
    Question[MOST_SOURCES] questions
    uint8_t[MOST_BYTES + 16] buffer
    uint32_t[MOST_WORDS] short_hashes
    uint32_t[MOST_WORDS] bare_hashes
    Word[MOST_WORDS] words
    # What the tagger sees: words without marks, and which of the words were nothing else.
    int tagged
    Word[MOST_WORDS] bare
    uint8_t[MOST_WORDS] only_marks
    Spelled[MOST_WORDS] spelled


# The desk for the one query that is being described.
cdef struct Work:
    Desk[MOST_SOURCES] desks
    Sheet[MOST_SOURCES] sheets
    WordSheet word_sheet
    uint8_t[MOST_WORDS] tags
    # Places that wait for the network, of several queries: their number, and which bit of which mask each of them is.
    int waiting
    int16_t[(MOST_WORDS + TOGETHER) * MOST_INPUTS] inputs
    int[(MOST_WORDS + TOGETHER) * MOST_CLASSES] classes
    int64_t[MOST_WORDS + TOGETHER] scores
    Py_ssize_t[MOST_WORDS + TOGETHER] queries
    uint8_t[MOST_WORDS + TOGETHER] bits


cdef class LearnedKernel:
    """Scores by one model over one lexicon, or over two. The arguments are kept, since pointers lead into them."""

    cdef Source[MOST_SOURCES] sources
    cdef int asked
    cdef const Perceptron *tagging
    cdef object keep
    cdef const Layer *layer
    cdef int classes, outside
    cdef const Vectors *vectors
    cdef dict tag_numbers
    cdef uint64_t seed
    cdef object certain
    cdef int[MOST_TAGS + 1] tag_classes
    cdef uint8_t[MOST_TAGS + 1] tag_serving

    def __cinit__(
        self, list lexicons, CompiledNetwork network, CompiledVectors vectors, uint64_t seed,
        CompiledTagger tagger, tuple tags, list tag_classes, list tag_serving, certain,
    ):
        cdef Py_ssize_t at
        cdef CompiledTable table
        self.layer = &network.layer
        if self.layer.numbers > MOST_NUMBERS or self.layer.classes_each not in (AROUND, MOST_CLASSES):
            raise ValueError("the model is too large for the kernel")
        if not 1 <= len(lexicons) <= MOST_SOURCES:
            raise ValueError("the kernel asks one lexicon or two")
        self.asked = len(lexicons)
        for at in range(self.asked):
            table, total = lexicons[at]
            self.sources[at] = source_of(&table.table, total)
        self.classes = network.classes
        self.outside = network.classes - 1
        self.vectors = &vectors.table
        self.tagging = &tagger.tables
        for at in range(len(tag_classes)):
            self.tag_classes[at] = tag_classes[at]
            self.tag_serving[at] = tag_serving[at]
        self.seed = seed
        self.certain = certain
        self.tag_numbers = {tag: number for number, tag in enumerate(tags)}
        self.keep = (lexicons, network, tagger, vectors)

    cdef bint taken(self, Flight *flight, Work *work, const uint8_t *text, Py_ssize_t size) noexcept nogil:
        """Words folded and split, and all memory asked for that they need; False where Python must do it."""
        cdef Py_ssize_t at = 0, start
        cdef int words = 0
        cdef uint8_t letter, seen = 0
        cdef Forms forms
        flight.waits = False
        if size > MOST_BYTES:
            return False
        for at in range(size):
            letter = text[at]
            seen |= letter
            flight.buffer[at] = letter + (32 if 65 <= letter <= 90 else 0)
        if seen >= 128:
            return False
        memset(flight.buffer + size, 32, 16)
        at = 0
        while True:
            while at < size and CLASS[flight.buffer[at]] & SPACE:
                at += 1
            if at >= size:
                break
            start = at
            while not CLASS[flight.buffer[at]] & SPACE:
                at += 1
            if words == MOST_WORDS or at - start > LONGEST_SPELLED:
                return False
            flight.words[words].text = flight.buffer + start
            flight.words[words].size = at - start
            words += 1
        flight.size = words
        if words < 2:
            return True
        flight.waits = True
        flight.many = False
        for at in range(self.asked):
            ask_words(&self.sources[at], &flight.questions[at], &work.desks[at], flight.words, words, at == 0)
            flight.questions[at].query.separated = flight.questions[0].query.separated
            flight.many |= flight.questions[at].query.asked > FEW
        if flight.questions[0].query.status == FOR_PYTHON:
            flight.waits = False
            return False
        for at in range(words):
            if self.seed == self.sources[0].table.seed:
                flight.short_hashes[at] = <uint32_t>(flight.questions[0].folded[at] >> 32)
            else:
                flight.short_hashes[at] = <uint32_t>(word_hash(flight.words[at].text, flight.words[at].size, self.seed) >> 32)
            prefetch(home(self.vectors, flight.short_hashes[at]))
            flight.bare_hashes[at] = flight.short_hashes[at]
            if (flight.questions[0].query.differs >> at) & 1:
                hash_forms(flight.words[at].text, flight.words[at].size, self.seed, &forms)
                flight.bare_hashes[at] = <uint32_t>(forms.bared >> 32)
        flight.tagged = spell_query(self.tagging, flight.words, words, flight.bare, flight.spelled, flight.only_marks)
        return True

    cdef void meet_all(self, Flight *flight) noexcept nogil:
        cdef int at
        for at in range(self.asked):
            meet(&flight.questions[at].query, self.sources[at].table)

    cdef void describe(self, WordSheet *sheet, int at, uint32_t wanted, uint32_t bare) noexcept nogil:
        """The word's vector and rank, or the bare word's."""
        cdef Entry *entry = entry_of(self.vectors, wanted)
        if not entry.used and bare != wanted:
            entry = entry_of(self.vectors, bare)
        sheet.vectors[at] = entry.numbers if entry.used else NULL
        sheet.ranks[at] = entry.rank if entry.used else UNKNOWN_RANK
        sheet.squares[at] = entry.squares

    cdef void describe_query(self, Flight *flight, Work *work, Py_ssize_t number) noexcept nogil:
        """The places of a query, from words that were taken, spelled out and tagged, and look-ups that were met."""
        cdef int at
        cdef WordSheet *sheet = &work.word_sheet
        sheet.size = flight.size
        sheet.all_serving = 0
        for at in range(flight.size):
            self.describe(sheet, at, flight.short_hashes[at], flight.bare_hashes[at])
            sheet.serving[at] = self.tag_serving[work.tags[at]]
            sheet.all_serving += sheet.serving[at]
        liken(sheet)
        read_answer(&self.sources[0], &flight.questions[0], &work.desks[0], &work.sheets[0])
        if self.asked > 1:
            read_answer(&self.sources[1], &flight.questions[1], &work.desks[1], &work.sheets[1])
        for at in range(flight.size - 1):
            self.describe_place(flight.words, work, at)
            work.queries[work.waiting] = number
            work.bits[work.waiting] = at
            work.waiting += 1

    cdef void tag_query(self, Flight *flight, Work *work) noexcept nogil:
        cdef int at
        tag_spelled(self.tagging, flight.spelled, flight.tagged, work.tags)
        if flight.tagged < flight.size:
            spread_tags(self.tagging, work.tags, flight.tagged, flight.only_marks, flight.size)
        for at in range(flight.size):
            spell_out(&work.word_sheet, at, flight.words[at])

    cdef void score(self, Work *work) noexcept nogil:
        """The scores of the places that wait."""
        score_places(self.layer, work.inputs, 2 * self.layer.pairs, work.classes, work.waiting, work.scores, False)

    cdef void describe_place(self, const Word *words, Work *work, int place) noexcept nogil:
        """The network's inputs for one place."""
        cdef double[MOST_NUMBERS] row
        cdef int16_t *inputs = work.inputs + 2 * self.layer.pairs * work.waiting
        cdef int *classes = work.classes + self.layer.classes_each * work.waiting
        cdef int at, number, tag, count
        cdef const int8_t *vector
        cdef const WordSheet *sheet = &work.word_sheet
        count = lexicon_numbers(&work.sheets[0], &work.desks[0], place, row)
        count += word_numbers(sheet, words, place, row + count)
        if self.asked > 1:
            count += lexicon_numbers(&work.sheets[1], &work.desks[1], place, row + count)
        take_numbers(self.layer, row, inputs)
        inputs += count
        for at in range(-1, 3):
            vector = sheet.vectors[place + at] if 0 <= place + at < sheet.size else NULL
            if vector != NULL:
                for number in range(DIMENSIONS):
                    inputs[number] = PER_STEP * vector[number]
            else:
                memset(inputs, 0, DIMENSIONS * sizeof(int16_t))
            inputs += DIMENSIONS
            tag = self.tag_classes[work.tags[place + at]] if 0 <= place + at < sheet.size else self.outside
            classes[at + 1] = (at + 1) * self.classes + tag
        # No tags came with the query.
        for at in range(AROUND, self.layer.classes_each):
            classes[at] = -1
        if count & 1:
            inputs[0] = 0

    def scores(self, str text):
        """Scores of one query's places; None where the plain path must answer."""
        cdef Flight flight
        cdef Work work
        if not PyUnicode_IS_ASCII(text):
            return None
        if not self.taken(&flight, &work, <const uint8_t *>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text)):
            return None
        if not flight.waits:
            return []
        self.meet_all(&flight)
        self.tag_query(&flight, &work)
        return self.scored(&flight, &work)

    def scores_of(self, list forms, uint64_t separated, tuple tags):
        """As `scores`, for words in any alphabet: the forms they are looked up in, where separators stand, and their tags."""
        cdef Flight flight
        cdef Work work
        cdef int at, lexicon, words = len(forms)
        cdef list folded = [typed for typed, _, _ in forms]
        cdef list raw = [word.encode("utf-8", "surrogatepass") for word in folded]
        cdef list trimmed = [word.encode("utf-8", "surrogatepass") for _, word, _ in forms]
        cdef list bared = [word.encode("utf-8", "surrogatepass") for _, _, word in forms]
        if not 2 <= words <= MOST_WORDS or b"" in raw:
            return None
        flight.size = words
        for at in range(words):
            flight.words[at].text = <const uint8_t *>PyBytes_AS_STRING(raw[at])
            flight.words[at].size = len(raw[at])
            flight.short_hashes[at] = <uint32_t>(_hashed(raw[at], self.seed) >> 32)
            flight.bare_hashes[at] = <uint32_t>(_hashed(bared[at], self.seed) >> 32)
            work.tags[at] = self.tag_numbers[tags[at]]
            work.word_sheet.lengths[at] = len(folded[at])
            work.word_sheet.digits[at] = sum([letter.isdigit() for letter in folded[at]])
            work.word_sheet.alphanumeric[at] = folded[at].isalnum()
        for lexicon in range(self.asked):
            flight.questions[lexicon].query.differs = 0
            flight.questions[lexicon].query.trims = 0
            flight.questions[lexicon].query.separated = separated
            for at in range(words):
                work.desks[lexicon].folded[at] = _hashed(raw[at], self.sources[lexicon].table.seed)
                work.desks[lexicon].bared[at] = _hashed(bared[at], self.sources[lexicon].table.seed)
                work.desks[lexicon].trimmed[at] = _hashed(trimmed[at], self.sources[lexicon].table.seed)
                flight.questions[lexicon].query.differs |= <uint64_t>(bared[at] != raw[at] or trimmed[at] != raw[at]) << at
                flight.questions[lexicon].query.trims |= <uint64_t>(trimmed[at] != raw[at]) << at
            ask_hashed(&self.sources[lexicon], &flight.questions[lexicon], &work.desks[lexicon], words, lexicon == 0)
            flight.questions[lexicon].query.separated = flight.questions[0].query.separated
        if flight.questions[0].query.status == FOR_PYTHON:
            return None
        self.meet_all(&flight)
        return self.scored(&flight, &work)

    cdef list scored(self, Flight *flight, Work *work):
        cdef int at
        work.waiting = 0
        self.describe_query(flight, work, 0)
        self.score(work)
        cdef uint64_t separated = flight.questions[0].query.separated
        return [self.certain if (separated >> at) & 1 else work.scores[at] for at in range(flight.size - 1)]

    def masks(self, tuple texts, plain, int threads=1):
        """The breaks of each text as 64-bit numbers; `plain(text)` answers what is left to Python."""
        from array import array

        cdef Py_ssize_t count = len(texts), at
        cdef size_t room = count if count else 1
        cdef const uint8_t **starts = <const uint8_t **>malloc(room * sizeof(void *))
        cdef Py_ssize_t *sizes = <Py_ssize_t *>malloc(room * sizeof(Py_ssize_t))
        result = array("Q", bytes(8 * count))
        done = bytearray(count)
        cdef uint64_t[::1] masks
        cdef uint8_t[::1] answered
        try:
            if starts == NULL or sizes == NULL:
                raise MemoryError
            for at in range(count):
                text = texts[at]
                if not isinstance(text, str):
                    raise TypeError(f"queries are strings, not {type(text).__name__}")
                starts[at] = <const uint8_t *>PyUnicode_DATA(text)
                sizes[at] = PyUnicode_GET_LENGTH(text) if PyUnicode_IS_ASCII(text) else MOST_BYTES + 1
            if count:
                masks, answered = result, done
                self.run_threads(starts, sizes, count, &masks[0], &answered[0], threads)
        finally:
            free(<void *>starts)
            free(sizes)
        for at in range(count):
            if not done[at]:
                result[at] = plain(texts[at])
        return result

    cdef run_threads(self, const uint8_t **starts, Py_ssize_t *sizes, Py_ssize_t count, uint64_t *masks, uint8_t *done, int threads):
        cdef Py_ssize_t part, first
        if threads <= 1:
            self.run(starts, sizes, 0, count, masks, done)
            return
        from threading import Thread

        part = max(1, (count + threads - 1) // threads)
        given = (<size_t>starts, <size_t>sizes, <size_t>masks, <size_t>done)
        workers = [Thread(target=self.run_part, args=(given, first, min(count, first + part))) for first in range(0, count, part)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()

    def run_part(self, tuple given, Py_ssize_t first, Py_ssize_t last):
        cdef size_t starts = given[0], sizes = given[1], masks = given[2], done = given[3]
        self.run(<const uint8_t **>starts, <Py_ssize_t *>sizes, first, last, <uint64_t *>masks, <uint8_t *>done)

    cdef run(self, const uint8_t **starts, Py_ssize_t *sizes, Py_ssize_t first, Py_ssize_t last, uint64_t *masks, uint8_t *done):
        """The queries `first` to `last`, some of them in flight."""
        cdef Flight *ring = <Flight *>malloc(RING * sizeof(Flight))
        cdef Work *work = <Work *>malloc(sizeof(Work))
        cdef Flight *flight
        cdef Py_ssize_t at
        try:
            if ring == NULL or work == NULL:
                raise MemoryError
            work.waiting = 0
            with nogil:
                for at in range(first, last + TO_THE_END):
                    if at - TO_THE_END >= first:
                        flight = ring + ((at - TO_THE_END) & (RING - 1))
                        if flight.waits:
                            self.decide(flight, work, at - TO_THE_END, masks)
                    if first <= at - TO_HOME_LINES < last:
                        flight = ring + ((at - TO_HOME_LINES) & (RING - 1))
                        if flight.waits:
                            self.meet_all(flight)
                    if at < last:
                        flight = ring + (at & (RING - 1))
                        done[at] = self.taken(flight, work, starts[at], sizes[at])
                        if flight.waits and flight.many:
                            self.meet_all(flight)
                            self.decide(flight, work, at, masks)
                            flight.waits = False
                self.break_up(work, masks)
        finally:
            free(ring)
            free(work)

    cdef void decide(self, Flight *flight, Work *work, Py_ssize_t number, uint64_t *masks) noexcept nogil:
        """The query's places, and once there are enough of them, their breaks."""
        self.tag_query(flight, work)
        self.describe_query(flight, work, number)
        masks[number] |= flight.questions[0].query.separated
        if work.waiting >= TOGETHER:
            self.break_up(work, masks)

    cdef void break_up(self, Work *work, uint64_t *masks) noexcept nogil:
        cdef int at
        self.score(work)
        for at in range(work.waiting):
            masks[work.queries[at]] |= <uint64_t>(work.scores[at] > 0) << work.bits[at]
        work.waiting = 0


cdef uint64_t _hashed(bytes word, uint64_t seed):
    return word_hash(<const uint8_t *>PyBytes_AS_STRING(word), len(word), seed)
