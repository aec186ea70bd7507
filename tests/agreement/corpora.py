"""Random annotations: unequal numbers of annotators, all lengths, one-word queries and single annotations among them."""

from __future__ import annotations

from hypothesis import strategies as st

from caesura.agreement import AnnotatedQuery, Kind
from caesura.corpus import Corpus, Entry, Query, Votes
from caesura.shapes import Flat, Nested, boundaries
from tests.strategies import flats, nesteds


def shapes(size: int, kind: Kind) -> st.SearchStrategy[Flat | Nested]:
    return st.one_of(flats(size)) if kind is Kind.FLAT else st.one_of(nesteds(size))


@st.composite
def items(draw: st.DrawFn, number: int, kind: Kind, longest: int = 6, shortest: int = 2) -> AnnotatedQuery:
    size = draw(st.integers(shortest, longest))
    patterns = draw(st.lists(shapes(size, kind).map(boundaries), min_size=1, max_size=4, unique=True))
    counts = draw(st.lists(st.integers(1, 5), min_size=len(patterns), max_size=len(patterns)))
    return AnnotatedQuery(f"q{number}", tuple(zip(patterns, counts, strict=True)))


@st.composite
def item_lists(draw: st.DrawFn, kind: Kind, most: int = 6, longest: int = 6) -> tuple[AnnotatedQuery, ...]:
    return tuple(draw(items(number, kind, longest)) for number in range(draw(st.integers(1, most))))


@st.composite
def corpora(draw: st.DrawFn, kind: Kind = Kind.FLAT, most: int = 5, longest: int = 6) -> Corpus:
    """With named annotators, who may have worked on a query twice."""
    entries = []
    for number in range(draw(st.integers(1, most))):
        size = draw(st.integers(1, longest))
        chosen = draw(st.lists(st.tuples(shapes(size, kind), st.sampled_from("abcd")), min_size=1, max_size=6))
        votes = Votes.count((shape, who, ()) for shape, who in chosen)
        entries.append(Entry(Query(f"q{number}", " ".join("w" * size)), votes))
    return Corpus("random", tuple(entries))


def without(corpus: Corpus, annotator: str) -> Corpus:
    """The same corpus as if this annotator had never been there."""
    entries = []
    for entry in corpus:
        left = [(vote.shape, who, vote.types) for vote in entry.votes for who in vote.annotators if who != annotator]
        entries.append(Entry(entry.query, Votes.count(left)))
    return Corpus(corpus.name, tuple(entries))
