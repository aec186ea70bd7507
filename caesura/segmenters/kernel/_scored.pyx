# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""From the scores of places to answers: breaks and JSON, with phrases of the user's own and a minimum confidence.

`learned/segmenter.py`, `methods/dictionary.py`, `selective.py` and `json_printing.py` are the exact reference.
"""

from concurrent.futures import ThreadPoolExecutor

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc

from caesura.lexicon._table cimport word_hash
from caesura.segmenters.kernel._batch cimport Batch, BatchKernel, add_texts, batch_of_lines, text_of
from caesura.segmenters.kernel.choice cimport (
    Contest, PhraseTable, find_phrases, kept_places, likely_segments, longer_hash, settle, weight_of,
)
from caesura.segmenters.kernel.distribution cimport Chain, fill_chain
from caesura.segmenters.kernel.json_writing cimport Answer, Style, room_for, write_answer
from caesura.segmenters.kernel.query cimport EMPTY, FOR_PYTHON, MOST_BYTES, MOST_WORDS, Query, Scratch
from caesura.segmenters.kernel.shortest cimport LONGEST_NUMBER, LOWEST_POWER, POWERS, Power, write_number
from caesura.segmenters.kernel.words cimport hash_words, split
from caesura.tagging._perceptron cimport Word

cdef enum:
    HEAVIEST = 1 << 26           # of a phrase: with it, all sums are exact
    SMALLEST_TABLE = 16

cdef Power[POWERS] powers
cdef bint powers_known = False


cdef fill_powers():
    """10^k as 128 bits each, rounded up, for every k a number can need."""
    global powers_known
    if powers_known:
        return
    for at in range(POWERS):
        power = at + LOWEST_POWER
        bits = ((power * 1741647) >> 19) - 127
        top, bottom = (10**power, 1) if power >= 0 else (1, 10**-power)
        if bits >= 0:
            bottom <<= bits
        else:
            top <<= -bits
        rounded = -(-top // bottom)
        powers[at].high, powers[at].low = rounded >> 64, rounded & 0xFFFFFFFFFFFFFFFF
    powers_known = True


def number_text(double value):
    """A number as `repr` writes it."""
    cdef uint8_t[LONGEST_NUMBER] buffer
    fill_powers()
    return PyBytes_FromStringAndSize(<char *>buffer, write_number(value, powers, buffer)).decode("ascii")


# What one thread works with.
cdef struct Work:
    Chain chain
    Contest phrases
    Contest likely
    Query query
    Scratch scratch
    uint8_t[MOST_BYTES + 16] buffer
    Word[MOST_WORDS] words
    uint64_t inside                      # the places inside phrases of the user's own
    uint64_t edges                       # and those at their ends


cdef class ScoredKernel(BatchKernel):
    """A kernel that knows the log odds of a break at each place, in units of 1 / scale."""

    cdef score_part(self, Batch batch, Py_ssize_t first, Py_ssize_t last, Scores *scores):
        """As `decide_part`; also keeps the scores, where `scores` is not NULL."""
        raise NotImplementedError

    cdef decide_part(self, Batch batch, Py_ssize_t first, Py_ssize_t last):
        self.score_part(batch, first, last, NULL)


cdef class Phrases:
    """The user's phrases, found by the hashes of their words: `Phrases([(("new", "york"), 4)])`."""

    def __cinit__(self, listed, uint64_t seed=1):
        cdef uint64_t slots = SMALLEST_TABLE, slot, key
        cdef dict weights = {}
        cdef bytes raw
        self.table.seed = seed
        for words, weight in listed:
            if weight >= HEAVIEST:
                raise ValueError("a weight is too large for the kernel")
            self.table.longest = max(self.table.longest, min(len(words), MOST_WORDS))
            key = 0
            for word in words[:MOST_WORDS + 1]:
                raw = word.encode("utf-8", "surrogatepass")
                key = longer_hash(key, word_hash(<const uint8_t *>PyBytes_AS_STRING(raw), len(raw), seed))
                weights.setdefault(key, 0)
            weights[key] = max(weights[key], weight)
        while slots < 2 * <uint64_t>len(weights):
            slots *= 2
        self.table.slots = slots
        self.table.hashes = <uint64_t *>calloc(slots, sizeof(uint64_t))
        self.table.weights = <uint32_t *>calloc(slots, sizeof(uint32_t))
        if not (self.table.hashes and self.table.weights):
            raise MemoryError
        for key, weight in weights.items():
            slot = (key >> 20) & (slots - 1)
            while self.table.hashes[slot]:
                slot = (slot + 1) & (slots - 1)
            self.table.hashes[slot] = key
            self.table.weights[slot] = weight

    def __dealloc__(self):
        free(self.table.hashes)
        free(self.table.weights)

    def held_by(self, texts):
        """Which of the texts hold a phrase, by their numbers; a text that only Python can read is listed, too."""
        cdef tuple owned = tuple(texts)
        cdef Batch batch = Batch(len(owned), owned)
        cdef Work *work = <Work *>malloc(sizeof(Work))
        cdef Py_ssize_t at
        cdef int words
        if work == NULL:
            raise MemoryError
        holding = []
        try:
            add_texts(batch, 0, batch.count)
            for at in range(batch.count):
                words = -1 if batch.texts[at] == NULL else split(batch.texts[at], batch.sizes[at], work.buffer, work.words)
                if words > 0:
                    hash_words(&work.query, &work.scratch, work.words, words, self.table.seed)
                    find_phrases(&self.table, &work.query, &work.scratch, &work.phrases)
                if words < 0 or (words > 0 and work.phrases.count):
                    holding.append(at)
        finally:
            free(work)
        return holding


