"""The network that turns the features of a place into log odds for a break, in whole numbers.

A hidden layer with rectifiers and, where a model has it, a second one that sees the hidden units of a place and of the two places
beside it. Inputs, weights and sums are integers with fixed units, so plain Python and the kernel get the same number whatever order
they add in, and a model answers alike on every machine. A model of several members is one wide layer: their hidden units stand side
by side, and the output layer averages them.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import pairwise
from math import floor, isfinite
from operator import mul

from caesura.segmenters.learned.features import AROUND, BACKGROUND, NUMBERS, Places
from caesura.segmenters.learned.log_features import LOG_NUMBERS
from caesura.segmenters.learned.tag_classes import CLASSES
from caesura.segmenters.learned.vectors import DIMENSIONS, STEPS
from caesura.segmenters.separators import Separators

#: Inputs are counted in 1/128; numbers are cut off at four deviations.
UNIT = 128
LIMIT = 4 * UNIT

#: Weights are counted in 1/1024 and fit sixteen bits.
WEIGHT_UNIT = 1024
SHIFT = 10

#: Log odds come out in these units.
SCALE = UNIT * WEIGHT_UNIT

#: The log odds of a break that is certain: a probability of 1, to the last bit.
CERTAIN = 64 * SCALE

#: A hidden unit's value fits sixteen bits as well.
HIGHEST = 32767

#: What the second layer sees of a hidden unit is cut off lower, so that its sums fit 32 bits.
HIGHEST_SHOWN = 2047

#: The second layer sees the place before, the place itself and the place behind, in this order.
BESIDE = 3

VECTOR_INPUTS = len(AROUND) * DIMENSIONS
TAG_INPUTS = len(AROUND) * CLASSES
_PER_STEP = UNIT // STEPS


def settled(scores: list[int], separators: Separators) -> list[int]:
    """The scores, with a certain break at every separator but those inside a name that stays in one piece."""
    while separators.places:
        ends = [0, *(place + 1 for place, score in enumerate(scores) if score > 0), len(scores) + 1]
        apart = 0
        for start, end in pairwise(ends):
            apart |= separators.uncovered(start, end)
        apart |= sum(1 << place for place, score in enumerate(scores) if score > 0) & separators.places
        if all(scores[place] == CERTAIN for place in range(len(scores)) if apart >> place & 1):
            break
        scores = [CERTAIN if apart >> place & 1 else score for place, score in enumerate(scores)]
    return scores


@dataclass(frozen=True)
class SecondLayer:
    """Weights by what it sees, `hidden` of them each: the first layer's units at the place before, here, and at the place behind. A
    place outside the query counts nothing."""

    hidden: int
    weights: array[int]
    biases: array[int]
    outputs: array[int]

    @property
    def fits(self) -> bool:
        """Whether no sum can leave 32 bits."""
        if self.hidden < 1 or len(self.weights) % self.hidden:
            return False
        sums = (sum(map(abs, self.weights[unit :: self.hidden])) * HIGHEST_SHOWN for unit in range(self.hidden))
        return all(total + abs(bias) < 1 << 31 for total, bias in zip(sums, self.biases, strict=True))

    def score(self, before: list[int], here: list[int], behind: list[int]) -> int:
        """What it adds to the score of a place, from the first layer's values."""
        shown = [min(value, HIGHEST_SHOWN) for value in (*before, *here, *behind)]
        total = 0
        for unit, output in enumerate(self.outputs):
            value = self.biases[unit] + sum(map(mul, shown, self.weights[unit :: self.hidden]))
            if value > 0:
                total += min(value >> SHIFT, HIGHEST) * output
        return total


@dataclass(frozen=True)
class Network:
    """Weights by input, `hidden` of them each: numbers, vectors, vectors of the words of a log where the model has such, tags, then
    given tags where it uses them."""

    hidden: int
    means: array[float]
    scales: array[float]
    weights: array[int]
    biases: array[int]
    outputs: array[int]
    bias: int
    second: SecondLayer | None = None
    uses_logged_words: bool = False

    @property
    def vector_inputs(self) -> int:
        """Numbers of a place that come from vectors of words."""
        return (2 if self.uses_logged_words else 1) * VECTOR_INPUTS

    @property
    def uses_given_tags(self) -> bool:
        return len(self.weights) > (len(self.means) + self.vector_inputs + TAG_INPUTS) * self.hidden

    @property
    def uses_background(self) -> bool:
        """Whether the default lexicon is asked beside the segmenter's own."""
        return len(self.means) - len(NUMBERS) >= len(BACKGROUND)

    @property
    def uses_log(self) -> bool:
        """Whether the statistics of a query log are looked at, which the segmenter's lexicon must have."""
        return len(self.means) - len(NUMBERS) in (len(LOG_NUMBERS), len(BACKGROUND) + len(LOG_NUMBERS))

    @property
    def fits(self) -> bool:
        """Whether no sum can leave 32 bits and every number can be scaled: what the kernel relies on."""
        if self.hidden < 1 or len(self.weights) % self.hidden:
            return False
        largest = max(max(self.weights, default=0), -min(self.weights, default=0))
        dense = len(self.means) + self.vector_inputs
        tags = len(self.weights) // self.hidden - dense
        bound = max(max(self.biases, default=0), -min(self.biases, default=0)) + largest * (LIMIT * dense + UNIT * tags)
        if self.second is not None and not self.second.fits:
            return False
        return bound < 1 << 31 and all(map(isfinite, self.means)) and all(map(isfinite, self.scales))

    def inputs(self, numbers: list[float]) -> list[int]:
        """Numbers as integers: deviations from the mean in 1/128, cut off."""
        return [
            max(-LIMIT, min(LIMIT, floor((number - mean) * scale + 0.5)))
            for number, mean, scale in zip(numbers, self.means, self.scales, strict=True)
        ]

    def scores(self, places: Places) -> list[int]:
        """Log odds of a break at each place, in units of 1/SCALE; a separator is certain."""
        held = [self._held(places, place) for place in range(len(places.numbers))]
        scores = [self.bias + sum(map(mul, values, self.outputs)) for values in held]
        if self.second is not None:
            nothing = [0] * self.hidden
            around = [nothing, *held, nothing]
            scores = [score + self.second.score(*around[at : at + BESIDE]) for at, score in enumerate(scores)]
        return settled(scores, places.separators)

    def _held(self, places: Places, place: int) -> list[int]:
        """The values of the hidden units at a place."""
        hidden = self.hidden
        dense = [*self.inputs(places.numbers[place]), *(_PER_STEP * value for value in places.vectors[place])]
        first = len(self.means) + self.vector_inputs
        rows = [first + at * CLASSES + tag for at, tag in enumerate(places.tags[place])]
        if places.given is not None and self.uses_given_tags:
            rows += [first + TAG_INPUTS + at * CLASSES + tag for at, tag in enumerate(places.given[place])]
        held = []
        columns = self._columns
        for unit in range(hidden):
            value = self.biases[unit] + sum(map(mul, dense, columns[unit]))
            for row in rows:
                value += UNIT * self.weights[row * hidden + unit]
            held.append(min(value >> SHIFT, HIGHEST) if value > 0 else 0)
        return held

    @property
    def _columns(self) -> list[array[int]]:
        """The weights of the dense inputs by hidden unit, turned round once."""
        columns: list[array[int]] | None = self.__dict__.get("_turned")
        if columns is None:
            end = (len(self.means) + self.vector_inputs) * self.hidden
            columns = [self.weights[unit : end : self.hidden] for unit in range(self.hidden)]
            object.__setattr__(self, "_turned", columns)
        return columns
