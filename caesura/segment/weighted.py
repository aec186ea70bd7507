"""A segmenter made of a weighing function: what most methods are.

The method lists the segments it would allow and their weights; the rest (words, decoding, n best, explaining, choosing
between the plain path and the kernel) is the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from caesura.errors import InputError
from caesura.segment.decoding import Candidate, Cut, best, k_best
from caesura.segment.explanation import Explanation, told
from caesura.segment.segmentation import Segmentation
from caesura.shapes import Flat, Words, print_pipe, query_words, split_words
from caesura.tagging import Tags

#: Words and tags (None where the method takes no tags) -> the segments the method looked at.
Weigh = Callable[[Words, Tags | None], Sequence[Candidate]]


class Fast(Protocol):
    """The kernel as a segmenter sees it: queries in, break masks out. None where the plain path must answer."""

    def mask(self, text: str) -> int | None: ...

    def masks(self, texts: Sequence[str]) -> list[int | None]: ...

    def pipe_many(self, texts: Sequence[str], plain: Callable[[str], str]) -> list[str]: ...


class WeightedSegmenter:
    """Segments by the heaviest sum of segment weights.

    `tags_of` finds the tags where the caller gives none. `scale` is what weights are divided by when shown (methods with
    fractional weights count in small units, so that sums stay exact). `fast` is the kernel, where there is one.
    """

    def __init__(
        self,
        name: str,
        weigh: Weigh,
        *,
        tags_of: Callable[[Words], Tags] | None = None,
        scale: int = 1,
        fast: Fast | None = None,
    ) -> None:
        self.name = name
        self.scale = scale
        self._weigh = weigh
        self.tags_of = tags_of
        self._fast = fast

    @property
    def compiled(self) -> bool:
        """Whether the kernel answers for this segmenter."""
        return self._fast is not None

    def candidates(self, words: Words, tags: Tags | None = None) -> Sequence[Candidate]:
        """Every segment of two or more words that was weighed."""
        if tags is None and self.tags_of is not None:
            tags = self.tags_of(words)
        return self._weigh(words, tags)

    def segment(self, text: str, tags: Tags | None = None) -> Segmentation:
        """The best segmentation of one query. A text without words is an error; so are more than 64 words."""
        words = query_words(text)
        return self._told(text, words, best(len(words), self.candidates(words, tags)))

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
        return [self._told(text, words, cut) for cut in k_best(len(words), self.candidates(words, tags), wanted)]

    def explain(self, text: str, tags: Tags | None = None) -> Explanation:
        """The best segmentation with the weight of every candidate and the next best."""
        words = query_words(text)
        candidates = self.candidates(words, tags)
        first, *second = k_best(len(words), candidates, 2)
        chosen = set(first.spans)
        return Explanation(
            self._told(text, words, first),
            self._told(text, words, second[0]) if second else None,
            tuple(told(candidate, words, (candidate.start, candidate.end) in chosen, self.scale) for candidate in candidates),
        )

    def flat(self, text: str) -> Flat:
        """Only the breaks, without scores: through the kernel where there is one."""
        mask = None if self._fast is None else self._fast.mask(text)
        if mask is not None:
            return Flat.from_mask(len(text.split()), mask)
        return self.segment(text).flat

    def flat_many(self, texts: Sequence[str]) -> list[Flat]:
        """Only the breaks of each text."""
        if self._fast is None:
            return [self.flat(text) for text in texts]
        masks = self._fast.masks(texts)
        return [
            self.segment(text).flat if mask is None else Flat.from_mask(len(text.split()), mask)
            for text, mask in zip(texts, masks, strict=True)
        ]

    def pipe_many(self, texts: Sequence[str]) -> list[str]:
        """Each text in pipe form, the fastest way from strings to strings. A text without words gives an empty string."""
        return [self._pipe(text) for text in texts] if self._fast is None else self._fast.pipe_many(texts, self._pipe)

    def _pipe(self, text: str) -> str:
        words = split_words(text)
        if not words:
            return ""
        cut = best(len(words), self.candidates(words))
        return print_pipe(words, Flat.from_lengths(end - start for start, end in cut.spans))

    def _told(self, text: str, words: Words, cut: Cut) -> Segmentation:
        exact = self.scale == 1
        return Segmentation(
            words,
            Flat.from_lengths(end - start for start, end in cut.spans),
            cut.score if exact else cut.score / self.scale,
            cut.weights if exact else tuple(weight / self.scale for weight in cut.weights),
            self.name,
            text,
        )
