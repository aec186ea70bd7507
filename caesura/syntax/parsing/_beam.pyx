# cython: boundscheck=False, wraparound=False, cdivision=True
"""Beam search over transitions, compiled. Its twin in plain Python is beam.py; both must give the same parse."""

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.math cimport exp
from libc.stdint cimport INT32_MIN, int8_t, int32_t, int64_t, uint32_t
from libc.string cimport memset

from caesura.syntax.parsing._search cimport (
    MOST_LABELS, WIDEST, Ranked, edge_rows, end_sentence, follow, ranked_steps, score_transitions,
)
from caesura.syntax.parsing._state cimport MOST_TEMPLATES, PLACES, Sentence, State, Templates, attach, read_templates, start


cdef class CompiledBeam:
    """`search(words, classes, tags)` -> heads, labels, confidence; all of them numbers."""

    cdef const int8_t[::1] transitions
    cdef const int8_t[::1] relations
    cdef int transition_bits, relation_bits, label_count, root_label, width
    cdef double temperature
    cdef Templates transition_templates
    cdef Templates relation_templates

    def __init__(self, model, transition_templates, relation_templates):
        if not 1 <= model.width <= WIDEST or not 1 <= len(model.labels) <= MOST_LABELS:
            raise ValueError("a beam of 1 to 64 and 1 to 128 labels")
        self.transitions = memoryview(model.transitions).cast("b")
        self.relations = memoryview(model.relations).cast("b")
        self.transition_bits = model.transition_bits
        self.relation_bits = model.relation_bits
        self.label_count = len(model.labels)
        self.root_label = model.labels.index("root") + 1
        self.width = model.width
        self.temperature = model.temperature
        read_templates(&self.transition_templates, transition_templates)
        read_templates(&self.relation_templates, relation_templates)

    cdef void score(self, const Sentence* sentence, const State* state, int64_t* scores) noexcept nogil:
        score_transitions(scores, &self.transitions[0], &self.transition_templates, sentence, state, self.transition_bits)

    cdef int best_label(self, const Sentence* sentence, const State* state, int head, int dependent) noexcept nogil:
        cdef uint32_t rows[MOST_TEMPLATES]
        cdef int32_t sums[MOST_LABELS]
        cdef int i, label, best = 0
        cdef int count = self.label_count
        cdef const int8_t* weights
        if head > sentence.size:
            return self.root_label
        edge_rows(rows, &self.relation_templates, sentence, state, head, dependent, self.relation_bits)
        memset(sums, 0, count * sizeof(int32_t))
        for i in range(self.relation_templates.count):
            weights = &self.relations[<Py_ssize_t>rows[i] * count]
            for label in range(count):
                sums[label] += weights[label]
        # Only a root is a root.
        sums[self.root_label - 1] = INT32_MIN
        for label in range(1, count):
            if sums[label] > sums[best]:
                best = label
        return best + 1

    cdef int run(self, const Sentence* sentence, State* now, State* later) noexcept nogil:
        """The beam after all steps, best first, in `now` (there is an even number of steps); how many there are."""
        cdef Ranked ranked[WIDEST + 1]
        cdef int64_t scores[3]
        cdef int held = 1, kept, item, head, dependent, step
        cdef State* swapped
        start(&now[0])
        for step in range(2 * sentence.size):
            kept = 0
            for item in range(held):
                self.score(sentence, &now[item], scores)
                kept = ranked_steps(ranked, kept, self.width, &now[item], item, scores, sentence.size)
            for item in range(kept):
                if follow(&later[item], now, &ranked[item], &head, &dependent):
                    attach(&later[item], ranked[item].action, self.best_label(sentence, &later[item], head, dependent))
            swapped = now
            now = later
            later = swapped
            held = kept
        return held

    def search(self, words, classes, tags):
        """Word and class hashes and tag numbers; heads (0 = root), label numbers and the confidence of each head."""
        cdef Sentence sentence
        cdef int i, item, held
        cdef int size = len(words)
        cdef double whole = 0.0, share
        cdef double weights[WIDEST]
        cdef State* now
        if size > PLACES - 3:
            raise ValueError("too many words")
        memset(&sentence, 0, sizeof(Sentence))
        sentence.size = size
        for i in range(size):
            sentence.words[i + 1] = words[i]
            sentence.classes[i + 1] = classes[i]
            sentence.tags[i + 1] = tags[i]
        end_sentence(&sentence)
        # Its own for each call: several threads may search at once.
        now = <State*>PyMem_Malloc(2 * self.width * sizeof(State))
        if now == NULL:
            raise MemoryError
        with nogil:
            held = self.run(&sentence, now, now + self.width)
        for item in range(held):
            weights[item] = exp((now[item].score - now[0].score) / self.temperature)
            whole += weights[item]
        heads = []
        labels = []
        sure = []
        for i in range(1, size + 1):
            share = 0.0
            for item in range(held):
                if now[item].heads[i] == now[0].heads[i]:
                    share += weights[item]
            sure.append(share / whole)
            heads.append(now[0].heads[i] if now[0].heads[i] <= size else 0)
            labels.append(now[0].labels[i])
        PyMem_Free(now)
        return heads, labels, sure
