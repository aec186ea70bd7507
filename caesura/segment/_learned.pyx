# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, embedsignature=True
"""The learned segmenter, compiled: words, tags, look-ups, features and the network without Python in between.

`caesura/segment/learned` is the exact reference: both get the same scores, since the network counts in whole numbers. Text that is
not ASCII, or longer than a query, is left to the plain path.
"""

from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from caesura.lexicon._table cimport CompiledTable, Found, prefetch_line, probe, word_hash
from caesura.segment._decode cimport look_up, meet
from caesura.segment._features cimport DIMENSIONS, MOST_NUMBERS, Sheet, count_numbers, prepare, title_numbers, word_numbers
from caesura.segment._network cimport CompiledNetwork, Layer, score_places, take_numbers
from caesura.segment._query cimport DECIDED, LONGEST_COUNTED, MOST_BYTES, MOST_WORDS, WIKIPEDIA, Desk, Plan, Query
from caesura.segment._scan cimport CLASS, SPACE, ask, take_word
from caesura.segment._tagger cimport LANES, Tagging, Word, fill_crc, tag_words

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(object text)
    void *PyUnicode_DATA(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)

cdef enum:
    PER_STEP = 4                 # input units per step of a vector
    AROUND = 4                   # words around a place that are looked at
    MOST_INPUTS = MOST_NUMBERS + AROUND * DIMENSIONS

cdef const uint8_t *NOTHING = b"\t"

fill_crc()


# One query while it is worked on.
cdef struct Work:
    Query query
    Desk desk
    Sheet sheet
    uint8_t[MOST_BYTES + 16] buffer
    Word[MOST_WORDS + 4] words
    int[MOST_WORDS] tags
    int16_t[MOST_WORDS * MOST_INPUTS] inputs
    int[MOST_WORDS * AROUND] classes
    int64_t[MOST_WORDS] scores


