# A state of the arc-hybrid system, its features and its transitions, as plain C: shared by parsing and learning.
# The twin in plain Python is state.py; every line here has its counterpart there.

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

cdef enum:
    PLACES = 67  # 0 is nothing, 1..64 are words, the root stands behind the last word
    STATE_NODE_COUNT = 18
    EDGE_NODE_COUNT = 12
    STATE_ATOMS = STATE_NODE_COUNT * 4 + 7
    EDGE_ATOMS = EDGE_NODE_COUNT * 4 + 3
    MOST_TEMPLATES = 192
    SHIFT = 0
    LEFT = 1
    RIGHT = 2

cdef extern from *:
    """
    #define CAESURA_PRIME 0x9E3779B97F4A7C15ULL
    """
    uint64_t PRIME "CAESURA_PRIME"

cdef struct Sentence:
    int size
    uint64_t words[PLACES + 1]
    uint64_t classes[PLACES + 1]
    uint64_t tags[PLACES + 1]

cdef struct State:
    int64_t score
    int parent
    int action
    int front
    int height
    uint8_t stack[PLACES]
    uint8_t heads[PLACES]
    uint8_t labels[PLACES]
    uint8_t left[PLACES]
    uint8_t left2[PLACES]
    uint8_t right[PLACES]
    uint8_t right2[PLACES]
    uint8_t lefts[PLACES]
    uint8_t rights[PLACES]

cdef struct Templates:
    int count
    uint8_t sizes[MOST_TEMPLATES]
    uint8_t atoms[MOST_TEMPLATES][4]


cdef inline void start(State* state) noexcept nogil:
    memset(state, 0, sizeof(State))
    state.front = 1


cdef inline int bucket(int distance) noexcept nogil:
    if distance < 5:
        return distance
    return 5 if distance < 8 else 6 if distance < 12 else 7


cdef inline int few(int count) noexcept nogil:
    return count if count < 7 else 7


cdef inline void put(uint64_t* atoms, int node, int place, const Sentence* sentence, const State* state) noexcept nogil:
    atoms[4 * node] = sentence.words[place]
    atoms[4 * node + 1] = sentence.classes[place]
    atoms[4 * node + 2] = sentence.tags[place]
    atoms[4 * node + 3] = state.labels[place]


cdef inline void state_atoms(uint64_t* atoms, const Sentence* sentence, const State* state) noexcept nogil:
    cdef int height = state.height
    cdef int s0 = state.stack[height - 1] if height > 0 else 0
    cdef int s1 = state.stack[height - 2] if height > 1 else 0
    cdef int s2 = state.stack[height - 3] if height > 2 else 0
    cdef int b0 = state.front
    cdef int last = sentence.size + 1
    cdef int b1 = b0 + 1 if b0 + 1 <= last else 0
    cdef int b2 = b0 + 2 if b0 + 2 <= last else 0
    cdef int places[STATE_NODE_COUNT]
    cdef int node
    places[0] = s0
    places[1] = s1
    places[2] = s2
    places[3] = b0
    places[4] = b1
    places[5] = b2
    places[6] = state.left[s0]
    places[7] = state.left2[s0]
    places[8] = state.right[s0]
    places[9] = state.right2[s0]
    places[10] = state.left[s1]
    places[11] = state.left2[s1]
    places[12] = state.right[s1]
    places[13] = state.right2[s1]
    places[14] = state.left[b0]
    places[15] = state.left2[b0]
    places[16] = b0 - 1
    places[17] = s0 + 1 if s0 else 0
    for node in range(STATE_NODE_COUNT):
        put(atoms, node, places[node], sentence, state)
    atoms[4 * STATE_NODE_COUNT] = few(state.lefts[s0])
    atoms[4 * STATE_NODE_COUNT + 1] = few(state.rights[s0])
    atoms[4 * STATE_NODE_COUNT + 2] = few(state.lefts[s1])
    atoms[4 * STATE_NODE_COUNT + 3] = few(state.rights[s1])
    atoms[4 * STATE_NODE_COUNT + 4] = few(state.lefts[b0])
    atoms[4 * STATE_NODE_COUNT + 5] = bucket(b0 - s0) if s0 else 0
    atoms[4 * STATE_NODE_COUNT + 6] = bucket(s0 - s1) if s1 else 0


cdef inline void edge_atoms(uint64_t* atoms, const Sentence* sentence, const State* state, int head, int dependent) noexcept nogil:
    cdef int places[EDGE_NODE_COUNT]
    cdef int node
    places[0] = head
    places[1] = dependent
    places[2] = state.left[dependent]
    places[3] = state.left2[dependent]
    places[4] = state.right[dependent]
    places[5] = state.right2[dependent]
    places[6] = state.left[head]
    places[7] = state.right[head]
    places[8] = dependent - 1
    places[9] = dependent + 1
    places[10] = head - 1
    places[11] = head + 1 if head <= sentence.size else 0
    for node in range(EDGE_NODE_COUNT):
        put(atoms, node, places[node], sentence, state)
    atoms[4 * EDGE_NODE_COUNT] = head > dependent
    atoms[4 * EDGE_NODE_COUNT + 1] = bucket(head - dependent if head > dependent else dependent - head)
    atoms[4 * EDGE_NODE_COUNT + 2] = few(state.lefts[dependent]) * 8 + few(state.rights[dependent])


cdef inline void rows_of(uint32_t* rows, const Templates* templates, const uint64_t* atoms, int bits) noexcept nogil:
    cdef int template, i
    cdef uint64_t mixed
    for template in range(templates.count):
        mixed = <uint64_t>(template + 1) * PRIME
        for i in range(templates.sizes[template]):
            mixed = (mixed ^ atoms[templates.atoms[template][i]]) * PRIME
            mixed ^= mixed >> 32
        rows[template] = <uint32_t>((mixed * PRIME) >> (64 - bits))


cdef inline bint possible(const State* state, int size, int action) noexcept nogil:
    if action == SHIFT:
        return state.front <= size
    if action == LEFT:
        return state.height == 1 or (state.height > 1 and state.front <= size)
    return state.height > 1


cdef inline void head_and_dependent(const State* state, int action, int* head, int* dependent) noexcept nogil:
    dependent[0] = state.stack[state.height - 1]
    head[0] = state.front if action == LEFT else state.stack[state.height - 2]


cdef inline void attach(State* state, int action, int label) noexcept nogil:
    # Children come from the inside out: the newest is the outermost.
    cdef int head, dependent
    head_and_dependent(state, action, &head, &dependent)
    state.height -= 1
    state.heads[dependent] = head
    state.labels[dependent] = label
    if action == LEFT:
        state.left2[head] = state.left[head]
        state.left[head] = dependent
        state.lefts[head] += 1
    else:
        state.right2[head] = state.right[head]
        state.right[head] = dependent
        state.rights[head] += 1


cdef inline void shift(State* state) noexcept nogil:
    state.stack[state.height] = state.front
    state.height += 1
    state.front += 1


cdef inline void read_templates(Templates* templates, object source):
    templates.count = len(source)
    for number, template in enumerate(source):
        templates.sizes[number] = len(template)
        for i, atom in enumerate(template):
            templates.atoms[number][i] = atom
