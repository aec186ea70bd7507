# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The network of the learned segmenter, compiled: for the kernel, and for features that plain Python has computed."""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t
from libc.stdlib cimport calloc, free

from caesura.segmenters.learned.network import BESIDE, UNIT, settled
from caesura.segmenters.learned.network import _PER_STEP as PER_STEP

cdef enum:
    AROUND = 4                   # words of which the class counts


cdef class CompiledNetwork:
    """`CompiledNetwork(network, classes)` scores as `network` does, to the last unit."""

    def __cinit__(self, network, int classes):
        # Addresses of arrays that the network keeps and nobody changes.
        cdef const int16_t *weights = <const int16_t *><size_t>network.weights.buffer_info()[0]
        cdef const double *means = <const double *><size_t>network.means.buffer_info()[0]
        cdef const double *scales = <const double *><size_t>network.scales.buffer_info()[0]
        cdef const int32_t *biases = <const int32_t *><size_t>network.biases.buffer_info()[0]
        cdef const int32_t *outputs = <const int32_t *><size_t>network.outputs.buffer_info()[0]
        cdef Py_ssize_t hidden = network.hidden, numbers = len(network.means), at, unit, place
        cdef Py_ssize_t dense = numbers + <int>network.vector_inputs, pairs = (dense + 1) // 2
        cdef Py_ssize_t units = (hidden + BLOCK - 1) // BLOCK * BLOCK, rows = len(network.weights) // hidden - dense
        cdef int32_t unit_weight = UNIT
        if not network.fits:
            raise ValueError("the sums of this network do not fit 32 bits")
        self.room = calloc(pairs * units + (rows + 2) * units, sizeof(int32_t))
        if self.room == NULL:
            raise MemoryError
        cdef int16_t *packed = <int16_t *>self.room
        cdef int32_t *sparse = <int32_t *>self.room + pairs * units
        cdef int32_t *ends = sparse + rows * units
        for unit in range(hidden):
            for at in range(dense):
                place = ((unit // BLOCK * pairs + at // 2) * BLOCK + unit % BLOCK) * 2 + at % 2
                packed[place] = weights[at * hidden + unit]
            for at in range(rows):
                sparse[at * units + unit] = unit_weight * <int32_t>weights[(dense + at) * hidden + unit]
            ends[unit] = biases[unit]
            ends[units + unit] = outputs[unit]
        self.layer.numbers = numbers
        self.layer.pairs = pairs
        self.layer.units = units
        self.layer.classes_each = rows // classes
        self.layer.means = means
        self.layer.scales = scales
        self.layer.dense = packed
        self.layer.sparse = sparse
        self.layer.biases = ends
        self.layer.outputs = ends + units
        self.layer.bias = network.bias
        self.classes = classes
        self.keep = network
        self.second = NULL
        if network.second is not None:
            self.take_second(network.second, hidden)

    cdef take_second(self, second, Py_ssize_t hidden):
        """The layer that sees rows of three places, filled up as the first layer's units are."""
        cdef const int16_t *weights = <const int16_t *><size_t>second.weights.buffer_info()[0]
        cdef const int32_t *biases = <const int32_t *><size_t>second.biases.buffer_info()[0]
        cdef const int32_t *outputs = <const int32_t *><size_t>second.outputs.buffer_info()[0]
        cdef Py_ssize_t own = second.hidden, units = (own + BLOCK - 1) // BLOCK * BLOCK, beside = BESIDE
        cdef Py_ssize_t pairs = beside * self.layer.units // 2, at, unit, which, seen, place
        self.room_above = calloc(pairs * units + 2 * units, sizeof(int32_t))
        if self.room_above == NULL:
            raise MemoryError
        cdef int16_t *packed = <int16_t *>self.room_above
        cdef int32_t *ends = <int32_t *>self.room_above + pairs * units
        for unit in range(own):
            for which in range(beside):
                for at in range(hidden):
                    seen = which * self.layer.units + at
                    place = ((unit // BLOCK * pairs + seen // 2) * BLOCK + unit % BLOCK) * 2 + seen % 2
                    packed[place] = weights[(which * hidden + at) * own + unit]
            ends[unit] = biases[unit]
            ends[units + unit] = outputs[unit]
        self.above.numbers = self.above.classes_each = 0
        self.above.pairs = pairs
        self.above.units = units
        self.above.dense = packed
        self.above.sparse = ends
        self.above.biases = ends
        self.above.outputs = ends + units
        self.above.bias = 0
        self.second = &self.above

    def __dealloc__(self):
        free(self.room)
        free(self.room_above)

    def scores(self, features, bint anywhere=False):
        """Log odds of a break at each place, from `learned.features.places`; `anywhere` takes the path of machines without AVX2."""
        cdef Py_ssize_t places = len(features.numbers), stride = 2 * self.layer.pairs, each = self.layer.classes_each, place, at
        cdef double *row = <double *>calloc(self.layer.numbers, sizeof(double))
        cdef int16_t *inputs = <int16_t *>calloc(places * stride + 1, sizeof(int16_t))
        cdef int *classes = <int *>calloc(places * each + 1, sizeof(int))
        cdef int64_t *scores = <int64_t *>calloc(2 * places + 2, sizeof(int64_t))
        cdef int16_t *shown = <int16_t *>calloc((places + 2) * self.layer.units, sizeof(int16_t))
        cdef int *rows = <int *>calloc(places + 1, sizeof(int))
        cdef int per_step = PER_STEP
        try:
            if row == NULL or inputs == NULL or classes == NULL or scores == NULL or shown == NULL or rows == NULL:
                raise MemoryError
            for place in range(places):
                rows[place] = place + 1
                for at, value in enumerate(features.numbers[place]):
                    row[at] = value
                take_numbers(&self.layer, row, inputs + place * stride)
                for at, value in enumerate(features.vectors[place], self.layer.numbers):
                    inputs[place * stride + at] = per_step * <int>value
                for at in range(each):
                    classes[place * each + at] = -1
                for at, value in enumerate(features.tags[place]):
                    classes[place * each + at] = at * self.classes + <int>value
                if features.given is not None and each > AROUND:
                    for at, value in enumerate(features.given[place], AROUND):
                        classes[place * each + at] = at * self.classes + <int>value
            score_queries(&self.layer, self.second, inputs, classes, places, scores, shown, rows, scores + places + 1, anywhere)
            return settled([scores[place] for place in range(places)], features.separators)
        finally:
            free(row)
            free(inputs)
            free(classes)
            free(scores)
            free(shown)
            free(rows)
