"""A segmentation as a line of JSON: the twin of `Segmentation.as_json`, written by Python's encoder. For ASCII texts."""

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from caesura.segmenters.kernel.choice cimport Contest
from caesura.segmenters.kernel.distribution cimport Chain, chain_entropy, segment_chance, whole_chance
from caesura.segmenters.kernel.shortest cimport LONGEST_NUMBER, Power, write_number, write_whole
from caesura.segmenters.kernel.words cimport CLASS, SPACE

cdef enum:
    # What a segment and a query can take beyond their text: keys, and numbers at their longest.
    BESIDE_A_SEGMENT = 192
    BESIDE_A_QUERY = 240
    ESCAPED = 6                  # bytes of a character as \u001f


# How all lines of a batch are written.
cdef struct Style:
    const Power *powers
    double scale
    bint compact                 # without spaces
    const uint8_t *method        # as JSON
    Py_ssize_t method_size


# What one line says.
cdef struct Answer:
    const Chain *chain
    const int64_t *scores
    uint64_t mask
    uint64_t phrases             # places inside phrases of the user's own: their weights stand in `contest`, their probability is 1
    const Contest *contest
    bint selective               # scores are gains, from `minimum` on
    double minimum


cdef inline uint8_t *put(uint8_t *out, const char *text, Py_ssize_t size) noexcept nogil:
    memcpy(out, text, size)
    return out + size


cdef inline uint8_t *put_key(uint8_t *out, const Style *style, const char *name, Py_ssize_t size, bint first) noexcept nogil:
    """`, "name": `"""
    if not first:
        out[0] = 44
        out += 1
        if not style.compact:
            out[0] = 32
            out += 1
    out[0] = 34
    memcpy(out + 1, name, size)
    out[size + 1], out[size + 2] = 34, 58
    out += size + 3
    if not style.compact:
        out[0] = 32
        out += 1
    return out


cdef inline uint8_t *put_string(uint8_t *out, const uint8_t *text, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t at
    cdef uint8_t letter
    out[0] = 34
    out += 1
    for at in range(size):
        letter = text[at]
        if letter >= 32 and letter != 34 and letter != 92:
            out[0] = letter
            out += 1
            continue
        out[0] = 92
        if letter == 34 or letter == 92:
            out[1] = letter
        elif letter == 8:
            out[1] = 98
        elif letter == 9:
            out[1] = 116
        elif letter == 10:
            out[1] = 110
        elif letter == 12:
            out[1] = 102
        elif letter == 13:
            out[1] = 114
        else:
            memcpy(out + 1, b"u00", 3)
            out[4] = 48 + (letter >> 4)
            out[5] = 48 + (letter & 15) if letter & 15 < 10 else 87 + (letter & 15)
            out += 4
        out += 2
    out[0] = 34
    return out + 1


cdef inline double gain_of(double chance, double minimum) noexcept nogil:
    return 0.0 if minimum == 1 else (chance - minimum) / (1 - minimum)


cdef inline Py_ssize_t room_for(Py_ssize_t size) noexcept nogil:
    """Bytes that the line of a text may need: its characters come twice, and every second may be a segment."""
    return 2 * ESCAPED * size + BESIDE_A_SEGMENT * (size // 2 + 1) + BESIDE_A_QUERY


cdef inline uint8_t *write_answer(
    uint8_t *out, const Style *style, const Answer *answer, const uint8_t *text, Py_ssize_t size,
) noexcept nogil:
    """The line, without its end; `out` has room for it. The text has at least one word."""
    cdef Py_ssize_t at = 0, begin, until = 0
    cdef int word = 0, start = 0, place
    cdef int64_t weight, total = 0
    cdef double chance, number, gains = 0.0
    cdef bint is_phrase
    out[0] = 123
    out = put_key(out + 1, style, "query", 5, True)
    out = put_string(out, text, size)
    out = put_key(out, style, "segments", 8, False)
    out[0] = 91
    out += 1
    while CLASS[text[at]] & SPACE:
        at += 1
    begin = at
    while True:
        while at < size and not CLASS[text[at]] & SPACE:
            at += 1
        until = at
        while at < size and CLASS[text[at]] & SPACE:
            at += 1
        word += 1
        if at < size and not (answer.mask >> (word - 1)) & 1:
            continue
        # Words `start` to `word` are a segment.
        if start:
            out[0] = 44
            out[1] = 32
            out += 1 if style.compact else 2
        out[0] = 123
        out = put_key(out + 1, style, "text", 4, True)
        out = put_string(out, text + begin, until - begin)
        out = put_key(out, style, "start", 5, False)
        out += write_whole(begin, out)
        out = put_key(out, style, "end", 3, False)
        out += write_whole(until, out)
        out = put_key(out, style, "words", 5, False)
        out += write_whole(word - start, out)
        out = put_key(out, style, "score", 5, False)
        is_phrase = word - start > 1 and (answer.phrases >> start) & 1
        chance = 1.0 if is_phrase else segment_chance(answer.chain, start, word)
        if answer.selective and word - start == 1:
            out[0] = 48
            out += 1
        else:
            if answer.selective:
                number = gain_of(chance, answer.minimum)
                gains += number
            elif is_phrase:
                number = <double>answer.contest.weight[start]
                total += answer.contest.weight[start] * <int64_t>style.scale
            else:
                weight = 0
                for place in range(start, word - 1):
                    weight -= answer.scores[place]
                total += weight
                number = <double>weight / style.scale
            out += write_number(number, style.powers, out)
        out = put_key(out, style, "probability", 11, False)
        out += write_number(chance, style.powers, out)
        out[0] = 125
        out += 1
        if at >= size:
            break
        start, begin = word, at
    out[0] = 93
    out = put_key(out + 1, style, "score", 5, False)
    out += write_number(gains if answer.selective else <double>total / style.scale, style.powers, out)
    out = put_key(out, style, "method", 6, False)
    out = put(out, <const char *>style.method, style.method_size)
    if not answer.selective and not answer.phrases:
        out = put_key(out, style, "probability", 11, False)
        out += write_number(whole_chance(answer.chain, answer.mask), style.powers, out)
        out = put_key(out, style, "entropy", 7, False)
        out += write_number(chain_entropy(answer.chain), style.powers, out)
    out[0] = 125
    return out + 1
