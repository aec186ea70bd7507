from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.agreement import Distance, Kind, alpha, contributions, items_of, pairable, pairwise_kappa
from caesura.corpus import Corpus, Entry, Query, Vote, Votes
from caesura.foundation import InputError
from caesura.shapes import Flat
from tests.agreement.corpora import corpora, without


@given(st.data(), st.sampled_from(Kind), st.sampled_from(Distance))
def test_leaving_one_out_is_computing_without_her(data: st.DataObject, kind: Kind, distance: Distance) -> None:
    corpus = data.draw(corpora(kind))
    try:
        everyone = alpha(items_of(corpus, kind), distance)
    except InputError:
        return
    for row in contributions(corpus, distance, kind):
        smaller = without(corpus, row.annotator)
        items = pairable(items_of(smaller, kind)) if any(entry.votes and entry.query.words[1:] for entry in smaller) else ()
        expected = alpha(items, distance)
        if expected is None:
            assert row.alpha_without is None
        else:
            assert row.alpha_without == pytest.approx(float(expected), abs=1e-9)
            if everyone is not None:
                assert row.gain == pytest.approx(float(expected - everyone), abs=1e-9)


def crowd() -> Corpus:
    """Three who agree about each query, and one who always does the opposite."""
    truths = [(0, 1, 0), (1, 0, 1), (1, 1, 0), (0, 0, 1)]
    entries = [
        Entry(
            Query(f"q{number}", "a b c d"),
            Votes(
                (
                    Vote(Flat(truth), 3, ("ann", "bob", "cleo")),
                    Vote(Flat(tuple(1 - value for value in truth)), 1, ("troll",)),
                )
            ),
        )
        for number, truth in enumerate(truths)
    ]
    return Corpus("crowd", tuple(entries))


def test_who_pulls_agreement_down_comes_first() -> None:
    first, *rest = contributions(crowd())
    assert (first.annotator, first.annotations, first.alpha_without, first.distance, first.usual) == ("troll", 4, 1.0, 1.0, 0.0)
    assert first.gain is not None
    assert first.gain > 0.5
    assert all(row.gain is not None and row.gain < 0 for row in rest)
    assert [row.annotator for row in rest] == ["ann", "bob", "cleo"]


def test_cohens_kappa_of_all_pairs() -> None:
    """Three pairs agree on all twelve breaks, three on none."""
    found = pairwise_kappa(crowd())
    assert found is not None
    assert found[1] == 6
    assert found[0] == pytest.approx((3 * 1 + 3 * -1) / 6, abs=0.05)


def test_without_names_nobody_can_be_left_out() -> None:
    corpus = Corpus("nameless", (Entry(Query("q", "a b"), Votes((Vote(Flat((0,)), 2), Vote(Flat((1,)), 1)))),))
    assert contributions(corpus) == []
    assert pairwise_kappa(corpus) is None
