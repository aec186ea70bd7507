# cython: language_level=3, boundscheck=False, wraparound=False
"""Inversion by counting, compiled. `index/inversion.py` is the reference; both give the same arrays."""

from libc.stdint cimport uint32_t, uint64_t

import numpy as np


def count(const uint32_t[::1] tokens, const uint32_t[::1] lengths, uint64_t[::1] occurrences, uint64_t[::1] postings):
    """Per term, add its occurrences and the documents that hold it."""
    cdef uint64_t terms = occurrences.shape[0], place = 0, all_tokens = tokens.shape[0]
    cdef uint32_t[::1] last = np.zeros(terms, np.uint32)
    cdef uint32_t document, offset, term
    for document in range(<uint32_t>lengths.shape[0]):
        if lengths[document] > all_tokens - place:
            raise ValueError("the lengths do not fit the tokens")
        for offset in range(lengths[document]):
            term = tokens[place]
            place += 1
            if term >= terms:
                raise ValueError("a token without a term")
            occurrences[term] += 1
            if last[term] != document + 1:
                last[term] = document + 1
                postings[term] += 1


def place(
    const uint32_t[::1] tokens,
    const uint32_t[::1] lengths,
    const uint64_t[::1] occurrence_starts,
    const uint64_t[::1] posting_starts,
    uint32_t[::1] documents,
    uint32_t[::1] frequencies,
    uint32_t[::1] positions,
):
    """Put every occurrence where it belongs; the starts are the sums of what `count` found in the same arrays."""
    cdef uint64_t[::1] next_position = np.array(occurrence_starts)
    cdef uint64_t[::1] next_posting = np.array(posting_starts)
    cdef uint32_t[::1] last = np.zeros(max(occurrence_starts.shape[0], 1), np.uint32)
    cdef uint64_t at = 0, posting
    cdef uint32_t document, offset, term
    for document in range(<uint32_t>lengths.shape[0]):
        for offset in range(lengths[document]):
            term = tokens[at]
            at += 1
            posting = next_posting[term]
            if last[term] != document + 1:
                last[term] = document + 1
                documents[posting] = document
                frequencies[posting] = 0
                next_posting[term] += 1
            else:
                posting -= 1
            frequencies[posting] += 1
            positions[next_position[term]] = offset
            next_position[term] += 1
