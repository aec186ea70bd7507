# cython: language_level=3, boundscheck=False, wraparound=False
"""The hot loops of building a lexicon: hashing lines of folded text, and placing entries into the table.

`records.py` and `placement.py` hold the plain-Python twins, which say what each function does.
"""

import numpy as np

from libc.stdint cimport uint8_t, uint64_t

from caesura.lexicon._table cimport extended, word_hash


cdef inline bint is_space(uint8_t letter) noexcept nogil:
    # What str.split() takes for a space, below 128.
    return letter == 32 or 9 <= letter <= 13 or 28 <= letter <= 31


cdef inline bint is_alphanumeric(uint8_t letter) noexcept nogil:
    # Bytes from 128 on belong to words that were stripped before they came here.
    return 48 <= letter <= 57 or 97 <= letter <= 122 or 65 <= letter <= 90 or letter >= 128


cdef struct Ngram:
    uint64_t first
    uint64_t second
    int words


cdef inline Py_ssize_t word_end(const uint8_t[::1] block, Py_ssize_t at) noexcept nogil:
    """Where the word that begins here ends."""
    while at < block.shape[0] and not is_space(block[at]):
        at += 1
    return at


cdef inline Py_ssize_t hash_words(
    const uint8_t[::1] block, Py_ssize_t at, bint to_tab, uint64_t seed, uint64_t other_seed, Ngram* ngram
) noexcept nogil:
    """Both hashes of the words from here to the end of the line, or `to_tab`; returns where that is."""
    cdef Py_ssize_t start
    ngram.first = ngram.second = ngram.words = 0
    while at < block.shape[0] and block[at] != 10 and not (to_tab and block[at] == 9):
        if is_space(block[at]):
            at += 1
            continue
        start = at
        at = word_end(block, at)
        if ngram.words == 0:
            ngram.first = word_hash(&block[start], at - start, seed)
            ngram.second = word_hash(&block[start], at - start, other_seed)
        else:
            ngram.first = extended(ngram.first, word_hash(&block[start], at - start, seed))
            ngram.second = extended(ngram.second, word_hash(&block[start], at - start, other_seed))
        if ngram.words < 255:
            ngram.words += 1
    return at


def hash_ngrams(const uint8_t[::1] block, uint64_t seed, uint64_t other_seed):
    cdef Py_ssize_t at = 0, row, rows = line_count(block)
    first_array = np.empty(rows, np.uint64)
    second_array = np.empty(rows, np.uint64)
    words_array = np.empty(rows, np.uint8)
    cdef uint64_t[::1] first = first_array, second = second_array
    cdef uint8_t[::1] words = words_array
    cdef Ngram ngram
    with nogil:
        for row in range(rows):
            at = hash_words(block, at, False, seed, other_seed, &ngram) + 1
            first[row] = ngram.first
            second[row] = ngram.second
            words[row] = ngram.words
    return first_array, second_array, words_array


def hash_counted(const uint8_t[::1] block, uint64_t seed, uint64_t other_seed):
    cdef Py_ssize_t size = block.shape[0], at = 0, row, rows = line_count(block)
    first_array = np.empty(rows, np.uint64)
    second_array = np.empty(rows, np.uint64)
    words_array = np.empty(rows, np.uint8)
    counts_array = np.empty(rows, np.uint64)
    cdef uint64_t[::1] first = first_array, second = second_array, counts = counts_array
    cdef uint8_t[::1] words = words_array
    cdef Ngram ngram
    cdef uint64_t number
    cdef int digits
    cdef bint bad = False
    with nogil:
        for row in range(rows):
            at = hash_words(block, at, True, seed, other_seed, &ngram)
            number = 0
            digits = 0
            if at < size and block[at] == 9:
                at += 1
                while at < size and 48 <= block[at] <= 57 and digits < 19:
                    number = number * 10 + (block[at] - 48)
                    digits += 1
                    at += 1
            if at < size and block[at] == 13:
                at += 1
            # Anything unusual (no count, 20 digits, a third column) is left to the twin, which knows what to say about it.
            if (digits == 0 or ngram.words == 0) or (at < size and block[at] != 10):
                bad = True
                break
            at += 1
            first[row] = ngram.first
            second[row] = ngram.second
            words[row] = ngram.words
            counts[row] = number
    if bad:
        return None
    return first_array, second_array, words_array, counts_array


def hash_text(const uint8_t[::1] block, int longest, bint strip, uint64_t seed, uint64_t other_seed):
    cdef Py_ssize_t size = block.shape[0], at = 0, start, end, row = 0
    cdef Py_ssize_t rows = word_count(block) * longest
    first_array = np.empty(rows, np.uint64)
    second_array = np.empty(rows, np.uint64)
    words_array = np.empty(rows, np.uint8)
    cdef uint64_t[::1] first = first_array, second = second_array
    cdef uint8_t[::1] words = words_array
    # ones[k]: hash of the k+1 words that end here; kept from the last word, so each n-gram costs one product.
    cdef uint64_t ones[64]
    cdef uint64_t others[64]
    cdef uint64_t one, other
    cdef int known = 0, k
    with nogil:
        while at < size:
            if block[at] == 10:
                known = 0
                at += 1
                continue
            if is_space(block[at]):
                at += 1
                continue
            start = at
            at = end = word_end(block, at)
            if strip:
                while start < end and not is_alphanumeric(block[start]):
                    start += 1
                while end > start and not is_alphanumeric(block[end - 1]):
                    end -= 1
                if start == end:
                    end = at
                    while start > 0 and not is_space(block[start - 1]):
                        start -= 1
            one = word_hash(&block[start], end - start, seed)
            other = word_hash(&block[start], end - start, other_seed)
            if known < longest:
                known += 1
            for k in range(known - 1, 0, -1):
                ones[k] = extended(ones[k - 1], one)
                others[k] = extended(others[k - 1], other)
            ones[0] = one
            others[0] = other
            for k in range(known):
                first[row] = ones[k]
                second[row] = others[k]
                words[row] = k + 1
                row += 1
    return first_array[:row], second_array[:row], words_array[:row]


