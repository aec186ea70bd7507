"""Which phrases a log holds, how often, and how sure the segmenter is of them.

Each distinct query (folded: lower case, NFKC) is segmented once and counts as often as it was asked. A phrase's count is how
often its words were a segment; its probability is the mean over these, where the method knows probabilities; its examples are
the most frequent queries it was found in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from caesura.foundation import Advance, InputError, unwatched
from caesura.phrasing.query import SegmentationLike
from caesura.shapes import MAX_WORDS, Words, fold

#: Queries that are segmented at once.
_BATCH = 10_000
EXAMPLES = 3
#: A word without characters that mean something to one of the formats; a phrase with others is left out.
_PLAIN = re.compile(r"\w[\w.'&+/-]*")

SegmentMany = Callable[[Sequence[str]], Iterable[SegmentationLike]]


@dataclass(frozen=True, slots=True)
class MinedPhrase:
    """A phrase, how many queries of the log hold it as a segment, how likely it is, and some of these queries."""

    text: str
    count: int
    probability: float | None = None
    examples: tuple[str, ...] = ()


@dataclass(slots=True)
class _Found:
    count: int = 0
    probabilities: float = 0.0
    examples: list[tuple[int, str]] = field(default_factory=list)


def mine_phrases(
    queries: Iterable[str] | Iterable[tuple[str, int]],
    segment_many: SegmentMany,
    *,
    min_count: int = 5,
    max_words: int = 5,
    advance: Advance = unwatched,
) -> list[MinedPhrase]:
    """The phrases of a log, the most frequent first; of queries, or of pairs of query and count.

    Memory grows with the distinct queries. A query without words, or of more than 64, holds no phrase.
    """
    if min_count < 1 or max_words < 2:
        raise InputError(f"phrases of up to {max_words} words, from {min_count} times on", cure="use at least 2 words and 1 time")
    counted: Counter[str] = Counter()
    for one in queries:
        text, count = (one, 1) if isinstance(one, str) else one
        words = text.split()
        if 1 < len(words) <= MAX_WORDS:
            counted[" ".join(map(fold, words))] += count
    by_words: dict[Words, _Found] = {}
    texts = list(counted)
    for start in range(0, len(texts), _BATCH):
        some = texts[start : start + _BATCH]
        for text, segmentation in zip(some, segment_many(some), strict=True):
            _add(by_words, segmentation, text, counted[text], max_words)
        advance(len(some))
    mined = [_mined(words, one) for words, one in by_words.items() if one.count >= min_count]
    return sorted(mined, key=lambda one: (-one.count, one.text))


def _add(by_words: dict[Words, _Found], segmentation: SegmentationLike, text: str, count: int, max_words: int) -> None:
    known = segmentation.probabilities
    for number, words in enumerate(segmentation.flat.segments(segmentation.query_words)):
        if not 2 <= len(words) <= max_words or not all(map(_PLAIN.fullmatch, words)):
            continue
        one = by_words.setdefault(words, _Found())
        one.count += count
        # Below 0: a method that has no probabilities.
        one.probabilities += count * (-1.0 if known is None else known[number])
        one.examples.append((-count, text))
        if len(one.examples) > 4 * EXAMPLES:
            one.examples = sorted(one.examples)[:EXAMPLES]


def _mined(words: Words, one: _Found) -> MinedPhrase:
    probability = one.probabilities / one.count
    examples = tuple(text for _, text in sorted(one.examples)[:EXAMPLES])
    return MinedPhrase(" ".join(words), one.count, None if probability < 0 else round(probability, 4), examples)
