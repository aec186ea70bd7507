"""Whole corpora for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from caesura.corpus import Corpus, Entry, Machine, Query, Vote, Votes, WorkerKind
from caesura.shapes import Flat, Shape
from tests.strategies import flats, nesteds, words

_names = st.text(st.sampled_from("abc-7 é"), min_size=1, max_size=4).filter(str.strip).map(str.strip)


@st.composite
def corpora(draw: st.DrawFn, *, nested: bool = False, named: bool = False, extras: bool = True) -> Corpus:
    """Small corpora with everything the canonical form holds; `named` gives every vote its annotators."""
    entries: list[Entry] = []
    for number in range(draw(st.integers(1, 4))):
        query_words = draw(words(6))
        one: st.SearchStrategy[Shape] = nesteds(len(query_words)) if nested else flats(len(query_words))
        shapes = draw(st.lists(one, unique=True, min_size=1, max_size=3))
        tags = draw(st.none() | st.lists(st.sampled_from(("NN", "'", '"', "???")), max_size=4).map(tuple)) if extras else None
        votes = tuple(_vote(draw, shape, place, named, extras) for place, shape in enumerate(shapes))
        entries.append(Entry(Query(f"q{number}", " ".join(query_words), tags), Votes(votes)))
    outputs = {}
    if extras and draw(st.booleans()):
        outputs = {"pmi": {entry.query.id: entry.votes.top.shape for entry in entries}}
    machines = {}
    if extras and draw(st.booleans()):
        answers = {entry.query.id: Votes((Vote(entry.votes.top.shape, draw(st.integers(1, 3))),)) for entry in entries}
        about = draw(st.sampled_from(({}, {"model": "tiny", "temperature": 0.5})))
        machines = {"gpt": Machine(draw(st.sampled_from(tuple(WorkerKind)[1:])), answers, about)}
    return Corpus("made", tuple(entries), outputs, machines)


def _vote(draw: st.DrawFn, shape: Shape, place: int, named: bool, extras: bool) -> Vote:
    count = draw(st.integers(1, 4))
    who = tuple(f"{draw(_names)}{place}-{i}" for i in range(count)) if named else ()
    typed = extras and isinstance(shape, Flat) and draw(st.booleans())
    return Vote(shape, count, who, ("kind",) * len(shape.spans) if typed and isinstance(shape, Flat) else ())
