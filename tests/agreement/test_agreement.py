from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from caesura.agreement import (
    ANNOTATORS,
    Chance,
    Distance,
    Item,
    Kind,
    agreement_between,
    alpha_exactly,
    by_length,
    chance_agreement_exactly,
    claims,
    distance_tables,
    height_table,
    items_of,
    measure_agreement,
    metric,
    other_coefficients,
    simulated_corpus,
    simulated_rows,
    table_4,
)
from caesura.agreement.bootstrap import alpha_interval, alpha_parts, alphas
from caesura.corpus import Corpus, Entry, Query, Vote, Votes, read_corpus
from caesura.foundation import InputError
from caesura.shapes import Flat, Forest, Nested
from tests.agreement.test_alpha import FLAT, FLAT_4


def corpus_of(*votes: Votes) -> Corpus:
    return Corpus(
        "small", tuple(Entry(Query(f"q{n}", " ".join("w" * vote.all[0].shape.size)), vote) for n, vote in enumerate(votes))
    )


def test_a_resample_of_every_query_once_is_alpha_itself() -> None:
    items = (FLAT, FLAT_4)
    parts, weights = alpha_parts(items, Distance.D1)
    found = alphas(parts, weights, np.array([[1.0, 1.0], [2.0, 0.0]]))
    assert found[0] == pytest.approx(1820 / 10389, abs=1e-12)
    # A query drawn twice counts as two queries.
    twice = alpha_exactly((FLAT, Item("again", FLAT.patterns)), metric(Distance.D1))
    assert twice is not None
    assert found[1] == pytest.approx(float(twice), abs=1e-12)


def test_intervals_hold_alpha_and_follow_the_seed() -> None:
    items = items_of(simulated_corpus(ANNOTATORS[0], queries=60))
    low, high = alpha_interval(items, Distance.D1, resamples=200) or (0.0, 0.0)
    assert low < 0.7 < high
    assert (low, high) == alpha_interval(items, Distance.D1, resamples=200)
    assert (low, high) != alpha_interval(items, Distance.D1, resamples=200, seed=2)
    assert alpha_interval(items, Distance.D1, resamples=0) is None


def test_one_word_queries_and_queries_without_votes_take_no_part() -> None:
    votes = Votes((Vote(Flat((0, 1)), 2), Vote(Flat((1, 1)), 1)))
    other = Votes((Vote(Flat((1, 0, 1)), 2),))
    more = Corpus(
        "more",
        (
            *corpus_of(votes, other).entries,
            Entry(Query("one", "word"), Votes((Vote(Flat(()), 3),))),
            Entry(Query("none", "no votes")),
        ),
    )
    found, smaller = measure_agreement(more, resamples=0), measure_agreement(corpus_of(votes, other), resamples=0)
    assert (found.alpha, found.printed_s, found.queries, found.annotations) == (smaller.alpha, smaller.printed_s, 2, 5)


def test_forests_are_looked_at_as_segments() -> None:
    trees = corpus_of(Votes((Vote(Forest((0, 1, 0), ("N", "N", "N")), 2), Vote(Forest((2, 0, 0), ("N", "N", "N")), 1))))
    flat = corpus_of(Votes((Vote(Flat((0, 1)), 3),)))
    assert items_of(trees) == items_of(flat)


def test_what_cannot_be_computed_says_so() -> None:
    flat = corpus_of(Votes((Vote(Flat((0, 1)), 2),)))
    with pytest.raises(InputError, match="--shape flat"):
        measure_agreement(flat, kind=Kind.NESTED)
    with pytest.raises(InputError, match="two annotators"):
        measure_agreement(corpus_of(Votes((Vote(Flat((0, 1)), 1),))))
    with pytest.raises(InputError, match="no annotated query"):
        measure_agreement(Corpus("empty", (Entry(Query("q", "a b")),)))
    assert measure_agreement(flat, resamples=0).alpha is None
    assert "alpha has no value" in measure_agreement(flat, resamples=0).sentence
    with pytest.raises(InputError, match="in common"):
        agreement_between(flat, Corpus("elsewhere", (Entry(Query("x", "a b c"), flat.entries[0].votes),)))
    with pytest.raises(InputError, match="differs between"):
        agreement_between(flat, Corpus("elsewhere", (Entry(Query("q0", "x y z"), flat.entries[0].votes),)))


