# cython: boundscheck=False, wraparound=False, cdivision=True
"""Learning the weights of the parser: a structured perceptron with beam search and max-violation updates (Huang et al. 2012).

Weights are whole numbers and so are the sums for averaging: the same examples in the same order give the same bytes everywhere.
"""

import numpy as np

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from caesura.syntax.parsing._search cimport (
    MOST_LABELS, WIDEST, Ranked, edge_rows, end_sentence, follow, ranked_steps, score_transitions, state_rows,
)
from caesura.syntax.parsing._state cimport (
    LEFT, MOST_TEMPLATES, PLACES, RIGHT, SHIFT, Sentence, State, Templates, attach, head_and_dependent, possible, read_templates, shift,
    start,
)

cdef enum:
    STEPS = 2 * PLACES


cdef class Learner:
    """`learn(order)` goes over the examples once; `averaged()` gives the tables of transitions and relations."""

    cdef const uint64_t[::1] words
    cdef const uint64_t[::1] classes
    cdef const uint8_t[::1] tags
    cdef const uint8_t[::1] heads
    cdef const uint8_t[::1] labels
    cdef const int64_t[::1] offsets
    cdef int32_t[::1] transitions
    cdef int64_t[::1] transitions_lag
    cdef int32_t[::1] relations
    cdef int64_t[::1] relations_lag
    cdef int transition_bits, relation_bits, label_count, width
    cdef int64_t step
    cdef Templates transition_templates
    cdef Templates relation_templates
    cdef State* beams
    cdef State* gold

    def __cinit__(self):
        self.beams = <State*>PyMem_Malloc(WIDEST * (STEPS + 1) * sizeof(State))
        self.gold = <State*>PyMem_Malloc((STEPS + 1) * sizeof(State))
        if self.beams == NULL or self.gold == NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.beams)
        PyMem_Free(self.gold)

    def __init__(self, examples, transition_bits, relation_bits, label_count, width, transition_templates, relation_templates):
        self.words, self.classes, self.tags, self.heads, self.labels, self.offsets = examples
        if not 1 <= width <= WIDEST or not 1 <= label_count <= MOST_LABELS:
            raise ValueError("a beam of 1 to 64 and 1 to 128 labels")
        self.transition_bits = transition_bits
        self.relation_bits = relation_bits
        self.label_count = label_count
        self.width = width
        self.step = 1
        self.transitions = np.zeros(3 << transition_bits, np.int32)
        self.transitions_lag = np.zeros(3 << transition_bits, np.int64)
        self.relations = np.zeros(label_count << relation_bits, np.int32)
        self.relations_lag = np.zeros(label_count << relation_bits, np.int64)
        read_templates(&self.transition_templates, transition_templates)
        read_templates(&self.relation_templates, relation_templates)

    cdef void score(self, const Sentence* sentence, const State* state, int64_t* scores) noexcept nogil:
        score_transitions(scores, &self.transitions[0], &self.transition_templates, sentence, state, self.transition_bits)

    cdef void change(self, const Sentence* sentence, const State* state, int action, int by) noexcept nogil:
        cdef uint32_t rows[MOST_TEMPLATES]
        cdef int i
        cdef Py_ssize_t at
        state_rows(rows, &self.transition_templates, sentence, state, self.transition_bits)
        for i in range(self.transition_templates.count):
            at = <Py_ssize_t>rows[i] * 3 + action
            self.transitions[at] += by
            self.transitions_lag[at] += by * self.step

    cdef int best_label(self, const Sentence* sentence, const State* state, int head, int dependent, uint32_t* rows) noexcept nogil:
        cdef int64_t sums[MOST_LABELS]
        cdef int i, label, best = 0
        cdef int count = self.label_count
        cdef const int32_t* weights
        edge_rows(rows, &self.relation_templates, sentence, state, head, dependent, self.relation_bits)
        memset(sums, 0, count * sizeof(int64_t))
        for i in range(self.relation_templates.count):
            weights = &self.relations[<Py_ssize_t>rows[i] * count]
            for label in range(count):
                sums[label] += weights[label]
        for label in range(1, count):
            if sums[label] > sums[best]:
                best = label
        return best + 1

    cdef void learn_label(self, const Sentence* sentence, const State* state, int head, int dependent, int right) noexcept nogil:
        cdef uint32_t rows[MOST_TEMPLATES]
        cdef int i
        cdef int guess = self.best_label(sentence, state, head, dependent, rows)
        cdef Py_ssize_t at
        if guess == right or head > sentence.size:
            return
        for i in range(self.relation_templates.count):
            at = <Py_ssize_t>rows[i] * self.label_count - 1
            self.relations[at + right] += 1
            self.relations_lag[at + right] += self.step
            self.relations[at + guess] -= 1
            self.relations_lag[at + guess] -= self.step

    cdef int gold_action(self, const Sentence* sentence, const State* state, const uint8_t* heads) noexcept nogil:
        """The static oracle: attach as soon as nothing more will hang on the word."""
        cdef int s0, i
        if state.height == 0:
            return SHIFT
        s0 = state.stack[state.height - 1]
        if heads[s0] == state.front:
            return LEFT
        if state.height > 1 and heads[s0] == state.stack[state.height - 2]:
            for i in range(state.front, sentence.size + 1):
                if heads[i] == s0:
                    return SHIFT
            return RIGHT
        return SHIFT

    cdef bint follow_gold(self, const Sentence* sentence, const uint8_t* heads, const uint8_t* labels) noexcept nogil:
        """The gold states with their scores; relations are learned on the way."""
        cdef int64_t scores[3]
        cdef int step, action, head, dependent
        start(&self.gold[0])
        for step in range(2 * sentence.size):
            action = self.gold_action(sentence, &self.gold[step], heads)
            if not possible(&self.gold[step], sentence.size, action):
                return False
            self.score(sentence, &self.gold[step], scores)
            self.gold[step + 1] = self.gold[step]
            self.gold[step + 1].score += scores[action]
            self.gold[step + 1].action = action
            if action == SHIFT:
                shift(&self.gold[step + 1])
            else:
                head_and_dependent(&self.gold[step], action, &head, &dependent)
                self.learn_label(sentence, &self.gold[step], head, dependent, labels[dependent])
                attach(&self.gold[step + 1], action, labels[dependent])
        return True

    cdef void search(self, const Sentence* sentence, int root_label) noexcept nogil:
        """All beams, one behind the other, each state with its parent and what led to it."""
        cdef Ranked ranked[WIDEST + 1]
        cdef int64_t scores[3]
        cdef uint32_t rows[MOST_TEMPLATES]
        cdef int held = 1, kept, item, head, dependent, step, label
        cdef State* now
        cdef State* later
        start(&self.beams[0])
        for step in range(2 * sentence.size):
            now = &self.beams[step * WIDEST]
            later = &self.beams[(step + 1) * WIDEST]
            kept = 0
            for item in range(held):
                self.score(sentence, &now[item], scores)
                kept = ranked_steps(ranked, kept, self.width, &now[item], item, scores, sentence.size)
            for item in range(kept):
                if follow(&later[item], now, &ranked[item], &head, &dependent):
                    label = root_label
                    if head <= sentence.size:
                        label = self.best_label(sentence, &later[item], head, dependent, rows)
                    attach(&later[item], ranked[item].action, label)
            held = kept

    cdef bint update(self, const Sentence* sentence) noexcept nogil:
        """Where the best of the beam is furthest ahead of gold: towards gold, away from that. False where gold won."""
        cdef int steps = 2 * sentence.size
        cdef int step, worst = 0, item, i
        cdef int64_t ahead, most = -1
        cdef int actions[STEPS + 1]
        cdef int items[STEPS + 1]
        cdef bint same = True
        for step in range(1, steps + 1):
            ahead = self.beams[step * WIDEST].score - self.gold[step].score
            if ahead >= most:
                most = ahead
                worst = step
        item = 0
        for step in range(worst, 0, -1):
            items[step - 1] = self.beams[step * WIDEST + item].parent
            actions[step] = self.beams[step * WIDEST + item].action
            item = items[step - 1]
        for step in range(1, worst + 1):
            if actions[step] != self.gold[step].action:
                same = False
                break
        if same:
            return False
        for i in range(step, worst + 1):
            self.change(sentence, &self.gold[i - 1], self.gold[i].action, 1)
            self.change(sentence, &self.beams[(i - 1) * WIDEST + items[i - 1]], actions[i], -1)
        return True

    def learn(self, const int64_t[::1] order, int root_label):
        """One pass in this order; how many examples changed the weights."""
        cdef Sentence sentence
        cdef uint8_t heads[PLACES]
        cdef uint8_t labels[PLACES]
        cdef Py_ssize_t at, first
        cdef int i, size, changed = 0
        with nogil:
            for at in range(order.shape[0]):
                first = self.offsets[order[at]]
                size = <int>(self.offsets[order[at] + 1] - first)
                memset(&sentence, 0, sizeof(Sentence))
                sentence.size = size
                for i in range(size):
                    sentence.words[i + 1] = self.words[first + i]
                    sentence.classes[i + 1] = self.classes[first + i]
                    sentence.tags[i + 1] = self.tags[first + i]
                    heads[i + 1] = self.heads[first + i] if self.heads[first + i] else size + 1
                    labels[i + 1] = self.labels[first + i]
                end_sentence(&sentence)
                if not self.follow_gold(&sentence, heads, labels):
                    continue
                self.search(&sentence, root_label)
                changed += self.update(&sentence)
                self.step += 1
        return changed

    def averaged(self):
        """Averages over all steps, times the number of steps: whole numbers."""
        return (
            np.asarray(self.transitions, np.int64) * self.step - np.asarray(self.transitions_lag),
            np.asarray(self.relations, np.int64) * self.step - np.asarray(self.relations_lag),
        )
