"""What a corpus is like: lengths, safe and unsafe, segmented and unsegmented top votes, nominal queries (thesis ch. 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.query import Query
from caesura.shapes import Flat, Words

Tagger = Callable[[Words], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one query that tables are made of. None where they cannot be known (no votes, no tags)."""

    length: int
    safe: bool | None
    segmented: bool | None
    nominal: bool | None

    def label(self, fact: str) -> str | None:
        """The fact as a table names it."""
        value = getattr(self, fact)
        if fact == "length":
            return str(value)
        return None if value is None else LABELS[fact][0 if value else 1]


#: What a fact's two values are called; a table of facts has its rows and columns in this order.
LABELS: Mapping[str, tuple[str, str]] = {
    "safe": ("safe", "unsafe"),
    "segmented": ("segmented", "unsegmented"),
    "nominal": ("nominal", "non-nominal"),
}
FACTS = ("length", "nominal", "segmented", "safe")


def query_facts(entry: Entry, tagger: Tagger | None = None) -> Facts:
    query = entry.query
    if query.tags is None and tagger is not None:
        query = Query(query.id, query.text, tuple(tagger(query.words)))
    top = entry.votes.top.shape if entry.votes else None
    return Facts(
        length=len(query.words),
        safe=entry.votes.is_safe if entry.votes else None,
        segmented=top.is_segmented if isinstance(top, Flat) else None,
        nominal=query.is_nominal,
    )


@dataclass(frozen=True, slots=True)
class CorpusFacts:
    """Counts over a whole corpus. `cross[(row fact, column fact)][(row, column)]` is a number of queries."""

    queries: int
    annotations: int
    lengths: Mapping[int, int]
    segment_lengths: Mapping[int, int]
    counts: Mapping[str, Mapping[str, int]]
    cross: Mapping[tuple[str, str], Mapping[tuple[str, str], int]]
    first_two_votes: Mapping[tuple[int, int], int]


def corpus_facts(corpus: Corpus, tagger: Tagger | None = None) -> CorpusFacts:
    """All of chapter 3's figures in one pass; segment lengths count every annotator's segments."""
    lengths: Counter[int] = Counter()
    segment_lengths: Counter[int] = Counter()
    counts: dict[str, Counter[str]] = {fact: Counter() for fact in LABELS}
    cross: dict[tuple[str, str], Counter[tuple[str, str]]] = {pair: Counter() for pair in combinations(FACTS, 2)}
    first_two: Counter[tuple[int, int]] = Counter()
    for entry in corpus:
        facts = query_facts(entry, tagger)
        lengths[facts.length] += 1
        labels = {fact: facts.label(fact) for fact in FACTS}
        for fact, counter in counts.items():
            if (label := labels[fact]) is not None:
                counter[label] += 1
        for (row, column), table in cross.items():
            if (row_label := labels[row]) is not None and (column_label := labels[column]) is not None:
                table[row_label, column_label] += 1
        if entry.votes:
            first_two[entry.votes.first_two] += 1
        for vote in entry.votes:
            if isinstance(vote.shape, Flat):
                for length in vote.shape.lengths:
                    segment_lengths[length] += vote.count
    return CorpusFacts(
        queries=len(corpus),
        annotations=sum(entry.votes.total for entry in corpus),
        lengths=dict(sorted(lengths.items())),
        segment_lengths=dict(sorted(segment_lengths.items())),
        counts=counts,
        cross=cross,
        first_two_votes=dict(sorted(first_two.items(), reverse=True)),
    )
