# The steps of a beam search over transitions, as plain C: shared by parsing (weights of one byte) and learning (whole numbers).

from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t, uint64_t

from caesura.syntax.parsing._state cimport (
    EDGE_ATOMS, LEFT, MOST_TEMPLATES, RIGHT, SHIFT, STATE_ATOMS, Sentence, State, Templates, edge_atoms, head_and_dependent, possible,
    rows_of, shift, state_atoms,
)

cdef enum:
    WIDEST = 64
    MOST_LABELS = 128
    ROOT = 255  # what stands for the root where a word has its hash, class and tag

ctypedef fused Weight:
    int8_t
    int32_t

# A state of the next beam: its score, the state it comes from, and what leads there.
cdef struct Ranked:
    int64_t total
    int parent
    int action


cdef inline void end_sentence(Sentence* sentence) noexcept nogil:
    cdef int root = sentence.size + 1
    sentence.words[root] = sentence.classes[root] = sentence.tags[root] = ROOT


cdef inline void state_rows(
    uint32_t* rows, const Templates* templates, const Sentence* sentence, const State* state, int bits
) noexcept nogil:
    cdef uint64_t atoms[STATE_ATOMS]
    state_atoms(atoms, sentence, state)
    rows_of(rows, templates, atoms, bits)


cdef inline void score_transitions(
    int64_t* scores, const Weight* weights, const Templates* templates, const Sentence* sentence, const State* state, int bits
) noexcept nogil:
    cdef uint32_t rows[MOST_TEMPLATES]
    cdef const Weight* row
    cdef int64_t to_shift = 0, to_left = 0, to_right = 0
    cdef int i
    state_rows(rows, templates, sentence, state, bits)
    for i in range(templates.count):
        row = weights + <Py_ssize_t>rows[i] * 3
        to_shift += row[SHIFT]
        to_left += row[LEFT]
        to_right += row[RIGHT]
    scores[SHIFT], scores[LEFT], scores[RIGHT] = to_shift, to_left, to_right


cdef inline void edge_rows(
    uint32_t* rows, const Templates* templates, const Sentence* sentence, const State* state, int head, int dependent, int bits
) noexcept nogil:
    cdef uint64_t atoms[EDGE_ATOMS]
    edge_atoms(atoms, sentence, state, head, dependent)
    rows_of(rows, templates, atoms, bits)


cdef inline int ranked_steps(
    Ranked* ranked, int kept, int width, const State* state, int parent, const int64_t* scores, int size
) noexcept nogil:
    """The possible steps of a state among the best so far, in order; of equal ones the first found stays in front. How many there are."""
    cdef int action, place
    cdef int64_t total
    for action in range(3):
        if not possible(state, size, action):
            continue
        total = state.score + scores[action]
        if kept == width and total <= ranked[kept - 1].total:
            continue
        place = kept if kept < width else kept - 1
        while place > 0 and ranked[place - 1].total < total:
            ranked[place] = ranked[place - 1]
            place -= 1
        ranked[place].total = total
        ranked[place].parent = parent
        ranked[place].action = action
        if kept < width:
            kept += 1
    return kept


cdef inline bint follow(State* state, const State* beam, const Ranked* step, int* head, int* dependent) noexcept nogil:
    """The state a step leads to. True where it attaches: `dependent` to `head`, which the caller does when it has a label."""
    state[0] = beam[step.parent]
    state.score = step.total
    state.parent = step.parent
    state.action = step.action
    if step.action == SHIFT:
        shift(state)
        return False
    head_and_dependent(state, step.action, head, dependent)
    return True
