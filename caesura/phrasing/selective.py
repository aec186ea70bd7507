"""A segmenter that keeps only what it is sure of: every other word stands alone.

Made of a segmenter that knows probabilities. One that knows them for every span (`learned`) is asked for all of them, so a likely
segment is found even where the best segmentation as a whole has another; of one that knows them for its own segments only, those
are kept that are likely enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from caesura.errors import InputError
from caesura.phrasing.decision import check_confidence, decide, gain_of
from caesura.segment import Explanation, Segmentation, Segmenter
from caesura.shapes import Span, Words, query_words, split_words

#: Parts of speech, one for each word.
Tags = tuple[str, ...]


class Distribution(Protocol):
    """All segmentations of one query, each with its probability."""

    def segment(self, start: int, end: int) -> float:
        """How likely a person is to make one segment of the words `start` to `end`."""
        ...


@runtime_checkable
class KnowsSegments(Protocol):
    """A segmenter that knows for every span how likely it is to be a segment."""

    def chain(self, words: Sequence[str], tags: Tags | None = None) -> Distribution: ...


def segment_chances(known: KnowsSegments, words: Words, tags: Tags | None = None) -> Mapping[Span, float]:
    """The probability of every span of a query to be a segment."""
    distribution = known.chain(words, tags)
    size = len(words)
    return {(start, end): distribution.segment(start, end) for start in range(size) for end in range(start + 1, size + 1)}


class SelectiveSegmenter:
    """As the segmenter it is made of, in doubt without. Scores are what a phrase gains on the mean (see `decide`)."""

    def __init__(self, base: Segmenter, min_confidence: float) -> None:
        check_confidence(min_confidence)
        self.name = base.name
        self.base = base
        self.min_confidence = min_confidence
        #: Not made by name alone, so it cannot be sent to another process.
        self.recipe: tuple[Callable[..., Any], tuple[Any, ...]] | None = None

    def segment(self, text: str, tags: Tags | None = None) -> Segmentation:
        """The sure segments; all other words alone."""
        words = query_words(text)
        chances = self._chances(text, words, tags)
        decision = decide(len(words), chances, self.min_confidence)
        scores = tuple(gain_of(chances[span], self.min_confidence) if span[1] - span[0] > 1 else 0 for span in decision.flat.spans)
        known = [chances.get(span) for span in decision.flat.spans]
        probabilities = tuple(chance for chance in known if chance is not None)
        return Segmentation(
            words,
            decision.flat,
            decision.gain,
            scores,
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
            raise InputError("n best and a least confidence do not go together", cure="leave one of them out")
        return [self.segment(text, tags)]

    def explain(self, text: str, tags: Tags | None = None) -> Explanation:
        """How the segmenter below weighed its segments."""
        return self.base.explain(text, tags)

    def pipe_many(self, texts: Sequence[str], threads: int | None = None) -> list[str]:  # noqa: ARG002 - one thread
        """Each text in pipe form; a text without words gives an empty string."""
        return [self.segment(text).pipe if split_words(text) else "" for text in texts]

    def _chances(self, text: str, words: Words, tags: Tags | None) -> Mapping[Span, float]:
        if isinstance(self.base, KnowsSegments):
            return segment_chances(self.base, words, tags)
        found = self.base.segment(text, tags)
        if found.probabilities is None:
            raise InputError(
                f"min_confidence has nothing to go by: the method {self.name} knows no probabilities",
                cure="choose one that does, such as learned, or leave it out",
            )
        return dict(zip(found.spans, found.probabilities, strict=True))