cdef inline void put(uint64_t one, uint64_t other, uint64_t[::1] first, uint64_t[::1] second, Py_ssize_t *row) noexcept nogil:
    first[row[0]] = one
    second[row[0]] = other
    row[0] += 1


def hash_log(
    const uint8_t[::1] block, uint64_t seed, uint64_t other_seed, const uint64_t[::1] ones, const uint64_t[::1] others, int longest
):
    """`log_statistics._entries` of every line; `ones` and `others` are the hashes of the six first words."""
    cdef Py_ssize_t size = block.shape[0], at = 0, start, row = 0
    cdef Py_ssize_t rows = 6 * line_count(block) + word_count(block) * (longest + 1)
    first_array = np.empty(rows, np.uint64)
    second_array = np.empty(rows, np.uint64)
    cdef uint64_t[::1] first = first_array, second = second_array
    cdef uint64_t words[64]
    cdef uint64_t twins[64]
    cdef uint64_t one, other
    cdef int count = 0, distinct, k, j
    if longest > 64 or ones.shape[0] != 6 or others.shape[0] != 6:
        raise ValueError("queries of 64 words at most, and six first words")
    with nogil:
        while True:
            if at < size and block[at] != 10:
                if is_space(block[at]):
                    at += 1
                    continue
                start = at
                at = word_end(block, at)
                if count < longest:
                    words[count] = word_hash(&block[start], at - start, seed)
                    twins[count] = word_hash(&block[start], at - start, other_seed)
                count += 1
                continue
            if 0 < count <= longest:
                put(ones[0], others[0], first, second, &row)
                one, other = ones[1], others[1]
                for k in range(count):
                    one, other = extended(one, words[k]), extended(other, twins[k])
                put(one, other, first, second, &row)
                one, other = extended(ones[2], words[0]), extended(others[2], twins[0])
                put(one, other, first, second, &row)
                if count > 1:
                    put(extended(one, words[1]), extended(other, twins[1]), first, second, &row)
                put(extended(ones[3], words[count - 1]), extended(others[3], twins[count - 1]), first, second, &row)
                if count > 1:
                    one = extended(extended(ones[3], words[count - 2]), words[count - 1])
                    other = extended(extended(others[3], twins[count - 2]), twins[count - 1])
                    put(one, other, first, second, &row)
                # Each word once, sorted by its first hash.
                distinct = 0
                for k in range(count):
                    one, other = words[k], twins[k]
                    j = distinct
                    while j > 0 and words[j - 1] > one:
                        j -= 1
                    if j > 0 and words[j - 1] == one:
                        continue
                    for start in range(distinct, j, -1):
                        words[start], twins[start] = words[start - 1], twins[start - 1]
                    words[j], twins[j] = one, other
                    distinct += 1
                for k in range(distinct):
                    put(extended(ones[4], words[k]), extended(others[4], twins[k]), first, second, &row)
                    one, other = extended(ones[5], words[k]), extended(others[5], twins[k])
                    for j in range(k + 1, distinct):
                        put(extended(one, words[j]), extended(other, twins[j]), first, second, &row)
            count = 0
            if at >= size:
                break
            at += 1
    return first_array[:row], second_array[:row]


def place(const uint64_t[::1] hashes, const uint64_t[::1] values, const uint64_t[::1] lines, uint64_t[::1] slots):
    cdef Py_ssize_t position, total = hashes.shape[0], spilled = 0
    cdef uint64_t hashed, fingerprint, page, step, start, slot, all_lines = slots.shape[0] // 8
    cdef bint same = False, outside = False, done
    spilled_array = np.empty(total, np.uint64)
    cdef uint64_t[::1] spilled_positions = spilled_array
    if values.shape[0] != total or lines.shape[0] != total or slots.shape[0] % 512:
        raise ValueError("the arrays do not fit each other")
    with nogil:
        for position in range(total):
            hashed = hashes[position]
            fingerprint = (hashed << 24) >> 24
            if lines[position] >= all_lines:
                outside = True
                break
            page = lines[position] & ~<uint64_t>63
            done = False
            for step in range(64):
                start = (page | ((lines[position] + step * (hashed >> 3 | 1)) & 63)) << 3
                for slot in range(start, start + 8):
                    if not slots[slot] & 0x7FFFFF:
                        slots[slot] = fingerprint << 24 | values[position]
                        done = True
                        break
                    if slots[slot] >> 24 == fingerprint:
                        same = True
                        break
                if done or same:
                    break
                slots[start + (hashed & 7)] |= 0x800000
            if same:
                break
            if not done:
                spilled_positions[spilled] = position
                spilled += 1
    if outside:
        raise ValueError("a home line lies outside the table")
    if same:
        return None
    return spilled_array[:spilled]


cdef Py_ssize_t line_count(const uint8_t[::1] block) noexcept nogil:
    """Lines of a block; the last needs no line feed."""
    cdef Py_ssize_t at, lines = 0, size = block.shape[0]
    for at in range(size):
        lines += block[at] == 10
    return lines + (size > 0 and block[size - 1] != 10)


cdef Py_ssize_t word_count(const uint8_t[::1] block) noexcept nogil:
    cdef Py_ssize_t at, words = 0
    cdef bint inside = False
    for at in range(block.shape[0]):
        if is_space(block[at]):
            inside = False
        elif not inside:
            inside = True
            words += 1
    return words
