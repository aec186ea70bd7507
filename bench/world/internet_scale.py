"""What a day of a large search engine would need, computed from what was measured here: cost for one unit times the units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bench.world.growth import Medians
from bench.world.measuring import Measured
from bench.world.printing import duration, number

_DAY = 86_400.0
_HOUR = 3_600.0


@dataclass(frozen=True)
class Load:
    """This many units within this many seconds, done by a system that was measured."""

    says: str
    units: float
    within: float
    subject: str
    system: str
    #: On Spark the start-up is part of what was measured; the cost of one more unit is what counts at this scale.
    marginal: bool = False


LOADS = (
    Load("10^9 queries a day, `learned`", 1e9, _DAY, "segmenting", "Caesura, learned (default)"),
    Load("the same, `titles`", 1e9, _DAY, "segmenting", "Caesura, titles"),
    Load("the same, `best`", 1e9, _DAY, "segmenting", "Caesura, best"),
    Load("the same, `learned` on the command line", 1e9, _DAY, "segmenting", "Caesura, command line, a stream"),
    Load("the same, `learned` on Spark", 1e9, _DAY, "segmenting", "Caesura on Spark, start-up included", marginal=True),
    Load("10^10 n-grams of a day's log counted", 1e10, _DAY, "counting", "Caesura"),
    Load("the same on Spark", 1e10, _DAY, "counting", "Caesura on Spark", marginal=True),
    Load("a lexicon of 10^10 n-grams built in a day", 1e10, _DAY, "lexicon", "Caesura"),
    Load("10^6 answers an hour taken, SQLite", 1e6, _HOUR, "campaign", "Caesura, SQLite"),
    Load("the same, PostgreSQL", 1e6, _HOUR, "campaign", "Caesura, PostgreSQL, two servers"),
    Load("10^6 labels an hour learned, Dawid-Skene", 1e6, _HOUR, "labels", "Caesura, dawid-skene"),
    Load("the same, EBCC", 1e6, _HOUR, "labels", "Caesura, ebcc"),
)


def unit_cost(sizes: Mapping[int, Measured], *, marginal: bool) -> float:
    """At the largest size measured; marginal: what the work between the two largest cost."""
    ordered = [sizes[size] for size in sorted(sizes)]
    if marginal and len(ordered) > 1:
        before, last = ordered[-2:]
        return (last.seconds - before.seconds) / (last.amount - before.amount)
    return ordered[-1].each


def scale_section(found: Mapping[str, Medians]) -> list[str]:
    """Cores are kept busy, nothing is added for the network."""
    rows = []
    for load in LOADS:
        sizes = found.get(load.subject, {}).get(load.system)
        if not sizes:
            continue
        each = unit_cost(sizes, marginal=load.marginal)
        cores = load.units * each / load.within
        rows.append(
            f"| {load.says} | {duration(each)} | {number(load.units * each / _HOUR)} | {number(cores)} | "
            f"{sizes[max(sizes)].amount:,} |"
        )
    if not rows:
        return []
    heads = ["| load | CPU for one | CPU hours | cores kept busy | measured with |", "|---|---|---|---|---|"]
    return [
        "## Past this machine",
        "What a day of a large search engine would need: the measured cost of one unit, times the units. Segmenting and counting "
        "are split over machines by splitting the log; on Spark the cost is that of one more unit, start-up left out. Answers go "
        "through one database.",
        "\n".join([*heads, *rows]),
        *_campaigns(found.get("campaign", {})),
        *_lexicon(found.get("lexicon", {}).get("Caesura", {})),
    ]


def _campaigns(found: Medians) -> list[str]:
    rates = [
        f"{system.removeprefix('Caesura, ')} took {number(sizes[max(sizes)].figures['answers_per_second'])} from "
        f"{max(sizes):,} annotators"
        for system, sizes in found.items()
    ]
    return [f"10^6 answers an hour are {1e6 / _HOUR:,.0f} a second; on this machine {' and '.join(rates)}."] if rates else []


def _lexicon(table: Mapping[int, Measured]) -> list[str]:
    if not table:
        return []
    each = table[max(table)].figures["bytes"]
    return [
        f"A lexicon takes {each:.1f} bytes for an n-gram: 10^10 n-grams are {each * 1e10 / 1e9:,.0f} GB, mapped from disk and "
        "shared by all processes of a machine; they must fit into its memory for the speed above. A machine with less keeps the "
        "n-grams seen often enough (`lexicon build --min-count`), or a part of the log's languages each."
    ]
