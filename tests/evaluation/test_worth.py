"""Worth in people: the fast path equals the plain one, and figures that can be worked out by hand come out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.corpus import Corpus, Entry, Query, Vote, Votes
from caesura.evaluation.worth.curve import People, people_for
from caesura.evaluation.worth.figures import worth_in_people
from caesura.evaluation.worth.plain import crowd_answer, plain_scores
from caesura.evaluation.worth.scores import MEASURES, _scored
from caesura.foundation import InputError
from caesura.shapes import Flat

SIZES, CURVE = (1, 3, 5), (0.4, 0.5, 0.55)


def breaks(places: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.tuples(*[st.integers(0, 1)] * places)


@given(st.integers(1, 6).flatmap(lambda n: st.tuples(breaks(n), st.lists(breaks(n), min_size=1, max_size=7))))
def test_the_fast_path_equals_the_plain_one(case: tuple[tuple[int, ...], list[tuple[int, ...]]]) -> None:
    answer, votes = case
    broke = np.array(votes, dtype=np.int16).sum(axis=0)[None, None]
    fast = _scored(np.array(answer, dtype=bool)[None, None], broke, len(votes))
    plain = plain_scores(Flat(answer), [Flat(vote) for vote in votes])
    for measure in MEASURES:
        assert fast[measure][0, 0] == pytest.approx(float(plain[measure]), abs=1e-15)


def test_a_crowd_breaks_where_half_of_it_does() -> None:
    assert crowd_answer([Flat((1, 0, 1)), Flat((0, 0, 1))]) == Flat((1, 0, 1))


@pytest.mark.parametrize(
    ("score", "people"),
    [
        (0.4, People(1)),
        (0.45, People(2)),
        (0.525, People(4)),
        (0.55, People(5)),
        (0.2, People(0.5)),
        (0.56, People(5, more_than=True)),
    ],
)
def test_people_are_read_off_the_curve(score: float, people: People) -> None:
    found = people_for(score, SIZES, CURVE)
    assert found.more_than == people.more_than
    assert found.number == pytest.approx(people.number)


def test_a_curve_that_falls_by_chance_does_not_turn_back() -> None:
    assert people_for(0.5, SIZES, (0.4, 0.5, 0.49)).number == pytest.approx(3)


def corpus(queries: int, votes: tuple[Vote, ...], words: str = "a b c") -> Corpus:
    return Corpus("made", tuple(Entry(Query(f"q{n}", words), Votes(votes)) for n in range(queries)))


def test_where_everybody_agrees_one_person_is_worth_as_much_as_all() -> None:
    made = corpus(25, (Vote(Flat((1, 0)), 10),))
    good = {entry.query.id: Flat((1, 0)) for entry in made}
    bad = {entry.query.id: Flat((0, 1)) for entry in made}
    found = worth_in_people(made, {"good": good, "bad": bad}, resamples=10)
    assert set(found.curve) == {1, 3, 5, 7}
    assert all(score == 1 for of in found.curve.values() for score in of.values())
    by_method = {(row.method, row.measure): row.people for row in found.rows}
    assert by_method["good", "query"].number == 1
    assert by_method["bad", "query"].number == 0


def test_a_larger_crowd_is_worth_more_and_seeds_repeat() -> None:
    made = corpus(200, (Vote(Flat((1, 0)), 6), Vote(Flat((0, 0)), 3), Vote(Flat((1, 1)), 1)))
    majority = {entry.query.id: Flat((1, 0)) for entry in made}
    found = worth_in_people(made, {"majority": majority}, resamples=50)
    for measure in MEASURES:
        values = [found.curve[size][measure] for size in (1, 3, 5, 7)]
        assert values == sorted(values)
    (row,) = (row for row in found.rows if row.measure == "query")
    # The majority of all ten is better than any crowd that leaves three of them out.
    assert row.people.number > 5
    assert row.interval is not None
    assert row.interval[0].number <= row.people.number <= row.interval[1].number
    assert worth_in_people(made, {"majority": majority}, resamples=50) == found


def test_queries_short_of_votes_are_left_out() -> None:
    enough = corpus(30, (Vote(Flat((1, 0)), 10),))
    few = [Entry(Query("short", "a b c"), Votes((Vote(Flat((1, 0)), 3),))), Entry(Query("one", "a"), Votes(()))]
    made = Corpus("made", (*enough, *few))
    found = worth_in_people(made, {"m": {entry.query.id: Flat((1, 0)) for entry in made}}, resamples=0)
    assert (found.queries, found.left_out) == (30, 2)
    assert found.rows[0].interval is None


@pytest.mark.parametrize(("queries", "reference"), [(19, 3), (30, 10)])
def test_too_few_queries_or_votes(queries: int, reference: int) -> None:
    made = corpus(queries, (Vote(Flat((1, 0)), 10),))
    with pytest.raises(InputError, match="needs at least 20"):
        worth_in_people(made, {"m": {entry.query.id: Flat((1, 0)) for entry in made}}, reference=reference)
