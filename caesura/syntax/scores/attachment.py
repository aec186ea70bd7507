"""How right forests are: attachment scores and segment F1, pooled over all queries (Pinter et al. 2016, section 6.2).

Everything is counted first; the scores are exact fractions of sums of counts, so pooling is adding.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from caesura.foundation import InputError
from caesura.shapes import Forest


@dataclass(frozen=True, slots=True)
class ForestScore:
    """Counts of one query or of many; add them up to pool. A score with nothing to divide by is 1 (nothing was wrong)."""

    queries: int = 0
    words: int = 0
    heads_right: int = 0
    labelled_words: int = 0
    labels_right: int = 0
    tags_right: int = 0
    gold_segments: int = 0
    found_segments: int = 0
    segments_right: int = 0

    def __add__(self, other: ForestScore) -> ForestScore:
        return ForestScore(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    @property
    def uas(self) -> Fraction:
        """Share of words with the right head; a root has the head 0, so root edges count."""
        return _share(self.heads_right, self.words)

    @property
    def las(self) -> Fraction | None:
        """Share of words with the right head and relation, None where the gold forests have no relations."""
        return _share(self.labels_right, self.labelled_words) if self.labelled_words else None

    @property
    def tag_accuracy(self) -> Fraction:
        return _share(self.tags_right, self.words)

    @property
    def segment_precision(self) -> Fraction:
        return _share(self.segments_right, self.found_segments)

    @property
    def segment_recall(self) -> Fraction:
        return _share(self.segments_right, self.gold_segments)

    @property
    def segment_f1(self) -> Fraction:
        """A segment is right if both of its ends are."""
        return _share(2 * self.segments_right, self.found_segments + self.gold_segments)


def score(gold: Forest, predicted: Forest) -> ForestScore:
    """One query. Relations count where the gold forest has them; a subtype (`nmod:poss`) must be right too."""
    if gold.size != predicted.size:
        raise InputError(f"{predicted.size} words were parsed, the query has {gold.size}")
    if not gold.size:
        return ForestScore(queries=1)
    heads = [one == other for one, other in zip(gold.heads, predicted.heads, strict=True)]
    labels = predicted.labels or ("",) * predicted.size
    wanted, given = set(gold.segments.spans), set(predicted.segments.spans)
    return ForestScore(
        queries=1,
        words=gold.size,
        heads_right=sum(heads),
        labelled_words=gold.size if gold.labels else 0,
        labels_right=sum(right and one == other for right, one, other in zip(heads, gold.labels or labels, labels, strict=True))
        if gold.labels
        else 0,
        tags_right=sum(one == other for one, other in zip(gold.tags, predicted.tags, strict=True)),
        gold_segments=len(wanted),
        found_segments=len(given),
        segments_right=len(wanted & given),
    )


def pool(scores: Iterable[ForestScore]) -> ForestScore:
    return sum(scores, ForestScore())


def _share(part: int, whole: int) -> Fraction:
    return Fraction(part, whole) if whole else Fraction(1)
