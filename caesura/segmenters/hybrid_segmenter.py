"""Segmenters that look at the parts of speech first and then choose between `wikipedia` and `titles`.

One query with its scores goes the plain way. For breaks alone the chosen method's kernel answers, where there is one: tagging then
takes most of the time.
"""

from __future__ import annotations

from caesura.segmenters.nominal import all_nominal
from caesura.segmenters.registry import Setup, segmenter
from caesura.segmenters.weighted import Weigh, WeightedSegmenter
from caesura.shapes import split_words


class HybridSegmenter(WeightedSegmenter):
    """`also_parts` says that nominal parts of other queries are segmented too, where no title is found."""

    def __init__(self, name: str, weigh: Weigh, setup: Setup, *, also_parts: bool) -> None:
        tagger = setup.need_tagger()
        super().__init__(name, weigh, tags_of=tagger)
        self._rules = setup.rules
        self._tagger = tagger
        self._also_parts = also_parts
        self._for_nominal = _breaks_of("wikipedia", setup)
        self._for_others = _breaks_of("titles", setup)

    def mask(self, text: str) -> int:
        words = split_words(text)
        if self._for_nominal is None or self._for_others is None or not words:
            return self.plain_mask(text)
        if all_nominal(words, self._tagger(words), self._rules):
            return self._for_nominal.mask(text)
        breaks = self._for_others.mask(text)
        no_title_won = breaks == (1 << (len(words) - 1)) - 1
        return self.plain_mask(text) if self._also_parts and no_title_won else breaks


def _breaks_of(method: str, setup: Setup) -> WeightedSegmenter | None:
    """The method, if its kernel runs here."""
    made = segmenter(method, lexicon=setup.lexicon, rules=setup.rules, compiled=setup.compiled)
    return made if isinstance(made, WeightedSegmenter) and made.compiled else None
