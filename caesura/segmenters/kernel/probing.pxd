"""Looking into those lines of the table that have arrived: the innermost loop, compiled for AVX2 as well and chosen at run time.

It is the probing of `caesura.lexicon._table`, with the common cases (the one match in the home line, or a miss that ends there) decided
without a branch that could be guessed wrong. Everything unusual is left to `probe`.
"""

from libc.stdint cimport uint8_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__x86_64__) && defined(__GNUC__)
    #include <immintrin.h>
    #define CAESURA_AVX2 1
    #endif

    /* Which of a line's eight slots hold this fingerprint, as a bit mask. */
    static inline unsigned caesura_matches(const uint64_t *line, uint64_t mark) {
        unsigned hits = 0;
        for (int slot = 0; slot < 8; slot++) hits |= (unsigned)(((line[slot] ^ mark) >> 24) == 0) << slot;
        return hits;
    }

    #ifdef CAESURA_AVX2
    __attribute__((target("avx2"))) static inline unsigned caesura_matches_avx2(const uint64_t *line, uint64_t mark) {
        __m256i marks = _mm256_set1_epi64x((long long)mark), zero = _mm256_setzero_si256();
        __m256i low = _mm256_srli_epi64(_mm256_xor_si256(_mm256_loadu_si256((const __m256i *)line), marks), 24);
        __m256i high = _mm256_srli_epi64(_mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(line + 4)), marks), 24);
        unsigned first = (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(low, zero)));
        unsigned second = (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(high, zero)));
        return first | second << 4;
    }
    #endif

    /* A hash becomes the slot it was found in, or 0. What its home line does not decide (a miss with the overflow bit set, an unused slot
       or several slots that match) keeps its hash, is pending, and its next line is asked for: a hint only, `probe` decides. */
    #define CAESURA_PROBE(matches)                                                                                        \\
        for (int at = 0; at < asked; at++) {                                                                             \\
            uint64_t hashed = hashes[at], number = (uint64_t)(((unsigned __int128)hashed * home_lines) >> 64);           \\
            const uint64_t *line = slots + (number << 3);                                                                \\
            unsigned hits = matches(line, hashed << 24);                                                                 \\
            uint64_t slot = line[__builtin_ctz(hits | 0x80)] & (0 - (uint64_t)(hits != 0));                              \\
            unsigned missed = (hits == 0) & (unsigned)(line[hashed & 7] >> 23);                                          \\
            unsigned strange = ((hits != 0) & ((slot & 0x7FFFFF) == 0)) | ((hits & (hits - 1)) != 0);                    \\
            pending[at] = (uint8_t)((missed | strange) & 1);                                                             \\
            if (pending[at])                                                                                             \\
                __builtin_prefetch(slots + (((number & ~UINT64_C(63)) | ((number + ((hashed >> 3) | 1)) & 63)) << 3));   \\
            else                                                                                                         \\
                hashes[at] = slot;                                                                                       \\
        }

    static void caesura_probe_anywhere(const uint64_t *slots, uint64_t home_lines, uint64_t *hashes, uint8_t *pending, int asked) {
        CAESURA_PROBE(caesura_matches)
    }

    #ifdef CAESURA_AVX2
    __attribute__((target("avx2")))
    static void caesura_probe_avx2(const uint64_t *slots, uint64_t home_lines, uint64_t *hashes, uint8_t *pending, int asked) {
        CAESURA_PROBE(caesura_matches_avx2)
    }
    #endif

    static inline void caesura_probe(const uint64_t *slots, uint64_t home_lines, uint64_t *hashes, uint8_t *pending, int asked) {
    #ifdef CAESURA_AVX2
        if (__builtin_cpu_supports("avx2")) {
            caesura_probe_avx2(slots, home_lines, hashes, pending, asked);
            return;
        }
    #endif
        caesura_probe_anywhere(slots, home_lines, hashes, pending, asked);
    }
    """
    void probe_home_lines "caesura_probe"(
        const uint64_t *slots, uint64_t home_lines, uint64_t *hashes, uint8_t *pending, int asked
    ) noexcept nogil
