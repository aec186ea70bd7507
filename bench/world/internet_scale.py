"""What a day of a large search engine would need, computed from what was measured here: cost for one unit times the units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bench.world.measuring import Measured

_DAY = 86_400.0
_HOUR = 3_600.0


@dataclass(frozen=True)
class Load:
    """So many units in so many seconds, done by a system that was measured."""

    says: str
    units: float
    within: float
    subject: str
    system: str


LOADS = (
    Load("10^9 queries a day segmented, `learned`", 1e9, _DAY, "segmenting", "Caesura, learned (default)"),
    Load("the same by `titles`", 1e9, _DAY, "segmenting", "Caesura, titles"),
    Load("the same by `best`", 1e9, _DAY, "segmenting", "Caesura, best"),
    Load("10^10 n-grams counted in a day", 1e10, _DAY, "counting", "Caesura"),
    Load("the same on Spark", 1e10, _DAY, "counting", "Caesura on Spark"),
    Load("a lexicon of 10^10 n-grams built in a day", 1e10, _DAY, "lexicon", "Caesura"),
    Load("10^6 labels an hour learned by Dawid-Skene", 1e6, _HOUR, "labels-dawid-skene", "Caesura, dawid-skene"),
    Load("the same by EBCC", 1e6, _HOUR, "labels-ebcc", "Caesura, ebcc"),
)


def scale_section(found: Mapping[str, Mapping[str, Mapping[int, Measured]]]) -> list[str]:
    """The cost of a unit is that at the largest size measured; cores are kept busy, nothing is added for the network."""
    rows = []
    for load in LOADS:
        sizes = found.get(load.subject, {}).get(load.system)
        if not sizes:
            continue
        largest = sizes[max(sizes)]
        cores = load.units * largest.each / load.within
        rows.append(f"| {load.says} | {load.units * largest.each / _HOUR:,.2f} | {cores:,.2f} | {max(sizes):,} |")
    if not rows:
        return []
    parts = [
        "## Past this machine",
        "What a day of a large search engine would need, computed from the cost of one unit at the largest size measured above. "
        "Segmenting and counting are split over machines by splitting the log; a campaign's answers go through one database.",
        "\n".join(["| load | CPU hours | cores kept busy | measured at size |", "|---|---|---|---|", *rows]),
    ]
    for system, sizes in found.get("campaign", {}).items():
        rate = sizes[max(sizes)].figures["answers_per_second"]
        parts.append(
            f"10^6 answers an hour are {1e6 / _HOUR:,.0f} a second; {system} took {rate:,.0f} from {max(sizes):,} annotators."
        )
    table = found.get("lexicon", {}).get("Caesura")
    if table:
        each = table[max(table)].figures["bytes"]
        parts.append(
            f"A lexicon takes {each:.1f} bytes for an n-gram: 10^10 n-grams are {each * 1e10 / 1e9:,.0f} GB, mapped from disk and "
            "shared by all processes of a machine; they must fit into its memory for the speed above."
        )
    return parts
