"""The network's hidden layer in whole numbers: the innermost loop, compiled for AVX2 as well and chosen at run time."""

from libc.stdint cimport int16_t, int32_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__x86_64__) && defined(__GNUC__)
    #include <immintrin.h>
    #define CAESURA_WIDE_NETWORK 1
    #endif

    /* Inputs come in pairs, as do the weights (first and second input of the pair beside each other): two products and a sum are one
       instruction. Whole numbers add up to the same whatever the order. */
    static void caesura_dense_anywhere(const int16_t *inputs, int pairs, const int16_t *weights, int hidden, int32_t *sums) {
        for (int pair = 0; pair < pairs; pair++) {
            const int32_t one = inputs[2 * pair], other = inputs[2 * pair + 1];
            const int16_t *row = weights + (long)pair * 2 * hidden;
            for (int unit = 0; unit < hidden; unit++) sums[unit] += one * row[2 * unit] + other * row[2 * unit + 1];
        }
    }

    #ifdef CAESURA_WIDE_NETWORK
    __attribute__((target("avx2")))
    static void caesura_dense_avx2(const int16_t *inputs, int pairs, const int16_t *weights, int hidden, int32_t *sums) {
        int unit = 0;
        for (; unit + 32 <= hidden; unit += 32) {
            __m256i a = _mm256_loadu_si256((const __m256i *)(sums + unit)), b = _mm256_loadu_si256((const __m256i *)(sums + unit + 8));
            __m256i c = _mm256_loadu_si256((const __m256i *)(sums + unit + 16)), d = _mm256_loadu_si256((const __m256i *)(sums + unit + 24));
            for (int pair = 0; pair < pairs; pair++) {
                const __m256i *row = (const __m256i *)(weights + ((long)pair * hidden + unit) * 2);
                int32_t both = (int32_t)(uint16_t)inputs[2 * pair] | (int32_t)((uint32_t)(uint16_t)inputs[2 * pair + 1] << 16);
                __m256i input = _mm256_set1_epi32(both);
                a = _mm256_add_epi32(a, _mm256_madd_epi16(_mm256_loadu_si256(row), input));
                b = _mm256_add_epi32(b, _mm256_madd_epi16(_mm256_loadu_si256(row + 1), input));
                c = _mm256_add_epi32(c, _mm256_madd_epi16(_mm256_loadu_si256(row + 2), input));
                d = _mm256_add_epi32(d, _mm256_madd_epi16(_mm256_loadu_si256(row + 3), input));
            }
            _mm256_storeu_si256((__m256i *)(sums + unit), a);
            _mm256_storeu_si256((__m256i *)(sums + unit + 8), b);
            _mm256_storeu_si256((__m256i *)(sums + unit + 16), c);
            _mm256_storeu_si256((__m256i *)(sums + unit + 24), d);
        }
        for (; unit < hidden; unit++)
            for (int pair = 0; pair < pairs; pair++) {
                const int16_t *row = weights + ((long)pair * hidden + unit) * 2;
                sums[unit] += (int32_t)inputs[2 * pair] * row[0] + (int32_t)inputs[2 * pair + 1] * row[1];
            }
    }
    #endif

    static inline void caesura_dense(const int16_t *inputs, int pairs, const int16_t *weights, int hidden, int32_t *sums) {
    #ifdef CAESURA_WIDE_NETWORK
        if (__builtin_cpu_supports("avx2")) {
            caesura_dense_avx2(inputs, pairs, weights, hidden, sums);
            return;
        }
    #endif
        caesura_dense_anywhere(inputs, pairs, weights, hidden, sums);
    }
    """
    void add_dense "caesura_dense"(const int16_t *inputs, int pairs, const int16_t *weights, int hidden, int32_t *sums) noexcept nogil
