"""What a segmenter answers: a flat segmentation with its score, and where each segment stands in the text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from caesura.foundation import InputError
from caesura.shapes import Flat, Span, Words, flat_boxes, print_pipe, print_quotes, query_words, word_offsets

#: Weights are whole numbers where the method counts, floats where it takes logarithms or probabilities.
Score = int | float | Fraction


@dataclass(frozen=True, slots=True)
class Segment:
    """One segment: its text as typed, its characters `start:end`, its words, its score."""

    text: str
    start: int
    end: int
    words: int
    score: Score
    probability: float | None = None

    def as_json(self) -> dict[str, object]:
        known: dict[str, object] = {
            "text": self.text,
            "start": self.start,
            "end": self.end,
            "words": self.words,
            "score": _number(self.score),
        }
        if self.probability is not None:
            known["probability"] = self.probability
        return known


@dataclass(frozen=True, slots=True)
class Segmentation:
    """The words of a query, how they are cut, and what that is worth.

    `segment_scores` holds one score per segment. `text` is the query as typed; offsets refer to it. Where it is not
    given the words count as separated by single spaces. `probabilities` (one per segment), the `probability` of the whole and the
    query's ambiguity come from methods that know them: `entropy` is that of all its segmentations, in bits.
    """

    query_words: Words
    flat: Flat
    score: Score = 0
    segment_scores: tuple[Score, ...] = ()
    method: str = ""
    text: str = ""
    probabilities: tuple[float, ...] | None = None
    probability: float | None = None
    entropy: float | None = None

    def __post_init__(self) -> None:
        if not self.text:
            object.__setattr__(self, "text", " ".join(self.query_words))
        if len(self.query_words) != self.flat.size:
            raise InputError(f"{len(self.query_words)} words for a segmentation of {self.flat.size}")
        segments = self.flat.size - self.flat.breaks.count(0)
        if not self.segment_scores:
            object.__setattr__(self, "segment_scores", (0,) * segments)
        if len(self.segment_scores) != segments:
            raise InputError(f"{len(self.segment_scores)} scores for {segments} segments")
        if self.probabilities is not None and len(self.probabilities) != segments:
            raise InputError(f"{len(self.probabilities)} probabilities for {segments} segments")

    @classmethod
    def of(cls, text: str, flat: Flat, method: str = "") -> Segmentation:
        """A segmentation without scores, as an annotator or a predictions file gives it."""
        return cls(query_words(text), flat, method=method, text=text)

    @property
    def spans(self) -> tuple[Span, ...]:
        """Segments as word spans."""
        return self.flat.spans

    @property
    def offsets(self) -> tuple[Span, ...]:
        """Start and end of each segment in `text`, in characters."""
        return self._offsets(self.spans)

    def _offsets(self, spans: tuple[Span, ...]) -> tuple[Span, ...]:
        places = word_offsets(self.text)
        return tuple((places[start][0], places[end - 1][1]) for start, end in spans)

    @property
    def segments(self) -> tuple[Segment, ...]:
        chances = self.probabilities or (None,) * len(self.segment_scores)
        spans = self.spans
        return tuple(
            Segment(self.text[start:end], start, end, last - first, score, chance)
            for (start, end), (first, last), score, chance in zip(
                self._offsets(spans), spans, self.segment_scores, chances, strict=True
            )
        )

    @property
    def pipe(self) -> str:
        return print_pipe(self.query_words, self.flat)

    @property
    def quotes(self) -> str:
        return print_quotes(self.query_words, self.flat)

    def _repr_html_(self) -> str:
        """Boxes, in a notebook; a box says its probability when pointed at."""
        chances = [] if self.probabilities is None else [f"probability {chance:.2f}" for chance in self.probabilities]
        return flat_boxes(self.query_words, self.flat, chances)

    def as_json(self) -> Mapping[str, object]:
        """One line of `caesura segment --format jsonl`."""
        record: dict[str, object] = {
            "query": self.text,
            "segments": [segment.as_json() for segment in self.segments],
            "score": _number(self.score),
            "method": self.method,
        }
        if self.probability is not None:
            record["probability"] = self.probability
        if self.entropy is not None:
            record["entropy"] = self.entropy
        return record


def _number(score: Score) -> int | float:
    return float(score) if isinstance(score, Fraction) else score
