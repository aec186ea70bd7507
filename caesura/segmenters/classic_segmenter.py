"""How a method's weighing becomes a segmenter: nothing goes across a separator, and the kernel answers where one can run."""

from __future__ import annotations

from collections.abc import Callable

from caesura.lexicon import LexiconLike
from caesura.segmenters.kernel.available import classic_kernel
from caesura.segmenters.registry import Rules, Setup
from caesura.segmenters.separators import between_separators
from caesura.segmenters.weighted import Weigh, WeightedSegmenter

#: What a classic method is: a lexicon and rules -> the weights of segments.
Weighing = Callable[[LexiconLike, Rules], Weigh]


def weighed_between_separators(weighing: Weighing, setup: Setup) -> Weigh:
    """The method's weights with the lexicon and the rules it was given."""
    lexicon = setup.need_lexicon()
    return between_separators(weighing(lexicon, setup.rules), lexicon, setup.rules)


def classic_segmenter(name: str, weighing: Weighing, setup: Setup) -> WeightedSegmenter:
    return WeightedSegmenter(name, weighed_between_separators(weighing, setup), kernel=classic_kernel(name, setup))
