"""Segmentations as labels: every way of making one reference of many annotations."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.corpus import Corpus, Entry, Query, Vote, Votes, read_corpus
from caesura.foundation import InputError
from caesura.labels import NAMED, SimulatedCrowd, aggregate, leave_one_out, make_annotations
from caesura.labels.aggregating import medoid
from caesura.labels.trees import best_tree
from caesura.shapes import Flat, Nested, all_nested, distance

WORDS = "new york times square dance"


def corpus(*votes: tuple[tuple[int, ...], int | tuple[str, ...]], kind: type[Flat] | type[Nested] = Flat) -> Corpus:
    made = [Vote(kind(shape), who, ()) if isinstance(who, int) else Vote(kind(shape), len(who), who) for shape, who in votes]
    size = len(votes[0][0]) + 1
    return Corpus("test", (Entry(Query("q", " ".join(WORDS.split()[:size])), Votes(tuple(made))),))


def top(found: Corpus) -> object:
    return found["q"].votes.top.shape


def test_structure_and_break_may_differ() -> None:
    votes = corpus(((0, 1, 1), 3), ((1, 0, 1), 2), ((1, 1, 0), 2))
    assert top(aggregate(votes, "structure")) == Flat((0, 1, 1))
    assert top(aggregate(votes, "break")) == Flat((1, 1, 1))  # nobody's, but each break has a majority
    assert top(aggregate(votes, "distance")) in {vote.shape for vote in votes["q"].votes}


def test_votes_are_shared_out_and_keep_their_number() -> None:
    found = aggregate(corpus(((0, 1), 6), ((1, 1), 3), ((0, 0), 1)), "structure")
    assert [(vote.shape, vote.count) for vote in found["q"].votes] == [(Flat((0, 1)), 6), (Flat((1, 1)), 3), (Flat((0, 0)), 1)]
    found = aggregate(corpus(((0, 1), 2), ((1, 1), 6), ((0, 0), 2)), "break")
    assert found["q"].votes.total == 10
    assert found["q"].votes.all[0].shape == Flat((1, 1))


def test_a_tied_break_breaks() -> None:
    assert top(aggregate(corpus(((0,), 2), ((1,), 2)), "break")) == Flat((1,))


@given(
    st.lists(
        st.tuples(st.lists(st.integers(0, 1), min_size=3, max_size=3).map(tuple), st.integers(1, 4)),
        min_size=1,
        unique_by=lambda v: v[0],
    )
)
def test_every_way_keeps_the_number_of_votes(votes: list[tuple[tuple[int, ...], int]]) -> None:
    given_corpus = corpus(*votes)
    for by in ("structure", "break", "distance"):
        found = aggregate(given_corpus, by)["q"].votes
        assert found.total == given_corpus["q"].votes.total
        assert found.top is found.all[0]


@given(
    st.dictionaries(
        st.lists(st.integers(0, 1), min_size=4, max_size=4).map(lambda b: Flat(tuple(b))), st.integers(1, 5), min_size=1
    ),
    st.sampled_from([1, 2]),
)
def test_no_annotation_is_nearer_than_the_medoid(votes: dict[Flat, int], power: int) -> None:
    def far(shape: Flat) -> object:
        return sum(weight * distance(shape, other, power) for other, weight in votes.items())

    found = medoid({shape: float(weight) for shape, weight in votes.items()}, power)
    assert isinstance(found, Flat)
    assert far(found) == min(far(shape) for shape in votes)  # type: ignore[type-var]


@given(st.integers(2, 5), st.data())
def test_no_tree_is_better_than_the_best(size: int, data: st.DataObject) -> None:
    spans = [(start, end) for start, end in itertools.combinations(range(size + 1), 2) if 1 < end - start < size]
    scores = {span: data.draw(st.integers(-5, 5)) for span in spans}

    def total(tree: Nested) -> int:
        return sum(scores[span] for span in tree.spans if span != (0, size))

    assert total(best_tree(size, scores)) == max(map(total, all_nested(size)))


def test_trees_by_each_way() -> None:
    left, right, other = (0, 1, 2), (2, 1, 0), (1, 0, 2)
    votes = corpus((left, 4), (right, 2), (other, 1), kind=Nested)
    for by in ("structure", "break", "distance"):
        assert top(aggregate(votes, by)) == Nested(left)


def test_who_annotated_matters_where_it_is_known() -> None:
    entries = []
    for number in range(12):
        truth, wrong = ((0, 1, 1, 0), (1, 0, 0, 1)) if number % 2 else ((1, 0, 0, 1), (0, 1, 1, 0))
        votes = Votes((Vote(Flat(truth), 3, ("ann", "bea", "cid")), Vote(Flat(wrong), 1, ("dice",))))
        entries.append(Entry(Query(str(number), WORDS), votes))
    # On the last query one careful annotator stands against the careless one, who comes first in the file.
    last = Votes((Vote(Flat((1, 1, 1, 1)), 1, ("dice",)), Vote(Flat((0, 0, 0, 0)), 1, ("ann",))))
    known = Corpus("test", (*entries, Entry(Query("q", WORDS), last)))
    assert top(aggregate(known, "structure", "majority")) == Flat((1, 1, 1, 1))
    for by, model in NAMED:
        if model != "majority" and (by, model) != ("structure", "dawid-skene"):
            expected = Flat((0, 0, 0, 0))
            assert top(aggregate(known, by, model)) == expected, (by, model)


def test_what_cannot_be_aggregated() -> None:
    votes = corpus(((0, 1), 2), ((1, 1), 1))
    with pytest.raises(InputError, match="one-coin must know who annotated, and this corpus does not say; use majority"):
        aggregate(votes, "break", "one-coin")
    with pytest.raises(InputError, match="dawid-skene cannot aggregate by structure"):
        aggregate(corpus(((0, 1), ("a",)), ((1, 1), ("b",))), "structure", "dawid-skene")
    with pytest.raises(InputError, match="naive-bayes cannot aggregate by break"):
        aggregate(votes, "break", "naive-bayes")
    with pytest.raises(InputError, match="no way to aggregate is called 'luck'"):
        aggregate(votes, "luck")
    with pytest.raises(InputError, match="no query of two words or more is annotated"):
        aggregate(Corpus("test", (Entry(Query("q", "one")),)))


def test_queries_without_annotations_and_of_one_word_stay() -> None:
    entries = (
        Entry(Query("none", "a b")),
        Entry(Query("one", "a"), Votes((Vote(Flat(()), 3),))),
        Entry(Query("q", "a b"), Votes((Vote(Flat((1,)), 3),))),
    )
    found = aggregate(Corpus("test", entries), "break")
    assert found.entries[:2] == entries[:2]


def test_leaving_a_vote_out_by_hand() -> None:
    # Three votes for a break, one against. Left out: one of three (2:1, right) or the other (3:0, wrong).
    found = {way.by: way for way in leave_one_out(corpus(((1,), 3), ((0,), 1)))}
    assert set(found) == {"structure", "break", "distance"}
    assert found["structure"].same == found["break"].same == pytest.approx(3 / 4)
    assert found["structure"].compared == 4
    assert found["structure"].d1 == pytest.approx(1 / 4)
    with pytest.raises(InputError, match="no query has two annotations or more"):
        leave_one_out(corpus(((1,), 1)))


def test_leaving_an_annotator_out_with_a_made_up_crowd() -> None:
    truths = Corpus(
        "truths", tuple(Entry(Query(str(n), WORDS), Votes((Vote(Flat((n & 1, n >> 1 & 1, 1, 0)), 1),))) for n in range(40))
    )
    crowd = make_annotations(truths, SimulatedCrowd(workers=8, accuracy=0.85, spread=0.1, spammers=0.25), annotators_per_query=6)
    again = make_annotations(truths, SimulatedCrowd(workers=8, accuracy=0.85, spread=0.1, spammers=0.25), annotators_per_query=6)
    assert crowd == again
    ways = {(way.by, way.model): way for way in leave_one_out(crowd, [("structure", "majority"), ("break", "one-coin")])}
    assert all(way.compared == 240 for way in ways.values())
    assert ways["break", "one-coin"].boundaries_right > 0.65
    right = {
        way: sum(aggregate(crowd, *way)[entry.query.id].votes.top.shape == entry.votes.top.shape for entry in truths)
        for way in (("structure", "majority"), ("break", "one-coin"))
    }
    assert right["break", "one-coin"] > right["structure", "majority"]


def test_the_shared_corpus(shared_data: Path) -> None:
    read = read_corpus(shared_data / "webis-qsec-10")
    ways = leave_one_out(read.restricted(read.entries[:300]))
    assert [way.model for way in ways] == ["majority"] * 3
    assert all(0.6 < way.boundaries_right < 0.9 for way in ways)
