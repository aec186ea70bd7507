"""Random corpora: 1 to 30 annotators, ties, repeated words, one-word queries, and predictions for them."""

from __future__ import annotations

from hypothesis import strategies as st

from caesura.corpus import Corpus, Entry, Query, Vote, Votes
from caesura.shapes import Flat, parse_pipe

#: Few different words, so that they repeat inside a query.
_WORDS = ("new", "york", "times", "square")


@st.composite
def entries(draw: st.DrawFn, number: int, longest: int, annotators: int) -> Entry:
    words = draw(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=longest))
    shapes = draw(st.lists(flats(len(words)), min_size=1, max_size=8, unique=True))
    spare = annotators - len(shapes)
    counts = [1 + draw(st.integers(0, max(0, spare // len(shapes)))) for _ in shapes]
    return Entry(Query(f"q{number}", " ".join(words)), Votes(tuple(map(Vote, shapes, counts))))


def flats(size: int) -> st.SearchStrategy[Flat]:
    return st.integers(0, 2 ** (size - 1) - 1).map(lambda mask: Flat.from_mask(size, mask))


@st.composite
def corpora(draw: st.DrawFn, longest: int = 9, annotators: int = 30, most: int = 6) -> Corpus:
    size = draw(st.integers(1, most))
    return Corpus("random", tuple(draw(entries(number, longest, annotators)) for number in range(size)))


@st.composite
def predicted(draw: st.DrawFn, longest: int = 9, annotators: int = 30, most: int = 6) -> tuple[Corpus, dict[str, Flat]]:
    """A corpus and a prediction for each query: often an annotator's, else any."""
    corpus = draw(corpora(longest, annotators, most))
    predictions: dict[str, Flat] = {}
    for entry in corpus:
        chosen = draw(st.one_of(st.sampled_from([vote.shape for vote in entry.votes]), flats(len(entry.query.words))))
        assert isinstance(chosen, Flat)
        predictions[entry.query.id] = chosen
    return corpus, predictions


def entry(query_id: str, votes: dict[str, int], tags: tuple[str, ...] | None = None) -> Entry:
    """`entry("1", {"new york|times": 7, "new|york times": 3})`, the text taken from the first segmentation."""
    parsed = [(parse_pipe(text), count) for text, count in votes.items()]
    words = parsed[0][0][0]
    return Entry(Query(query_id, " ".join(words), tags), Votes(tuple(Vote(flat, count) for (_, flat), count in parsed)))
