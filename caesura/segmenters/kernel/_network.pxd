"""The network in whole numbers, for kernels: four places at a time, compiled for AVX2 as well and chosen at run time.

`learned/network.py` is the exact reference. Whole numbers add up to the same whatever the order, and `Network.fits` has made sure that
no sum leaves 32 bits.
"""

from libc.stdint cimport int16_t, int32_t, int64_t
from libc.string cimport memset

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__x86_64__) && defined(__GNUC__)
    #include <immintrin.h>
    #define CAESURA_WIDE_NETWORK 1
    #endif

    enum { CAESURA_BLOCK = 16, CAESURA_SHIFT = 10, CAESURA_HIGHEST = 32767, CAESURA_SHOWN = 2047, CAESURA_LIMIT = 512 };

    /* Hidden units come in blocks of sixteen, filled up with units that have no weights. Dense weights are packed by block, then by pair of
       inputs, then by unit, the two inputs of a pair side by side: two products and their sum are one instruction. Weights of classes are
       `units` for each class, already multiplied. What a second layer sees of the units is written to `shown`: a row of `units` values for
       each place, at the place's number in `rows`. */
    typedef struct {
        int numbers, pairs, units, classes_each;
        const double *means, *scales;
        const int16_t *dense;
        const int32_t *sparse, *biases, *outputs;
        int64_t bias;
    } CaesuraLayer;

    /* Numbers as whole numbers, cut off; cutting off first gives the same and keeps the conversion in its range. */
    #define CAESURA_INPUTS                                                                                                    \\
        for (; at < layer->numbers; at++) {                                                                                   \\
            double value = (row[at] - layer->means[at]) * layer->scales[at] + 0.5;                                            \\
            value = value > CAESURA_LIMIT ? CAESURA_LIMIT : value;                                                            \\
            value = value < -CAESURA_LIMIT ? -CAESURA_LIMIT : value;                                                          \\
            int32_t whole = (int32_t)value;                                                                                   \\
            inputs[at] = (int16_t)(whole - (value < whole));                                                                  \\
        }
    static void caesura_inputs_anywhere(const CaesuraLayer *layer, const double *restrict row, int16_t *restrict inputs) {
        int at = 0;
        CAESURA_INPUTS
    }

    static void caesura_scores_anywhere(
        const CaesuraLayer *layer, const int16_t *inputs, long stride, const int *classes, int places, int64_t *scores,
        int16_t *shown, const int *rows) {
        for (int place = 0; place < places; place++, inputs += stride, classes += layer->classes_each) {
            const int16_t *weights = layer->dense;
            int64_t total = layer->bias;
            for (int block = 0; block < layer->units; block += CAESURA_BLOCK) {
                int32_t sums[CAESURA_BLOCK];
                memcpy(sums, layer->biases + block, sizeof sums);
                for (int at = 0; at < layer->classes_each; at++) {
                    if (classes[at] < 0) continue;
                    const int32_t *more = layer->sparse + (long)classes[at] * layer->units + block;
                    for (int unit = 0; unit < CAESURA_BLOCK; unit++) sums[unit] += more[unit];
                }
                for (int pair = 0; pair < layer->pairs; pair++, weights += 2 * CAESURA_BLOCK) {
                    const int32_t one = inputs[2 * pair], other = inputs[2 * pair + 1];
                    for (int unit = 0; unit < CAESURA_BLOCK; unit++) sums[unit] += one * weights[2 * unit] + other * weights[2 * unit + 1];
                }
                for (int unit = 0; unit < CAESURA_BLOCK; unit++) {
                    int32_t held = sums[unit] > 0 ? sums[unit] >> CAESURA_SHIFT : 0;
                    total += (int64_t)(held < CAESURA_HIGHEST ? held : CAESURA_HIGHEST) * layer->outputs[block + unit];
                    if (shown) shown[(long)rows[place] * layer->units + block + unit] = held < CAESURA_SHOWN ? held : CAESURA_SHOWN;
                }
            }
            scores[place] = total;
        }
    }

    #ifdef CAESURA_WIDE_NETWORK
    __attribute__((target("avx2")))
    static void caesura_inputs_avx2(const CaesuraLayer *layer, const double *restrict row, int16_t *restrict inputs) {
        const __m256d half = _mm256_set1_pd(0.5), highest = _mm256_set1_pd(CAESURA_LIMIT), lowest = _mm256_set1_pd(-CAESURA_LIMIT);
        int at = 0;
        for (; at + 4 <= layer->numbers; at += 4) {
            __m256d value = _mm256_sub_pd(_mm256_loadu_pd(row + at), _mm256_loadu_pd(layer->means + at));
            value = _mm256_add_pd(_mm256_mul_pd(value, _mm256_loadu_pd(layer->scales + at)), half);
            value = _mm256_floor_pd(_mm256_max_pd(_mm256_min_pd(value, highest), lowest));
            __m128i whole = _mm256_cvttpd_epi32(value);
            _mm_storel_epi64((__m128i *)(inputs + at), _mm_packs_epi32(whole, whole));
        }
        CAESURA_INPUTS
    }

    __attribute__((target("avx2"))) static inline __m256i caesura_held(__m256i sums) {
        return _mm256_srai_epi32(_mm256_max_epi32(sums, _mm256_setzero_si256()), CAESURA_SHIFT);
    }

    /* What eight hidden units add to the score, as four sums. */
    __attribute__((target("avx2"))) static inline __m256i caesura_given_out(__m256i held, const int32_t *outputs) {
        __m256i weights = _mm256_loadu_si256((const __m256i *)outputs);
        held = _mm256_min_epi32(held, _mm256_set1_epi32(CAESURA_HIGHEST));
        return _mm256_add_epi64(
            _mm256_mul_epi32(held, weights), _mm256_mul_epi32(_mm256_srli_epi64(held, 32), _mm256_srli_epi64(weights, 32)));
    }

    /* One block for P places; the weights of a block stay in the nearest cache while all places pass. */
    #define CAESURA_TILE(P)                                                                                                   \\
        __attribute__((target("avx2"))) static inline void caesura_tile_##P(                                                  \\
            const CaesuraLayer *layer, int block, const int16_t *inputs, long stride, const int *classes, int64_t *scores,    \\
            int16_t *shown, const int *rows) {                                                                                \\
            const int16_t *weights = layer->dense + (long)block * 2 * layer->pairs;                                           \\
            __m256i low[P], high[P];                                                                                          \\
            for (int p = 0; p < P; p++) {                                                                                     \\
                low[p] = _mm256_loadu_si256((const __m256i *)(layer->biases + block));                                        \\
                high[p] = _mm256_loadu_si256((const __m256i *)(layer->biases + block + 8));                                   \\
                for (int at = 0; at < layer->classes_each; at++) {                                                            \\
                    int number = classes[p * layer->classes_each + at];                                                       \\
                    if (number < 0) continue;                                                                                 \\
                    const int32_t *more = layer->sparse + (long)number * layer->units + block;                                \\
                    low[p] = _mm256_add_epi32(low[p], _mm256_loadu_si256((const __m256i *)more));                             \\
                    high[p] = _mm256_add_epi32(high[p], _mm256_loadu_si256((const __m256i *)(more + 8)));                     \\
                }                                                                                                             \\
            }                                                                                                                 \\
            for (int pair = 0; pair < layer->pairs; pair++, weights += 2 * CAESURA_BLOCK) {                                   \\
                __m256i one = _mm256_loadu_si256((const __m256i *)weights);                                                   \\
                __m256i other = _mm256_loadu_si256((const __m256i *)(weights + CAESURA_BLOCK));                               \\
                for (int p = 0; p < P; p++) {                                                                                 \\
                    int32_t both;                                                                                             \\
                    memcpy(&both, inputs + p * stride + 2 * pair, 4);                                                         \\
                    __m256i input = _mm256_set1_epi32(both);                                                                  \\
                    low[p] = _mm256_add_epi32(low[p], _mm256_madd_epi16(one, input));                                         \\
                    high[p] = _mm256_add_epi32(high[p], _mm256_madd_epi16(other, input));                                     \\
                }                                                                                                             \\
            }                                                                                                                 \\
            for (int p = 0; p < P; p++) {                                                                                     \\
                int64_t parts[4];                                                                                             \\
                __m256i first = caesura_held(low[p]), last = caesura_held(high[p]);                                           \\
                __m256i given = _mm256_add_epi64(                                                                             \\
                    caesura_given_out(first, layer->outputs + block), caesura_given_out(last, layer->outputs + block + 8));   \\
                if (shown) {                                                                                                  \\
                    __m256i both = _mm256_permute4x64_epi64(_mm256_packs_epi32(first, last), 0xD8);                           \\
                    both = _mm256_min_epi16(both, _mm256_set1_epi16(CAESURA_SHOWN));                                          \\
                    _mm256_storeu_si256((__m256i *)(shown + (long)rows[p] * layer->units + block), both);                     \\
                }                                                                                                             \\
                _mm256_storeu_si256((__m256i *)parts, given);                                                                 \\
                scores[p] += parts[0] + parts[1] + parts[2] + parts[3];                                                       \\
            }                                                                                                                 \\
        }
    CAESURA_TILE(1) CAESURA_TILE(2) CAESURA_TILE(3) CAESURA_TILE(4)

    __attribute__((target("avx2"))) static void caesura_scores_avx2(
        const CaesuraLayer *layer, const int16_t *inputs, long stride, const int *classes, int places, int64_t *scores,
        int16_t *shown, const int *rows) {
        int each = layer->classes_each;
        for (int place = 0; place < places; place++) scores[place] = layer->bias;
        for (int block = 0; block < layer->units; block += CAESURA_BLOCK) {
            int at = 0;
            #define CAESURA_FROM_HERE \\
                layer, block, inputs + at * stride, stride, classes + at * each, scores + at, shown, rows + (shown ? at : 0)
            for (; at + 4 <= places; at += 4) caesura_tile_4(CAESURA_FROM_HERE);
            if (places - at == 3) caesura_tile_3(CAESURA_FROM_HERE);
            else if (places - at == 2) caesura_tile_2(CAESURA_FROM_HERE);
            else if (places - at == 1) caesura_tile_1(CAESURA_FROM_HERE);
        }
    }
    #endif

    static inline void caesura_inputs(const CaesuraLayer *layer, const double *row, int16_t *inputs) {
    #ifdef CAESURA_WIDE_NETWORK
        if (__builtin_cpu_supports("avx2")) {
            caesura_inputs_avx2(layer, row, inputs);
            return;
        }
    #endif
        caesura_inputs_anywhere(layer, row, inputs);
    }

    static inline void caesura_scores(
        const CaesuraLayer *layer, const int16_t *inputs, long stride, const int *classes, int places, int64_t *scores,
        int16_t *shown, const int *rows, int anywhere) {
    #ifdef CAESURA_WIDE_NETWORK
        if (!anywhere && __builtin_cpu_supports("avx2")) {
            caesura_scores_avx2(layer, inputs, stride, classes, places, scores, shown, rows);
            return;
        }
    #endif
        caesura_scores_anywhere(layer, inputs, stride, classes, places, scores, shown, rows);
    }
    """
    ctypedef struct Layer "CaesuraLayer":
        int numbers
        int pairs
        int units                # hidden ones, a multiple of BLOCK
        int classes_each         # classes of a place; -1 stands for none
        const double *means
        const double *scales
        const int16_t *dense
        const int32_t *sparse
        const int32_t *biases
        const int32_t *outputs
        int64_t bias
    int BLOCK "CAESURA_BLOCK"
    void take_numbers "caesura_inputs"(const Layer *layer, const double *row, int16_t *inputs) noexcept nogil
    void score_places "caesura_scores"(
        const Layer *layer, const int16_t *inputs, Py_ssize_t stride, const int *classes, int places, int64_t *scores,
        int16_t *shown, const int *rows, bint anywhere
    ) noexcept nogil


cdef inline void score_queries(
    const Layer *layer, const Layer *second, const int16_t *inputs, const int *classes, int places, int64_t *scores,
    int16_t *shown, const int *rows, int64_t *added, bint anywhere,
) noexcept nogil:
    """The scores of places of whole queries. A second layer sees the units of three rows of `shown`, which lie side by side: before
    the first query, between two and behind the last there is an empty row, and the place's own is `rows[place]`."""
    cdef int at, empty, last = 0
    cdef Py_ssize_t units = layer.units
    if second == NULL:
        score_places(layer, inputs, 2 * layer.pairs, classes, places, scores, NULL, NULL, anywhere)
        return
    for at in range(places):
        for empty in range(last, rows[at]):
            memset(shown + empty * units, 0, units * sizeof(int16_t))
        last = rows[at] + 1
    memset(shown + last * units, 0, units * sizeof(int16_t))
    score_places(layer, inputs, 2 * layer.pairs, classes, places, scores, shown, rows, anywhere)
    # Rows between queries are scored too: cheaper than to go through the weights once for each query.
    score_places(second, shown, units, classes, last - 1, added, NULL, NULL, anywhere)
    for at in range(places):
        scores[at] += added[rows[at] - 1]


cdef class CompiledNetwork:
    """A network's weights in the kernel's order: `(<CompiledNetwork>network).layer` is what a kernel scores with, and `second` the
    layer above it, NULL where there is none. Keep the object."""

    cdef Layer layer
    cdef Layer above
    cdef Layer *second
    cdef int classes             # kinds of tags
    cdef void *room
    cdef void *room_above
    cdef object keep

    cdef take_second(self, second, Py_ssize_t hidden)
