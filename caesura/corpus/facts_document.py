"""The facts about a corpus as one document, with the signature of its data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caesura.corpus.corpus import Corpus
from caesura.corpus.facts import CorpusFacts
from caesura.foundation import signature


def facts_report(corpus: Corpus, facts: CorpusFacts) -> dict[str, Any]:
    """Counts, shares and cross tables; facts that cannot be known (no votes, no tags) are left out."""
    counts = facts.counts
    document: dict[str, Any] = {
        "queries": facts.queries,
        "annotations": facts.annotations,
        "lengths": {str(length): n for length, n in facts.lengths.items()},
        "length_shares": {str(length): n / facts.queries for length, n in facts.lengths.items()},
        "segment_lengths": {str(length): n for length, n in facts.segment_lengths.items()},
    }
    if counts["safe"]:
        document |= {
            "safe": counts["safe"]["safe"],
            "unsafe": counts["safe"]["unsafe"],
            "safe_share": _share(counts["safe"], "safe"),
        }
    if counts["segmented"]:
        document |= {
            "top_vote_segmented": counts["segmented"]["segmented"],
            "top_vote_unsegmented": counts["segmented"]["unsegmented"],
            "top_vote_unsegmented_share": _share(counts["segmented"], "unsegmented"),
        }
    for name in ("someone_left_alone", "overlapping_titles"):
        if (number := getattr(facts, name)) is not None:
            document |= {name: number, f"{name}_share": number / facts.queries}
    if counts["nominal"]:
        document |= {"nominal": counts["nominal"]["nominal"], "nominal_share": _share(counts["nominal"], "nominal")}
    document["cross_tables"] = {f"{row} x {column}": _nested(table) for (row, column), table in facts.cross.items() if table}
    document["first_two_votes"] = {f"{first},{second}": n for (first, second), n in facts.first_two_votes.items()}
    if corpus.outputs:
        document["outputs"] = sorted(corpus.outputs)
    if corpus.machines:
        document["machines"] = {
            name: {
                "kind": machine.kind.value,
                "queries": len(machine.answers),
                "annotations": sum(votes.total for votes in machine.answers.values()),
                "about": dict(machine.about),
            }
            for name, machine in corpus.machines.items()
        }
    document["signature"] = signature(data=corpus.signature)
    return document


def _nested(table: Mapping[tuple[str, str], int]) -> dict[str, dict[str, int]]:
    nested: dict[str, dict[str, int]] = {}
    for (row, column), count in sorted(table.items(), key=lambda item: (len(item[0][0]), item[0])):
        nested.setdefault(row, {})[column] = count
    return nested


def _share(counts: Mapping[str, int], label: str) -> float:
    return counts[label] / sum(counts.values())
