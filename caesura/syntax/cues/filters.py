"""The training set of distant supervision: pairs in, segmented queries out, one after the other, and what became of each pair.

The filters are named steps in a fixed order; a pair is counted under the first one that turns it away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from caesura.syntax.closed_class import QUESTION_WORDS
from caesura.syntax.cues.pairs import Pair
from caesura.syntax.cues.segmentation import CueSegmentation, segment_by_cues, without_site_terms

LONGEST_TITLE: Final = 20

#: Name and test of each filter, in order: a pair must pass all.
FILTERS: Final[tuple[tuple[str, Callable[[Pair], bool]], ...]] = (
    ("title-at-most-20-words", lambda pair: 0 < len(pair.title) <= LONGEST_TITLE),
    ("title-begins-with-question-word", lambda pair: pair.title[0] in QUESTION_WORDS),
    ("query-not-empty", lambda pair: bool(without_site_terms(pair.query))),
    ("query-words-in-title", lambda pair: segment_by_cues(pair) is not None),
)


@dataclass
class CueCounts:
    """What the generator saw so far."""

    pairs: int = 0
    kept: int = 0
    multi_segment: int = 0
    breaks: int = 0
    words: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    cues: Counter[str] = field(default_factory=Counter)

    def add(self, segmented: CueSegmentation) -> None:
        self.kept += 1
        self.words += len(segmented.words)
        self.breaks += sum(segmented.flat.breaks)
        self.multi_segment += any(segmented.flat.breaks)
        self.cues.update(cue.value for cues in segmented.cues for cue in cues)

    def as_json(self) -> dict[str, Any]:
        """Counts by filter and by cue; a break may have several cues."""
        from caesura.syntax.cues.segmentation import Cue

        return {
            "pairs": self.pairs,
            "rejected": {name: self.rejected[name] for name, _ in FILTERS},
            "kept": self.kept,
            "words": self.words,
            "multi_segment": self.multi_segment,
            "breaks": self.breaks,
            "cues": {cue.value: self.cues[cue.value] for cue in Cue},
        }


def failed_filter(pair: Pair) -> str | None:
    """The name of the first filter the pair does not pass."""
    return next((name for name, passes in FILTERS if not passes(pair)), None)


def segment_pairs(pairs: Iterable[Pair], counts: CueCounts | None = None) -> Iterator[CueSegmentation]:
    """Segmented queries, as they come; `counts` is kept up to date on the way."""
    counts = CueCounts() if counts is None else counts
    for pair in pairs:
        counts.pairs += 1
        reason = failed_filter(pair)
        segmented = None if reason is not None else segment_by_cues(pair)
        if segmented is None:
            counts.rejected[reason or "query-words-in-title"] += 1
        else:
            counts.add(segmented)
            yield segmented
