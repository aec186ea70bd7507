"""The five subsets by which forests are evaluated, and a table of scores by subset (Pinter et al. 2016, tables 5 and 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caesura.foundation import InputError
from caesura.shapes import Forest
from caesura.syntax.scores.attachment import pool, score

#: Name of a subset -> what is in it.
SUBSETS = {
    "all": "every query",
    "content-words": "at most one word that is not a noun, verb (auxiliaries count), adjective or adverb",
    "low-confidence": "the parser's confidence in the whole query is at most .8",
    "multi-segment": "several segments in the gold forest",
    "single-segment": "one segment in the gold forest",
}

#: The paper's tag set has no tag for auxiliaries: forms of be, have and do are verbs there.
CONTENT_TAGS = frozenset({"NOUN", "PROPN", "VERB", "AUX", "ADJ", "ADV"})
LOW_CONFIDENCE = 0.8


def subsets_of(gold: Forest, tags: Sequence[str], confidence: float | None) -> tuple[str, ...]:
    """The subsets a query is in.

    `tags` are those a tagger gives and `confidence` is the parser's for the whole, unsegmented query: the first three subsets can
    be found without gold.
    """
    member = {
        "all": True,
        "content-words": sum(tag not in CONTENT_TAGS for tag in tags) <= 1,
        "low-confidence": confidence is not None and confidence <= LOW_CONFIDENCE,
        "multi-segment": len(gold.roots) > 1,
        "single-segment": len(gold.roots) == 1,
    }
    return tuple(name for name in SUBSETS if member[name])


def scores_by_subset(
    gold: Sequence[Forest],
    predicted: Sequence[Forest],
    tags: Sequence[Sequence[str]],
    confidences: Sequence[float | None],
) -> list[dict[str, Any]]:
    """One row per subset; a subset without queries has no scores."""
    if not len(gold) == len(predicted) == len(tags) == len(confidences):
        raise InputError(f"{len(predicted)} forests, {len(tags)} tags and {len(confidences)} confidences for {len(gold)} queries")
    counted = [score(*pair) for pair in zip(gold, predicted, strict=True)]
    members = [subsets_of(*each) for each in zip(gold, tags, confidences, strict=True)]
    rows = []
    for name in SUBSETS:
        total = pool(one for one, names in zip(counted, members, strict=True) if name in names)
        row: dict[str, Any] = {"subset": name, "queries": total.queries, "words": total.words}
        for figure in ("uas", "las", "tag_accuracy", "segment_precision", "segment_recall", "segment_f1"):
            row[figure] = getattr(total, figure) if total.queries else None
        rows.append(row)
    return rows
