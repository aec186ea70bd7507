"""A segmenter that keeps only what it is sure of: every other word stands alone.

Made of a segmenter that knows probabilities. One that knows them for every span (`learned`) is asked for all of them, so a likely
segment is found even where the best segmentation as a whole has another; of one that knows them for its own segments only, those
are kept that are likely enough.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from caesura.foundation import InputError
from caesura.segmenters.decision import PhraseDecision, check_confidence, decide, gain_of
from caesura.segmenters.explanation import Explanation, Reason
from caesura.segmenters.kernel.available import threads_for
from caesura.segmenters.printing import piped, printed_lines, printed_texts, quoted, text_lines
from caesura.segmenters.probabilities import HasChoosingKernel, KnowsSegments
from caesura.segmenters.registry import Segmenter, by_recipe
from caesura.segmenters.segmentation import Segmentation
from caesura.shapes import Span, Words, query_words, split_words
from caesura.tagging import Tags

if TYPE_CHECKING:
    from caesura.segmenters.kernel._scored import ChoosingKernel


def segment_chances(known: KnowsSegments, words: Words, tags: Tags | None = None) -> Mapping[Span, float]:
    """The probability of every span of a query to be a segment."""
    distribution = known.chain(words, tags)
    size = len(words)
    return {(start, end): distribution.segment(start, end) for start in range(size) for end in range(start + 1, size + 1)}


class SelectiveSegmenter:
    """As the segmenter it wraps, but in doubt a word stands alone. Scores are mean gains of phrases (see `decide`)."""

    def __init__(self, base: Segmenter, min_confidence: float) -> None:
        check_confidence(min_confidence)
        self.name = base.name
        self.base = base
        # Asked once: looking whether something has a protocol's methods takes as long as the network does.
        self._knows_all = base if isinstance(base, KnowsSegments) else None
        self.min_confidence = min_confidence
        self._has_kernel = base if isinstance(base, HasChoosingKernel) else None
        #: How it was made, set by `segmenter()`; with it, it can be sent to another process.
        self.recipe: tuple[Callable[..., Any], tuple[Any, ...]] | None = None

    def segment(self, text: str, tags: Tags | None = None) -> Segmentation:
        """The sure segments; all other words alone."""
        words = query_words(text)
        decision, chance_of = self._decided(text, words, tags)
        spans = decision.flat.spans
        known = [chance_of(span) for span in spans]
        probabilities = tuple(chance for chance in known if chance is not None)
        return Segmentation(
            words,
            decision.flat,
            decision.gain,
            tuple(
                gain_of(chance, self.min_confidence) if chance is not None and span[1] - span[0] > 1 else 0
                for span, chance in zip(spans, known, strict=True)
            ),
            self.name,
            text,
            probabilities if len(probabilities) == len(known) else None,
        )

    def segment_many(self, texts: Sequence[str], tags: Sequence[Tags | None] | None = None) -> list[Segmentation]:
        """As `segment`, for each text."""
        return [self.segment(text, given) for text, given in zip(texts, tags or [None] * len(texts), strict=True)]

    def nbest(self, text: str, wanted: int, tags: Tags | None = None) -> list[Segmentation]:
        """Only the best: what is kept is decided phrase by phrase, not among whole segmentations."""
        if wanted != 1:
            raise InputError("n best and a minimum confidence cannot be combined", cure="leave one of them out")
        return [self.segment(text, tags)]

    def explain(self, text: str, tags: Tags | None = None) -> Explanation:
        """How likely each segment of two or more words is, and which of them are kept."""
        segmentation = self.segment(text, tags)
        words = segmentation.query_words
        chances = self._all_chances(text, words, tags)
        reasons = tuple(
            Reason(
                " ".join(words[start:end]),
                chance,
                self._why(chance, (start, end) in segmentation.spans),
                (start, end) in segmentation.spans,
            )
            for (start, end), chance in sorted(chances.items())
            if end - start > 1
        )
        return Explanation(segmentation, None, reasons, f"what is less likely than {self.min_confidence:g} is not kept together")

    @cached_property
    def json_kernel(self) -> ChoosingKernel | None:
        """The kernel that decides and writes; None where the plain path must."""
        return None if self._has_kernel is None else self._has_kernel.choosing_kernel(self._mask, self.min_confidence)

    def pipe_many(self, texts: Sequence[str], threads: int | None = None) -> list[str]:
        """Each text in pipe form; a text without words gives an empty string."""
        if self.json_kernel is not None:
            return self.json_kernel.print_texts(texts, piped, False, threads_for(len(texts), threads))
        return printed_texts(texts, self._masks(texts), quotes=False)

    def print_lines(self, lines: bytes, *, quotes: bool = False, threads: int | None = None) -> bytes:
        """One query per line in UTF-8 -> one segmentation per line."""
        if self.json_kernel is not None:
            return self.json_kernel.print_lines(
                lines, quoted if quotes else piped, quotes, threads_for(lines.count(b"\n"), threads)
            )
        texts = list(text_lines(lines))
        return printed_lines(texts, self._masks(texts), quotes=quotes)

    def _masks(self, texts: Sequence[str]) -> array[int]:
        """Only the breaks, as 64-bit masks; 0 for a text without words."""
        return array("Q", map(self._mask, texts))

    def _mask(self, text: str) -> int:
        words = split_words(text)
        return self._decided(text, words, None)[0].flat.mask if words else 0

    def _why(self, chance: float, chosen: bool) -> str:
        enough = "likely enough" if chance >= self.min_confidence else "not likely enough"
        return f"{chance:.0%} make this segment: {enough}" + ("" if chosen or chance < self.min_confidence else ", but it overlaps")

    def _decided(self, text: str, words: Words, tags: Tags | None) -> tuple[PhraseDecision, Callable[[Span], float | None]]:
        """What to keep, and how to find the probability of a segment."""
        if self._knows_all is not None:
            known = self._knows_all.chain(words, tags)
            return decide(len(words), known.likely(self.min_confidence), self.min_confidence), lambda span: known.segment(*span)
        chances = self._own_chances(text, tags)
        return decide(len(words), chances, self.min_confidence), chances.get

    def _all_chances(self, text: str, words: Words, tags: Tags | None) -> Mapping[Span, float]:
        if self._knows_all is not None:
            return segment_chances(self._knows_all, words, tags)
        return self._own_chances(text, tags)

    def __reduce__(self) -> tuple[Any, ...]:
        return by_recipe(self)

    def _own_chances(self, text: str, tags: Tags | None) -> Mapping[Span, float]:
        segmentation = self.base.segment(text, tags)
        if segmentation.probabilities is None:
            raise InputError(
                f"min_confidence needs probabilities: the method {self.name} has no probabilities",
                cure="choose one that does, such as learned, or leave it out",
            )
        return dict(zip(segmentation.spans, segmentation.probabilities, strict=True))
