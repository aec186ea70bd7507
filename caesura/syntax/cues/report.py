"""Pairs in, cue-segmented queries out, and what became of each pair; real and synthetic pairs are counted apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from caesura.shapes import Words
from caesura.syntax.cues.checked_sample import CheckedSample
from caesura.syntax.cues.filters import CueCounts, segment_pairs
from caesura.syntax.cues.pairs import Pair
from caesura.syntax.cues.segmentation import CueSegmentation
from caesura.syntax.cues.shortening import shorten_questions, shortening_counts
from caesura.tagging import default_tagger


def cue_report(
    pairs: Iterable[Pair],
    questions: Iterable[Words],
    *,
    seed: int = 1,
    checked: CheckedSample | None = None,
    write: Callable[[CueSegmentation], object] | None = None,
) -> dict[str, Any]:
    """Counts by filter and by cue. Each segmented query goes to `write`, and is compared with the checked sample if given."""
    counts = {"real": CueCounts(), "synthetic": CueCounts()}
    drawn: Counter[str] = Counter()
    synthetic = (pair for _, pair in shorten_questions(questions, default_tagger(), seed=seed, counts=drawn))
    for kind, source in (("real", pairs), ("synthetic", synthetic)):
        for segmented in segment_pairs(source, counts[kind]):
            if write is not None:
                write(segmented)
            if checked is not None:
                checked.add(segmented, kind)
    report: dict[str, Any] = {kind: counted.as_json() for kind, counted in counts.items()}
    report["shortenings"] = shortening_counts(drawn)
    if checked is not None:
        report["checked"] = checked.as_json()
    return report
