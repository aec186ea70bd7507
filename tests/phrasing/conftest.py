"""Queries nobody would type, and some that people do: `st.from_type(SegmentedQuery)` draws them in every test here."""

from __future__ import annotations

from hypothesis import strategies as st

from caesura.phrasing import Field, Options, SegmentedQuery, segmented_query
from caesura.shapes import Flat
from tests.phrasing.traps import TRAPS

_anything = st.text(min_size=1, max_size=8).map(lambda text: "".join(text.split())).filter(bool)
_punctuation = st.text(alphabet="+-&|!(){}[]^\"~*?:\\/#$@.,;'<>=_%ab1", min_size=1, max_size=6)
words = st.lists(st.one_of(st.sampled_from(TRAPS), _punctuation, _anything), min_size=1, max_size=7)


@st.composite
def segmented_queries(draw: st.DrawFn) -> SegmentedQuery:
    found = draw(words)
    flat = Flat(tuple(draw(st.lists(st.integers(0, 1), min_size=len(found) - 1, max_size=len(found) - 1))))
    size = len(flat.spans)
    known = draw(st.none() | st.lists(st.none() | st.floats(0, 1), min_size=size, max_size=size))
    return segmented_query(found, flat, text=draw(st.sampled_from((" ", "  ", "\t"))).join(found), probabilities=known)


_fields = st.lists(
    st.builds(Field, st.sampled_from(("title", "body", "url_text", "summary")), st.floats(0.01, 50)),
    max_size=3,
    unique_by=lambda f: f.name,
)
#: With what not every engine can express.
every_option = st.builds(
    Options,
    fields=_fields.map(tuple),
    phrase_fields=_fields.map(tuple),
    boost=st.floats(0.1, 100),
    slop=st.integers(0, 3) | st.just(((2, 0), (3, 2))),
    combine=st.sampled_from(("best", "sum")),
    growth=st.sampled_from((0.0, 1.0, 2.5)),
    cap=st.none() | st.floats(0.1, 10),
    tie=st.floats(0, 1),
    mode=st.sampled_from(("boost", "filter")),
    min_confidence=st.sampled_from((0.0, 0.5)),
)
st.register_type_strategy(SegmentedQuery, segmented_queries())
st.register_type_strategy(
    Options,
    st.builds(
        Options,
        fields=_fields.map(tuple),
        boost=st.floats(1e-6, 1e6),
        slop=st.integers(0, 3),
        tie=st.floats(0, 1),
        operator=st.sampled_from(("or", "and")),
        mode=st.sampled_from(("boost", "filter")),
        min_confidence=st.sampled_from((0.0, 0.5, 1.0)),
    ),
)
