"""The most popular option: of each query, and how many chose it, by query length (Lioma et al. 2018, tables 1 to 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from statistics import fmean

from caesura.agreement.items import AnnotatedQuery, Pattern
from caesura.corpus import Corpus, Entry
from caesura.foundation import InputError
from caesura.shapes import Shape


@dataclass(frozen=True, slots=True)
class Popularity:
    """Queries of one length (or of all: `words` None). `alone` is how many have every word by itself as most popular option."""

    words: int | None
    queries: int
    alone: int
    phrases: int
    agreement: Fraction


def popular_options(items: Sequence[AnnotatedQuery]) -> list[Popularity]:
    """One row per length, long queries first as printed; an option is a whole segmentation, equal votes keep their order."""
    rows = []
    for boundaries in sorted({item.boundaries for item in items}, reverse=True):
        of_length = [item for item in items if item.boundaries == boundaries]
        rows.append(_row(boundaries + 1, of_length))
    return rows


def mean_popularity(items: Sequence[AnnotatedQuery]) -> tuple[Popularity, Fraction]:
    """The row of all queries, whose agreement is the mean over queries, and the printed total: the plain mean of the rows."""
    rows = popular_options(items)
    return _row(None, items), sum((row.agreement for row in rows), Fraction(0)) / len(rows)


@dataclass(frozen=True, slots=True)
class PopularOption:
    """A query's most popular option and the share of its annotators who chose it."""

    entry: Entry
    shape: Shape
    agreement: Fraction


def most_popular(corpus: Corpus) -> list[PopularOption]:
    """Table 1: each annotated query with its most popular option, those that most agree on first; equals keep their order."""
    options = [
        PopularOption(entry, entry.votes.top.shape, Fraction(entry.votes.top.count, entry.votes.total))
        for entry in corpus
        if entry.votes
    ]
    return sorted(options, key=lambda one: -one.agreement)


def trust_by_length(corpus: Corpus, trust: Mapping[str, float]) -> dict[int | None, float]:
    """Table 3's last column: the mean trust in a query's annotators, over the queries of each length, and over all (None).

    Annotators whose trust is not known leave the mean, and queries where nobody's is.
    """
    means: dict[int, list[float]] = {}
    for entry in corpus:
        known = [trust[name] for vote in entry.votes for name in vote.annotators if name in trust]
        if known and len(entry.query.words) > 1:
            means.setdefault(len(entry.query.words), []).append(fmean(known))
    if not means:
        raise InputError(
            f"none of the trust scores is for an annotator of {corpus.name}",
            cure="lines are annotator<TAB>trust, with the names in the corpus",
        )
    return {**{words: fmean(values) for words, values in sorted(means.items(), reverse=True)}, None: fmean(chain(*means.values()))}


def _row(words: int | None, items: Sequence[AnnotatedQuery]) -> Popularity:
    alone = sum(all(_top(item)[0]) for item in items)
    popular: dict[int, int] = {}  # by the number of annotators: queries with equal numbers share a denominator
    for item in items:
        popular[item.total] = popular.get(item.total, 0) + _top(item)[1]
    agreement = sum((Fraction(votes, total) for total, votes in popular.items()), Fraction(0)) / len(items)
    return Popularity(words, len(items), alone, len(items) - alone, agreement)


def _top(item: AnnotatedQuery) -> tuple[Pattern, int]:
    return max(item.patterns, key=lambda vote: vote[1])