cdef class LearnedKernel:
    """Scores by one model over one lexicon. The arguments are kept, since pointers lead into them."""

    cdef CompiledTable holder
    cdef Plan plan
    cdef Plan counted
    cdef Tagging tagging
    cdef object keep
    cdef const Layer *layer
    cdef int classes, outside
    cdef double total
    cdef const uint32_t *hashes
    cdef const uint8_t *ranks
    cdef const int8_t *vectors
    cdef uint32_t *starts            # where the hashes with these sixteen high bits begin
    cdef uint64_t seed
    cdef int[33] tag_classes
    cdef uint8_t[33] tag_serving

    def __cinit__(
        self, CompiledTable table, double total, CompiledNetwork network, vectors, uint64_t seed, bytes tagger_weights, list tag_names,
        list tag_classes, list tag_serving,
    ):
        cdef uint32_t[::1] hashes = vectors.hashes
        cdef const uint8_t[::1] ranks = vectors.ranks
        cdef const uint8_t[::1] stored = vectors.numbers
        cdef Py_ssize_t at, bucket
        self.starts = NULL
        self.holder = table
        self.total = total
        self.layer = &network.layer
        if self.layer.numbers > MOST_NUMBERS or self.layer.classes_each != AROUND or len(tag_names) > LANES:
            raise ValueError("the model is too large for the kernel")
        self.classes = network.classes
        self.outside = network.classes - 1
        self.plan.kind = WIKIPEDIA
        self.plan.published = False
        self.plan.longest = min(<uint64_t>MOST_WORDS, table.table.longest)
        self.plan.total = total
        self.plan.threshold = 0
        self.counted = self.plan
        self.counted.longest = min(self.plan.longest, <int>LONGEST_COUNTED)
        self.starts = <uint32_t *>malloc(65537 * sizeof(uint32_t))
        if self.starts == NULL:
            raise MemoryError
        self.hashes = &hashes[0]
        self.ranks = &ranks[0]
        self.vectors = <const int8_t *>&stored[0]
        at = 0
        for bucket in range(65537):
            while at < len(hashes) and (hashes[at] >> 16) < <uint64_t>bucket:
                at += 1
            self.starts[bucket] = at
        self.seed = seed
        # Rows padded to LANES bytes, so that adding one is a single step.
        cdef bytes padded = _padded(tagger_weights, len(tag_names))
        self.tagging.weights = <const uint8_t *>PyBytes_AS_STRING(padded)
        self.tagging.tags = len(tag_names)
        for at in range(len(tag_names)):
            self.tagging.names[at].text = <const uint8_t *>PyBytes_AS_STRING(tag_names[at])
            self.tagging.names[at].size = len(tag_names[at])
            self.tag_classes[at] = tag_classes[at]
            self.tag_serving[at] = tag_serving[at]
        self.tagging.names[self.tagging.tags].text = NOTHING
        self.tagging.names[self.tagging.tags].size = 1
        self.keep = (network, vectors, padded, tag_names)

    def __dealloc__(self):
        free(self.starts)

    cdef bint taken(self, Work *work, const uint8_t *text, Py_ssize_t size) noexcept nogil:
        """Words folded and split; False where Python must do it."""
        cdef Py_ssize_t at = 0, start
        cdef int words = 0
        cdef uint8_t letter
        if size > MOST_BYTES:
            return False
        for at in range(size):
            letter = text[at]
            if letter >= 128:
                return False
            work.buffer[at] = letter + 32 if 65 <= letter <= 90 else letter
        memset(work.buffer + size, 32, 16)
        work.query.differs = 0
        at = 0
        while True:
            while at < size and CLASS[work.buffer[at]] & SPACE:
                at += 1
            if at >= size:
                break
            if words == MOST_WORDS:
                return False
            start = at
            while not CLASS[work.buffer[at]] & SPACE:
                at += 1
            take_word(&work.query, &work.desk, words, work.buffer + start, at - start, self.holder.table.seed)
            work.words[words + 2].text = work.buffer + start
            work.words[words + 2].size = at - start
            words += 1
        work.query.words = words
        work.query.status = DECIDED
        if work.query.differs:
            memcpy(work.query.bared, work.desk.bared, words * sizeof(uint64_t))
        return True

    cdef void describe(self, Work *work, int at) noexcept nogil:
        """The word's vector and rank."""
        cdef uint32_t wanted = <uint32_t>(word_hash(work.words[at + 2].text, work.words[at + 2].size, self.seed) >> 32)
        cdef uint32_t place = self.starts[wanted >> 16], end = self.starts[(wanted >> 16) + 1]
        cdef int number, squares = 0
        while place < end and self.hashes[place] < wanted:
            place += 1
        if place < end and self.hashes[place] == wanted:
            work.sheet.vectors[at] = self.vectors + <size_t>place * DIMENSIONS
            work.sheet.ranks[at] = self.ranks[place]
            for number in range(DIMENSIONS):
                squares += <int>work.sheet.vectors[at][number] * <int>work.sheet.vectors[at][number]
        else:
            work.sheet.vectors[at] = NULL
            work.sheet.ranks[at] = 255
        work.sheet.squares[at] = squares

    cdef void score(self, Work *work) noexcept nogil:
        """The score of each place, from words that were taken."""
        cdef int at, tag, size = work.query.words
        cdef Found found
        cdef Sheet *sheet = &work.sheet
        for at in range(2):
            work.words[at].text = NOTHING
            work.words[at].size = 1
            work.words[size + 2 + at].text = NOTHING
            work.words[size + 2 + at].size = 1
        for at in range(size):
            prefetch_line(&self.holder.table, work.desk.folded[at])
        ask(&work.query, &work.desk, &self.plan, &self.holder.table)
        tag_words(&self.tagging, work.words + 2, size, work.tags)
        sheet.size = size
        sheet.longest = self.plan.longest
        sheet.total = self.total
        sheet.all_serving = 0
        for at in range(size):
            self.describe(work, at)
            sheet.serving[at] = self.tag_serving[work.tags[at]]
            sheet.all_serving += sheet.serving[at]
            found = probe(&self.holder.table, work.desk.folded[at])
            if not found.known and (work.query.differs >> at) & 1:
                found = probe(&self.holder.table, work.desk.bared[at])
            sheet.single_counts[at] = found.count
            sheet.single_titles[at] = found.title
        meet(&work.query, &self.holder.table)
        look_up(&work.query, &work.desk, &self.plan, &self.holder.table)
        prepare(sheet, &work.desk, &self.plan, &self.counted)
        for at in range(size - 1):
            self.describe_place(work, at)
        score_places(self.layer, work.inputs, 2 * self.layer.pairs, work.classes, size - 1, work.scores, False)

    cdef void describe_place(self, Work *work, int place) noexcept nogil:
        """The network's inputs for one place."""
        cdef double[MOST_NUMBERS] row
        cdef int16_t *inputs = work.inputs + 2 * self.layer.pairs * place
        cdef int at, number, tag, count
        cdef const int8_t *vector
        count = count_numbers(&work.sheet, &work.desk, place, row)
        count += title_numbers(&work.sheet, &work.desk, place, row + count)
        count += word_numbers(&work.sheet, work.words + 2, place, row + count)
        take_numbers(self.layer, row, inputs)
        inputs += count
        for at in range(-1, 3):
            vector = work.sheet.vectors[place + at] if 0 <= place + at < work.sheet.size else NULL
            if vector != NULL:
                for number in range(DIMENSIONS):
                    inputs[number] = PER_STEP * vector[number]
            else:
                memset(inputs, 0, DIMENSIONS * sizeof(int16_t))
            inputs += DIMENSIONS
            tag = self.tag_classes[work.tags[place + at]] if 0 <= place + at < work.sheet.size else self.outside
            work.classes[place * AROUND + at + 1] = (at + 1) * self.classes + tag
        if count & 1:
            inputs[0] = 0

    def scores(self, str text):
        """Scores of one query's places; None where the plain path must answer."""
        cdef Work work
        cdef int at
        if not PyUnicode_IS_ASCII(text):
            return None
        if not self.taken(&work, <const uint8_t *>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text)):
            return None
        if work.query.words < 2:
            return []
        self.score(&work)
        return [work.scores[at] for at in range(work.query.words - 1)]

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
        cdef Work work
        cdef Py_ssize_t at
        cdef int place
        with nogil:
            for at in range(first, last):
                if not self.taken(&work, starts[at], sizes[at]):
                    continue
                done[at] = 1
                if work.query.words < 2:
                    continue
                self.score(&work)
                for place in range(work.query.words - 1):
                    if work.scores[place] > 0:
                        masks[at] |= <uint64_t>1 << place


def _padded(bytes weights, int tags):
    rows = len(weights) // tags
    cdef object padded = bytearray(rows * LANES)
    for lane in range(tags):
        padded[lane::LANES] = weights[lane::tags]
    return bytes(padded)
