"""Segmenters that look at the parts of speech first and then choose between `wikipedia` and `titles`.

One query with its scores goes the plain way. For breaks alone the kernels of the two methods answer, where there are any, and with
Caesura's own tagger the tags come from C as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from caesura.lexicon import LexiconLike
from caesura.segmenters.kernel.available import KernelMaker, cannot_run, kernel_here
from caesura.segmenters.nominal import all_nominal
from caesura.segmenters.registry import Rules, Setup, segmenter
from caesura.segmenters.weighted import Weigh, WeightedSegmenter
from caesura.shapes import split_words
from caesura.tagging import PUNCTUATION, PerceptronTagger, default_tagger

if TYPE_CHECKING:
    from caesura.segmenters.kernel._hybrid import HybridKernel

#: What the compiled tagger has room for.
_MOST_TAGS = 16


class HybridSegmenter(WeightedSegmenter):
    """`also_parts` says that nominal parts of other queries are segmented too, where no title is found."""

    def __init__(self, name: str, weigh: Weigh, setup: Setup, *, also_parts: bool) -> None:
        self._rules = setup.rules
        self._tagger = setup.need_tagger()
        self._also_parts = also_parts
        # Opened once: the kernel decodes both methods from the same look-ups.
        lexicon = setup.need_lexicon()
        self._for_nominal = _breaks_of("wikipedia", lexicon, setup)
        self._for_others = _breaks_of("titles", lexicon, setup)
        super().__init__(name, weigh, tags_of=self._tagger, kernel=self._kernel_maker(setup))

    def mask(self, text: str) -> int:
        return self._mask_by_python(text) if self._kernel is None else self._kernel.mask(text)

    def _mask_by_python(self, text: str) -> int:
        """The breaks, with tags from Python; the methods' own kernels still answer where there are any."""
        words = split_words(text)
        if self._for_nominal is None or self._for_others is None or not words:
            return self.plain_mask(text)
        if all_nominal(words, self._tagger(words), self._rules):
            return self._for_nominal.mask(text)
        breaks = self._for_others.mask(text)
        no_title_won = breaks == (1 << (len(words) - 1)) - 1
        return self.plain_mask(text) if self._also_parts and no_title_won else breaks

    def _kernel_maker(self, setup: Setup) -> KernelMaker | None:
        """What builds the kernel: the two methods' kernels and the compiled tagger, where all three are here."""
        parts = self._for_nominal, self._for_others
        tagger = setup.tagger
        if None in parts or not kernel_here():
            return None
        if tagger is not None and not (isinstance(tagger, PerceptronTagger) and len(tagger.tags) <= _MOST_TAGS):
            return None
        return partial(_kernel, parts, tagger, setup.rules, self._also_parts, self._mask_by_python)


def _kernel(
    parts: Sequence[WeightedSegmenter | None],
    tagger: PerceptronTagger | None,
    rules: Rules,
    also_parts: bool,
    by_python: Callable[[str], int],
    _plain: Callable[[str], int],
) -> HybridKernel:
    from caesura.segmenters.kernel._classic import ClassicKernel
    from caesura.segmenters.kernel._hybrid import HybridKernel
    from caesura.tagging import CompiledTagger

    used = default_tagger() if tagger is None else tagger
    nominal = [None if tag == "DET" else all_nominal(("-",), (tag,), rules) for tag in (*used.tags, PUNCTUATION)]
    for_nominal, for_others = (part.kernel for part in parts if part is not None)
    if not isinstance(for_nominal, ClassicKernel) or not isinstance(for_others, ClassicKernel):
        raise cannot_run()
    return HybridKernel(for_nominal, for_others, CompiledTagger(used.tags, used.weights), nominal, also_parts, by_python)


def _breaks_of(method: str, lexicon: LexiconLike, setup: Setup) -> WeightedSegmenter | None:
    """The method, if its kernel runs here."""
    made = segmenter(method, lexicon=lexicon, rules=setup.rules, compiled=setup.compiled)
    return made if isinstance(made, WeightedSegmenter) and made.compiled else None
