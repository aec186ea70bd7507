"""What every engine is given: the words of a query, how they are cut, and how sure we are of each segment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Protocol

from caesura.foundation import InputError
from caesura.shapes import Flat, Words, query_words, shown, word_offsets

Score = int | float | Fraction

#: As in Lucene: asked for, required, excluded.
Occur = Literal["should", "must", "must_not"]


class SegmentationLike(Protocol):
    """What a segmenter answers (`caesura.segmenters.Segmentation`), as far as phrasing needs it."""

    @property
    def query_words(self) -> Words: ...

    @property
    def flat(self) -> Flat: ...

    @property
    def text(self) -> str: ...

    @property
    def segment_scores(self) -> Sequence[Score]: ...

    @property
    def probabilities(self) -> Sequence[float] | None: ...


@dataclass(frozen=True, slots=True)
class QuerySegment:
    """One segment: its words, where it stands in the text (in characters), and what is known about it."""

    words: Words
    start: int
    end: int
    score: Score | None = None
    probability: float | None = None

    @property
    def text(self) -> str:
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class ClauseTerm:
    """A word, or a phrase in the user's own quotes, and the field it is asked of (None: those of the search)."""

    words: Words
    start: int
    end: int
    field: str | None = None
    quoted: bool = False

    @property
    def text(self) -> str:
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class Clause:
    """What the user's own syntax asks for: any one of some terms, which may, must or must not occur."""

    alternatives: tuple[ClauseTerm, ...]
    occur: Occur
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class SegmentedQuery:
    """The text as typed, the segments of its unmarked words, and what the user marked; both from left to right."""

    text: str
    segments: tuple[QuerySegment, ...]
    clauses: tuple[Clause, ...] = ()

    @property
    def words(self) -> Words:
        """The unmarked words: the bag."""
        return tuple(word for segment in self.segments for word in segment.words)

    def required(self, operator: str) -> tuple[Clause, ...]:
        """The clauses of which each must match: those with a plus, or with the operator `and` all but the excluded."""
        return tuple(c for c in self.clauses if c.occur == "must" or (c.occur == "should" and operator == "and"))

    def optional(self, operator: str) -> tuple[Clause, ...]:
        """The clauses that count as the words do."""
        return tuple(c for c in self.clauses if c.occur == "should" and operator == "or")

    @property
    def excluded(self) -> tuple[Clause, ...]:
        return tuple(c for c in self.clauses if c.occur == "must_not")

    def phrases(self, min_confidence: float = 0.0) -> tuple[QuerySegment, ...]:
        """The segments worth a phrase: two words or more, sure enough, and each word sequence once.

        A segment whose probability is not known is kept: there is nothing to hold against it. In `new york new york`
        the phrase is asked for once, or every document that holds it would be paid twice.
        """
        kept: dict[Words, QuerySegment] = {}
        for segment in self.segments:
            if len(segment.words) > 1 and is_sure(segment, min_confidence):
                kept.setdefault(segment.words, segment)
        return tuple(kept.values())


def is_sure(segment: QuerySegment, min_confidence: float) -> bool:
    return segment.probability is None or segment.probability >= min_confidence


def segmented_query(
    words: Sequence[str],
    flat: Flat,
    *,
    text: str | None = None,
    scores: Sequence[Score | None] | None = None,
    probabilities: Sequence[float | None] | None = None,
) -> SegmentedQuery:
    """Put the pieces together; `text` is the query as typed (the words with single spaces, where it is not given)."""
    typed = " ".join(words) if text is None else text
    if query_words(typed) != tuple(words):
        raise InputError(
            f"the words {shown(' '.join(words))} are not those of the query {shown(typed)}", cure="give the text as typed"
        )
    check_unicode(typed)
    segments = flat.segments(words)
    for name, given in (("scores", scores), ("probabilities", probabilities)):
        if given is not None and len(given) != len(segments):
            raise InputError(
                f"{len(given)} {name} for {len(segments)} segments", cure="give one for each segment, None where unknown"
            )
    offsets = word_offsets(typed)
    return SegmentedQuery(
        typed,
        tuple(
            QuerySegment(
                segment,
                offsets[start][0],
                offsets[end - 1][1],
                None if scores is None else scores[i],
                None if probabilities is None else _probability(probabilities[i]),
            )
            for i, (segment, (start, end)) in enumerate(zip(segments, flat.spans, strict=True))
        ),
    )


def from_segmentation(segmentation: SegmentationLike) -> SegmentedQuery:
    """What a segmenter returned, as engines take it."""
    return segmented_query(
        segmentation.query_words,
        segmentation.flat,
        text=segmentation.text,
        scores=segmentation.segment_scores,
        probabilities=segmentation.probabilities,
    )


def check_unicode(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError(f"the query {text!r} is not valid Unicode", cure="convert it to UTF-8") from None


def _probability(value: float | None) -> float | None:
    if value is not None and not 0 <= value <= 1:
        raise InputError(f"a probability of {value}", cure="probabilities lie between 0 and 1")
    return value