def test_between_a_crowd_and_itself() -> None:
    crowd = simulated_corpus(ANNOTATORS[0], queries=40)
    value, shared = agreement_between(crowd, crowd)
    whole = measure_agreement(crowd, resamples=0).alpha
    assert value is not None
    assert whole is not None
    assert shared == 40
    # Against itself every annotation also meets its own twin, so it is a little higher.
    assert whole < value < whole + 0.1


def test_lengths_and_other_figures() -> None:
    crowd = simulated_corpus(ANNOTATORS[0], queries=40)
    rows = by_length(crowd)
    assert sum(row["queries"] for row in rows) == 40
    assert [row["words"] for row in rows] == [5, 6, 7, 8]
    found = other_coefficients(crowd)
    assert all(value is not None and 0 < value <= 1 for value in found.values())
    nested = other_coefficients(simulated_corpus(ANNOTATORS[4], queries=20))
    assert "break_kappa" not in nested


def test_sentences() -> None:
    by_name = {
        (one.name, one.kind): measure_agreement(simulated_corpus(one, queries=80), resamples=0).sentence for one in ANNOTATORS
    }
    assert "far more than chance" in by_name["two halves", Kind.FLAT]
    assert "within one length alpha is" in by_name["two halves", Kind.FLAT]
    assert "and no more than across queries" in by_name["spammer", Kind.NESTED]
    assert "and far more than across queries" in by_name["unbiased", Kind.FLAT]


def test_the_paper_s_claims_hold_on_simulated_annotators() -> None:
    for seed in (1, 2):
        rows = claims(simulated_rows(queries=120, seed=seed))
        assert len(rows) == 13
        assert [row for row in rows if not row["holds"]] == []


def test_tables() -> None:
    assert all(row["agrees"] for row in height_table())
    rows = distance_tables([3, 4])
    assert {row["distance"] for row in rows} == {"d", "d1", "d2"}
    for words in (3, 4):
        for name in ("d", "d1", "d2"):
            chosen = [row for row in rows if (row["words"], row["distance"]) == (words, name)]
            assert sum(row["probability"] for row in chosen) == pytest.approx(1)
            assert chosen[0]["at_least"] == 1
    nested = corpus_of(Votes((Vote(Nested((0, 1)), 2), Vote(Nested((1, 0)), 1))), Votes((Vote(Nested((0, 1, 0)), 2),)))
    flat = corpus_of(Votes((Vote(Flat((0, 1)), 2), Vote(Flat((1, 0)), 1))))
    (row,) = table_4([flat, nested])
    assert row["dataset"] == "small"
    assert all(isinstance(row[column], str) for column in ("flat d", "nested d1", "nested d2"))


def test_the_real_corpus(shared_data: Path) -> None:
    corpus = read_corpus(shared_data / "webis-qsec-10")
    found = measure_agreement(corpus, resamples=200)
    items = items_of(corpus)
    assert found.alpha == alpha_exactly(items, metric(Distance.D1))
    assert (found.printed_s, found.proper_s) == chance_agreement_exactly(items, Distance.D1, Chance(Kind.FLAT).tail)
    assert found.alpha is not None
    # The whole published corpus has .381 and .832; this is four fifths of it.
    assert float(found.alpha) == pytest.approx(0.381, abs=0.005)
    assert float(found.printed_s) == pytest.approx(0.832, abs=0.005)
    assert found.alpha_interval is not None
    assert found.alpha_interval[0] < float(found.alpha) < found.alpha_interval[1]
