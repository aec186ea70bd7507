"""A segmenter built on a weighing function: what most methods are.

The method lists the segments it would allow and their weights; the rest (words, decoding, n best, explaining, choosing
between the plain path and the kernel) is the same for all of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from caesura.foundation import InputError
from caesura.segmenters.decoding import CandidateSegment, WeightedCut, best, k_best
from caesura.segmenters.explanation import Explanation, reason_for
from caesura.segmenters.kernel.available import KernelMaker, threads_for
from caesura.segmenters.printing import piped, printed_lines, printed_texts, quoted, text_lines
from caesura.segmenters.segmentation import Segmentation
from caesura.shapes import Flat, Words, query_words, split_words
from caesura.tagging import Tags

if TYPE_CHECKING:
    from caesura.segmenters.kernel._batch import BatchKernel

#: Words and tags (None where the method takes no tags) -> the segments the method looked at.
Weigh = Callable[[Words, Tags | None], Sequence[CandidateSegment]]


class WeightedSegmenter:
    """Segments by the heaviest sum of segment weights.

    `tags_of` finds the tags where the caller gives none. `scale` is what weights are divided by when shown (methods with
    fractional weights count in small units, so that sums stay exact). `kernel` builds the kernel, where one can run.
    """

    def __init__(
        self,
        name: str,
        weigh: Weigh,
        *,
        tags_of: Callable[[Words], Tags] | None = None,
        scale: int = 1,
        kernel: KernelMaker | None = None,
    ) -> None:
        self.name = name
        self.scale = scale
        self.tags_of = tags_of
        #: How this segmenter was built, set by `segmenter()`; with it, it can be sent to another process.
        self.recipe: tuple[Callable[..., Any], tuple[Any, ...]] | None = None
        self._weigh = weigh
        self._make_kernel = kernel

    @property
    def compiled(self) -> bool:
        """Whether the kernel answers for this segmenter."""
        return self._make_kernel is not None

    @cached_property
    def _kernel(self) -> BatchKernel | None:
        """Built for the first query, so that making a segmenter costs nothing."""
        return None if self._make_kernel is None else self._make_kernel(self.plain_mask)

    @property
    def kernel(self) -> BatchKernel | None:
        """The kernel that answers for this segmenter, for others that build on it."""
        return self._kernel

    def candidates(self, words: Words, tags: Tags | None = None) -> Sequence[CandidateSegment]:
        """Every segment of two or more words that was weighed."""
        if tags is None and self.tags_of is not None:
            tags = self.tags_of(words)
        return self._weigh(words, tags)

    def segment(self, text: str, tags: Tags | None = None) -> Segmentation:
        """The best segmentation of one query. A text without words is an error; so are more than 64 words."""
        words = query_words(text)
        decided = None if self._kernel is None else self._kernel.cut(text)
        if decided is not None:
            ends, weights = decided
            return self._segmentation(text, words, WeightedCut(sum(weights), tuple(zip([0, *ends], ends)), tuple(weights)))  # noqa: B905
        return self._segmentation(text, words, best(len(words), self.candidates(words, tags)))

    def segment_many(self, texts: Sequence[str], tags: Sequence[Tags | None] | None = None) -> list[Segmentation]:
        """As `segment`, for each text."""
        if tags is None:
            return [self.segment(text) for text in texts]
        return [self.segment(text, given) for text, given in zip(texts, tags, strict=True)]

    def nbest(self, text: str, wanted: int, tags: Tags | None = None) -> list[Segmentation]:
        """The `wanted` best segmentations, best first; fewer where fewer are possible."""
        if wanted < 1:
            raise InputError(f"{wanted} best segmentations", cure="ask for one or more")
        words = query_words(text)
        return [self._segmentation(text, words, cut) for cut in k_best(len(words), self.candidates(words, tags), wanted)]

    def explain(self, text: str, tags: Tags | None = None) -> Explanation:
        """The best segmentation with the weight of every candidate and the next best."""
        words = query_words(text)
        candidates = self.candidates(words, tags)
        first, *second = k_best(len(words), candidates, 2)
        best = set(first.spans)
        return Explanation(
            self._segmentation(text, words, first),
            self._segmentation(text, words, second[0]) if second else None,
            tuple(reason_for(candidate, words, (candidate.start, candidate.end) in best, self.scale) for candidate in candidates),
        )

    def masks(self, texts: Sequence[str], threads: int | None = None) -> array[int]:
        """Only the breaks: bit i set = break behind word i+1. 0 for a text without words."""
        if self._kernel is not None:
            return self._kernel.masks(texts, threads_for(len(texts), threads))
        return array("Q", map(self.mask, texts))

    def line_masks(self, lines: bytes, threads: int | None = None) -> array[int]:
        """As `masks`, for UTF-8 with one query per line."""
        if self._kernel is not None:
            return self._kernel.line_masks(lines, threads_for(lines.count(b"\n"), threads))
        return array("Q", map(self.mask, text_lines(lines)))

    def mask(self, text: str) -> int:
        """The breaks of one text."""
        return self.plain_mask(text) if self._kernel is None else self._kernel.mask(text)

    def pipe(self, text: str) -> str:
        """One text in pipe form."""
        return piped(text, self.mask(text)) if self._kernel is None else self._kernel.print_text(text, piped)

    def pipe_many(self, texts: Sequence[str], threads: int | None = None) -> list[str]:
        """Each text in pipe form: the fastest way from strings to strings. A text without words gives an empty string."""
        if self._kernel is not None:
            return self._kernel.print_texts(texts, piped, False, threads_for(len(texts), threads))
        return printed_texts(texts, self.masks(texts, threads), quotes=False)

    def quotes_many(self, texts: Sequence[str], threads: int | None = None) -> list[str]:
        """Each text in quote form."""
        if self._kernel is not None:
            return self._kernel.print_texts(texts, quoted, True, threads_for(len(texts), threads))
        return printed_texts(texts, self.masks(texts, threads), quotes=True)

    def print_lines(self, lines: bytes, *, quotes: bool = False, threads: int | None = None) -> bytes:
        """One query per line in UTF-8 -> one segmentation per line: the fastest way through a log."""
        if self._kernel is not None:
            return self._kernel.print_lines(lines, quoted if quotes else piped, quotes, threads_for(lines.count(b"\n"), threads))
        texts = list(text_lines(lines))
        return printed_lines(texts, self.masks(texts, threads), quotes=quotes)

    def plain_mask(self, text: str) -> int:
        """The breaks by the plain path, whatever else there is."""
        words = split_words(text)
        if not words:
            return 0
        cut = best(len(words), self.candidates(words))
        return sum(1 << (end - 1) for _, end in cut.spans[:-1])

    def _segmentation(self, text: str, words: Words, cut: WeightedCut) -> Segmentation:
        exact = self.scale == 1
        return Segmentation(
            words,
            Flat.from_lengths(end - start for start, end in cut.spans),
            cut.score if exact else cut.score / self.scale,
            cut.weights if exact else tuple(weight / self.scale for weight in cut.weights),
            self.name,
            text,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        from caesura.segmenters.registry import by_recipe

        return by_recipe(self)