cdef class ChoosingKernel(BatchKernel):
    """Answers from the scores of another kernel: phrases of the user's own are kept, and what is at least `minimum` likely (0: what
    the scores say). `plain` decides what is left to Python: text -> break mask."""

    def __init__(self, ScoredKernel base, Phrases phrases, double minimum, plain):
        self.base = base
        self.phrases = phrases
        self.minimum = minimum
        self.plain = plain

    def mask(self, str text):
        """The breaks of one text."""
        return self.plain(text)

    def json_texts(self, texts, plain, bytes method, bint compact=True, bytes between=b",", int threads=1):
        """Each text as JSON, `between` in between; `plain(text)` writes what is left to Python, `method` is the name as JSON."""
        cdef tuple owned = tuple(texts)
        cdef Batch batch = Batch(len(owned), owned)
        add_texts(batch, 0, batch.count)
        return self.write_batch(batch, plain, method, compact, between, threads)

    def json_lines(self, lines, plain, bytes method, bint compact=False, int threads=1):
        """A buffer with one query a line -> one JSON object a line."""
        cdef Py_buffer view
        cdef Batch batch
        PyObject_GetBuffer(lines, &view, PyBUF_SIMPLE)
        try:
            batch = batch_of_lines(<const uint8_t *>view.buf, view.len, lines)
            if not batch.count:
                return b""
            return self.write_batch(batch, plain, method, compact, b"\n", threads) + b"\n"
        finally:
            PyBuffer_Release(&view)

    cdef bytes write_batch(self, Batch batch, plain, bytes method, bint compact, bytes between, int threads):
        cdef Py_ssize_t part = max(1, (batch.count + threads - 1) // threads)
        fill_powers()
        if batch.count <= part:
            return self.write_part(batch, 0, batch.count, compact, method, between, plain)
        with ThreadPoolExecutor(threads) as pool:
            parts = [
                pool.submit(self.write_on_a_thread, batch, first, min(batch.count, first + part), compact, method, between, plain)
                for first in range(0, batch.count, part)
            ]
            return between.join([written.result() for written in parts])

    def write_on_a_thread(self, Batch batch, Py_ssize_t first, Py_ssize_t last, bint compact, bytes method, bytes between, plain):
        return self.write_part(batch, first, last, compact, method, between, plain)

    cdef decide_part(self, Batch batch, Py_ssize_t first, Py_ssize_t last):
        cdef Scores scores
        cdef Work *work = <Work *>malloc(sizeof(Work))
        cdef Py_ssize_t at
        try:
            room_for_scores(batch, first, last, &scores)
            if work == NULL:
                raise MemoryError
            self.base.score_part(batch, first, last, &scores)
            with nogil:
                for at in range(first, last):
                    self.choose(batch, at, &scores, work, self.minimum > 0)
        finally:
            free(work)
            free_scores(&scores)

    cdef void choose(self, Batch batch, Py_ssize_t at, Scores *scores, void *work_, bint with_chain) noexcept nogil:
        """The breaks of a query, and the probabilities they come from where those are wanted."""
        cdef Work *work = <Work *>work_
        cdef int words
        work.chain.places = 0
        work.inside = work.edges = 0
        if batch.statuses[at] == FOR_PYTHON or batch.statuses[at] == EMPTY:
            return
        words = split(batch.texts[at], batch.sizes[at], work.buffer, work.words)
        if self.phrases is not None:
            hash_words(&work.query, &work.scratch, work.words, words, self.phrases.table.seed)
            find_phrases(&self.phrases.table, &work.query, &work.scratch, &work.phrases)
            if work.phrases.count:
                settle(&work.phrases, words)
                kept_places(&work.phrases, words, &work.inside, &work.edges)
        if with_chain:
            fill_chain(
                &work.chain, scores.values + scores.offsets[at - scores.first], scores.separated[at - scores.first], words - 1,
                self.base.scale, <double>self.base.certain, self.base.odds_ratio,
            )
        if self.minimum > 0:
            likely_segments(&work.chain, self.minimum, work.inside, work.edges, &work.likely)
            settle(&work.likely, words)
            batch.masks[at] = mask_of(&work.likely, words)
        else:
            batch.masks[at] = (batch.masks[at] & ~work.inside) | work.edges

    cdef bytes write_part(self, Batch batch, Py_ssize_t first, Py_ssize_t last, bint compact, bytes method, bytes between, plain):
        cdef Scores scores
        cdef Work *work = <Work *>malloc(sizeof(Work))
        cdef Style style
        cdef Answer answer
        cdef Py_ssize_t at = first, used = 0, room = 1 << 16, gap = len(between), needed
        cdef const char *gap_text = PyBytes_AS_STRING(between)
        cdef uint8_t *out = <uint8_t *>malloc(room)
        cdef uint8_t *larger
        cdef uint8_t *end
        cdef bint short_of_memory = False
        cdef Py_ssize_t step
        style.powers, style.scale, style.compact = powers, self.base.scale, compact
        style.method, style.method_size = <const uint8_t *>PyBytes_AS_STRING(method), len(method)
        pieces = []
        try:
            room_for_scores(batch, first, last, &scores)
            if work == NULL or out == NULL:
                raise MemoryError
            self.base.score_part(batch, first, last, &scores)
            answer.chain, answer.contest = &work.chain, &work.phrases
            answer.selective, answer.minimum = self.minimum > 0, self.minimum
            while at < last:
                with nogil:
                    # Until one is left to Python: it is not ASCII, very long, or has no words.
                    while at < last:
                        if batch.statuses[at] == FOR_PYTHON or (batch.statuses[at] == EMPTY and blank(batch.texts[at], batch.sizes[at])):
                            break
                        needed = room_for(batch.sizes[at]) + gap
                        if room - used < needed:
                            room = 2 * room + needed
                            larger = <uint8_t *>realloc(out, room)
                            if larger == NULL:
                                short_of_memory = True
                                break
                            out = larger
                        self.choose(batch, at, &scores, work, True)
                        answer.mask, answer.phrases = batch.masks[at], work.inside
                        answer.scores = scores.values + scores.offsets[at - first]
                        if at > first:
                            for step in range(gap):
                                out[used + step] = gap_text[step]
                            used += gap
                        end = write_answer(out + used, &style, &answer, batch.texts[at], batch.sizes[at])
                        used = end - out
                        at += 1
                if short_of_memory:
                    raise MemoryError
                if at < last:
                    pieces.append(PyBytes_FromStringAndSize(<char *>out, used))
                    used = 0
                    pieces.append((between if at > first else b"") + plain(text_of(batch, at)))
                    at += 1
            pieces.append(PyBytes_FromStringAndSize(<char *>out, used))
        finally:
            free(out)
            free(work)
            free_scores(&scores)
        return b"".join(pieces)


cdef uint64_t mask_of(const Contest *settled, int words) noexcept nogil:
    cdef uint64_t mask = 0
    cdef int start = settled.end[0]
    while start < words:
        mask |= <uint64_t>1 << (start - 1)
        start = settled.end[start]
    return mask


cdef bint blank(const uint8_t *text, Py_ssize_t size) noexcept nogil:
    cdef Word[MOST_WORDS] words
    cdef uint8_t[MOST_BYTES + 16] buffer
    return split(text, size, buffer, words) == 0


cdef room_for_scores(Batch batch, Py_ssize_t first, Py_ssize_t last, Scores *scores):
    """Room for a score behind every second byte: between two words is a space, and each has a letter."""
    cdef Py_ssize_t at, places = 0
    scores.first = first
    scores.values = NULL
    scores.offsets = <Py_ssize_t *>malloc((last - first + 1) * sizeof(Py_ssize_t))
    scores.separated = <uint64_t *>calloc(last - first + 1, sizeof(uint64_t))
    if not (scores.offsets and scores.separated):
        raise MemoryError
    for at in range(first, last):
        scores.offsets[at - first] = places
        places += 0 if batch.sizes[at] > MOST_BYTES else batch.sizes[at] // 2
    scores.values = <int64_t *>malloc((places + 1) * sizeof(int64_t))
    if scores.values == NULL:
        raise MemoryError


cdef void free_scores(Scores *scores):
    free(scores.values)
    free(scores.offsets)
    free(scores.separated)
