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
#: Whether some words are the title of something.
IsTitle = Callable[[Words], bool]
#: Titles of more words are not looked for.
_LONGEST_TITLE = 12


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


def has_overlapping_titles(words: Words, is_title: IsTitle) -> bool:
    """Whether two titles of two or more words share a word of the query."""
    reached = 0
    for start in range(len(words) - 1):
        titles = [end for end in range(start + 2, min(len(words), start + _LONGEST_TITLE) + 1) if is_title(words[start:end])]
        if titles and (start < reached or len(titles) > 1):
            return True
        reached = max([reached, *titles])
    return False


@dataclass(frozen=True, slots=True)
class CorpusFacts:
    """Counts over a whole corpus. `cross[(row fact, column fact)][(row, column)]` is a number of queries.

    `someone_left_alone`: queries of which at least one annotator left every word alone; None without flat votes.
    `overlapping_titles`: queries in which two titles share a word; None where titles are not known.
    """

    queries: int
    annotations: int
    lengths: Mapping[int, int]
    segment_lengths: Mapping[int, int]
    counts: Mapping[str, Mapping[str, int]]
    cross: Mapping[tuple[str, str], Mapping[tuple[str, str], int]]
    first_two_votes: Mapping[tuple[int, int], int]
    someone_left_alone: int | None = None
    overlapping_titles: int | None = None


def corpus_facts(corpus: Corpus, tagger: Tagger | None = None, is_title: IsTitle | None = None) -> CorpusFacts:
    """All of chapter 3's figures in one pass; segment lengths count every annotator's segments. `is_title` knows titles."""
    lengths: Counter[int] = Counter()
    segment_lengths: Counter[int] = Counter()
    counts: dict[str, Counter[str]] = {fact: Counter() for fact in LABELS}
    cross: dict[tuple[str, str], Counter[tuple[str, str]]] = {pair: Counter() for pair in combinations(FACTS, 2)}
    first_two: Counter[tuple[int, int]] = Counter()
    alone = overlapping = flat_queries = 0
    for entry in corpus:
        flats = [vote.shape for vote in entry.votes if isinstance(vote.shape, Flat)]
        flat_queries += bool(flats)
        alone += any(not flat.is_segmented for flat in flats)
        overlapping += is_title is not None and has_overlapping_titles(entry.query.words, is_title)
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
        someone_left_alone=alone if flat_queries else None,
        overlapping_titles=None if is_title is None else overlapping,
    )
