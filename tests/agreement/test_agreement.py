from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from caesura.agreement import (
    ANNOTATORS,
    AnnotatedQuery,
    Chance,
    Distance,
    Kind,
    alpha,
    alpha_exactly,
    by_length,
    items_of,
    measure_agreement,
    metric,
    other_coefficients,
    pairable,
    simulated_corpus,
)
from caesura.agreement.agreement import agreement_between
from caesura.agreement.bootstrap import alpha_interval, alpha_parts, alphas
from caesura.agreement.exact import chance_agreement_exactly
from caesura.corpus import Corpus, Entry, Query, Vote, Votes, read_corpus
from caesura.foundation import InputError
from caesura.shapes import Flat, Forest, Nested
from tests.agreement.corpora import item_lists
from tests.agreement.test_alpha import FLAT, FLAT_4


def corpus_of(*votes: Votes) -> Corpus:
    return Corpus(
        "small", tuple(Entry(Query(f"q{n}", " ".join("w" * vote.all[0].shape.size)), vote) for n, vote in enumerate(votes))
    )


def test_a_resample_of_every_query_once_is_alpha_itself() -> None:
    items = (FLAT, FLAT_4)
    parts, weights = alpha_parts(items, Distance.D1)
    found = alphas(parts, weights, np.array([[1.0, 1.0]]))
    assert found[0] == pytest.approx(1820 / 10389, abs=1e-12)


@given(st.data(), st.sampled_from(Kind), st.sampled_from(Distance))
def test_copies_of_a_query_are_not_compared_with_each_other(data: st.DataObject, kind: Kind, distance: Distance) -> None:
    items = pairable(data.draw(item_lists(kind)))
    counts = data.draw(st.lists(st.integers(0, 3), min_size=len(items), max_size=len(items)))
    assume(sum(counts) > 0)
    drawn = [(place, item) for place, item in enumerate(items) for _ in range(counts[place])]
    apart, pairs = Fraction(0), 0
    within = sum((of_pairs(item, item, distance) / (item.total - 1) for _, item in drawn), Fraction(0))
    for number, (place, item) in enumerate(drawn):
        for other_number, (other_place, other) in enumerate(drawn):
            if number == other_number or place != other_place:
                apart += of_pairs(item, other, distance)
                pairs += item.total * other.total - (item.total if number == other_number else 0)
    total = sum(item.total for _, item in drawn)
    found = alphas(*alpha_parts(items, distance), np.array([counts], dtype=float))[0]
    if apart:
        assert found == pytest.approx(float(1 - (within / total) / (apart / pairs)), abs=1e-9)
    else:
        assert not np.isfinite(found)


def of_pairs(one: AnnotatedQuery, other: AnnotatedQuery, distance: Distance) -> Fraction:
    far = metric(distance)
    return sum((Fraction(n * m * far(a, b)) for a, n in one.patterns for b, m in other.patterns), Fraction(0))


def drawn_items(queries: int, draw: np.random.Generator) -> list[AnnotatedQuery]:
    """Queries of 3 to 8 words whose places break with probabilities of their own, ten annotators each."""
    items = []
    for number in range(queries):
        places = int(draw.integers(2, 8))
        votes = (draw.random((10, places)) < draw.beta(0.6, 0.6, size=places)).astype(int)
        items.append(AnnotatedQuery(str(number), tuple(Counter(map(tuple, votes.tolist())).items())))
    return items


@pytest.mark.long
@pytest.mark.parametrize(("queries", "coverage"), [(5, 0.87), (10, 0.90), (20, 0.90), (50, 0.92)])
def test_intervals_hold_alpha_as_often_as_they_promise(queries: int, coverage: float) -> None:
    draw = np.random.default_rng(1)
    whole = alpha(drawn_items(20_000, draw))
    assert whole is not None
    held = 0
    for seed in range(1000):
        low, high = alpha_interval(drawn_items(queries, draw), Distance.D1, seed=seed) or (1.0, 0.0)
        held += low <= whole <= high
    assert held / 1000 >= coverage


@pytest.mark.long
def test_intervals_hold_alpha_on_the_real_corpus(shared_data: Path) -> None:
    everything = [item for item in items_of(read_corpus(shared_data / "webis-qsec-10")) if item.total == 10]
    whole = alpha(everything)
    assert whole is not None
    draw = np.random.default_rng(1)
    for queries in (10, 20):
        held = 0
        for seed in range(1000):
            sample = [everything[place] for place in draw.choice(len(everything), queries, replace=False)]
            low, high = alpha_interval(sample, Distance.D1, seed=seed) or (1.0, 0.0)
            held += low <= whole <= high
        assert held / 1000 >= 0.90


def test_trees_over_two_words_have_nothing_to_agree_on() -> None:
    trees = corpus_of(*(Votes((Vote(Nested((0,)), 3),)) for _ in range(3)))
    for distance in Distance:
        found = measure_agreement(trees, distance=distance)
        assert (found.alpha, found.alpha_interval, float(found.printed_s)) == (None, None, 1.0)
        assert found.sentence == "A tree over two words has only one shape, so there is nothing to agree or disagree on."
    assert by_length(trees)[0]["alpha"] is None
    assert other_coefficients(trees)["nominal_alpha"] is None
    mixed = corpus_of(*(entry.votes for entry in trees), Votes((Vote(Nested((0, 1)), 2), Vote(Nested((1, 0)), 1))))
    assert "nothing to agree" not in measure_agreement(mixed).sentence


def test_with_one_query_alpha_has_no_value() -> None:
    votes = Votes((Vote(Flat((0, 1, 0)), 4), Vote(Flat((1, 1, 0)), 2)))
    found = measure_agreement(corpus_of(votes))
    assert (found.alpha, found.alpha_interval, found.alpha_same_length) == (None, None, None)
    assert "With one query alpha has no value" in found.sentence
    assert other_coefficients(corpus_of(votes))["nominal_alpha"] is None
    assert agreement_between(corpus_of(votes), corpus_of(votes)) == (None, 1)
    two = corpus_of(votes, Votes((Vote(Flat((0, 1)), 2), Vote(Flat((1, 1)), 1))))
    assert [row["alpha"] for row in by_length(two)] == [None, None]
    assert measure_agreement(two).alpha is not None


def test_few_queries_get_a_warning() -> None:
    crowd = simulated_corpus(ANNOTATORS[0], queries=20)
    assert measure_agreement(crowd).warning is None
    fewer = measure_agreement(Corpus("fewer", crowd.entries[:19]))
    assert fewer.warning is not None
    assert fewer.warning.startswith("19 queries are few: with fewer than 20 ")
    assert fewer.as_row()["warning"] == fewer.warning
    assert measure_agreement(Corpus("fewer", crowd.entries[:19]), resamples=0).warning is None


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
