from __future__ import annotations

from collections import Counter

import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.corpus import (
    Corpus,
    Duplicates,
    Entry,
    Query,
    Vote,
    Votes,
    corpus_to_frame,
    largest_remainder,
    merge_corpora,
    split_corpus,
)
from caesura.corpus.frames import corpus_from_frame
from caesura.foundation import InputError
from caesura.shapes import Flat, Shape
from tests.corpus.strategies import corpora


@given(st.dictionaries(st.integers(), st.integers(0, 50), min_size=1).filter(lambda w: sum(w.values()) > 0), st.integers(0, 200))
def test_shares_add_up_and_are_near(weights: dict[int, int], size: int) -> None:
    quota = largest_remainder(weights, size)
    assert sum(quota.values()) == size
    for key, weight in weights.items():
        assert abs(quota[key] - size * weight / sum(weights.values())) < 1


def made(lengths: list[int]) -> Corpus:
    texts = (" ".join(f"w{number}" for _ in range(length)) for number, length in enumerate(lengths))
    return Corpus("made", tuple(Entry(Query(f"q{i}", text)) for i, text in enumerate(texts)))


def test_a_sample_keeps_the_lengths_and_the_order() -> None:
    corpus = made([3] * 60 + [4] * 30 + [5] * 10)
    drawn = split_corpus(corpus, 20, seed=1)[0]
    assert Counter(len(entry.query.words) for entry in drawn) == {3: 12, 4: 6, 5: 2}
    assert [entry for entry in corpus if entry in set(drawn.entries)] == list(drawn.entries)
    assert split_corpus(corpus, 20, seed=1)[0] == drawn
    assert split_corpus(corpus, 20, seed=2)[0] != drawn
    assert split_corpus(corpus, 100, seed=1)[0] == corpus


def test_samples_that_cannot_be() -> None:
    with pytest.raises(InputError, match="cannot draw 3 of 2"):
        split_corpus(made([1, 2]), 3, seed=1)
    with pytest.raises(InputError, match="no fact is called 'size'"):
        split_corpus(made([1, 2]), 1, seed=1, keep=("size",))


TOGETHER, APART = Flat((0,)), Flat((1,))


def one(query_id: str, *votes: tuple[Shape, int, tuple[str, ...]], text: str = "new york", name: str = "c") -> Corpus:
    return Corpus(name, (Entry(Query(query_id, text), Votes(tuple(Vote(*vote) for vote in votes))),))


def test_votes_of_the_same_words_are_added_up() -> None:
    merged = merge_corpora([one("a", (TOGETHER, 2, ()), name="x"), one("b", (APART, 1, ()), (TOGETHER, 3, ()), name="y")])
    assert merged.corpus.name == "x+y"
    assert merged.corpus["a"].votes == Votes((Vote(TOGETHER, 5), Vote(APART, 1)))
    assert merged.shared_queries == 1
    assert merged.identical_entries == ()


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (Duplicates.LAST, (Vote(APART, 1, ("ann",)),)),
        (Duplicates.FIRST, (Vote(TOGETHER, 1, ("ann",)),)),
        (Duplicates.ALL, (Vote(TOGETHER, 1, ("ann",)), Vote(APART, 1, ("ann",)))),
    ],
)
def test_an_annotator_who_comes_twice(rule: Duplicates, expected: tuple[Vote, ...]) -> None:
    merged = merge_corpora([one("a", (TOGETHER, 1, ("ann",))), one("a", (APART, 1, ("ann",)))], rule)
    assert merged.corpus["a"].votes.all == expected
    assert merged.repeated_annotations == (("a", "ann"),)
    assert any("ann on a" in note for note in merged.notes)


def test_the_same_corpus_twice_is_noticed() -> None:
    corpus = one("a", (TOGETHER, 2, ()))
    assert merge_corpora([corpus, corpus]).identical_entries == ("a",)


def test_one_id_for_two_queries_is_an_error() -> None:
    with pytest.raises(InputError, match="query id a is 'new york' in one corpus and 'old york'"):
        merge_corpora([one("a"), one("a", text="old york")])


def test_merging_keeps_tags_and_outputs() -> None:
    first = Corpus("x", (Entry(Query("a", "new york")),))
    second = Corpus("y", (Entry(Query("b", "new york", ("JJ", "NP"))),), {"pmi": {"b": TOGETHER}})
    merged = merge_corpora([first, second]).corpus
    assert merged["a"].query.tags == ("JJ", "NP")
    assert merged.outputs == {"pmi": {"a": TOGETHER}}


@given(corpora(named=True))
def test_frames_there_and_back(corpus: Corpus) -> None:
    frame = corpus_to_frame(corpus)
    assert isinstance(frame, polars.DataFrame)
    assert [entry.votes for entry in corpus_from_frame(frame)] == [entry.votes for entry in corpus]


def test_a_frame_without_the_needed_columns() -> None:
    with pytest.raises(InputError, match="give id and one of flat"):
        corpus_from_frame(polars.DataFrame({"x": [1]}))


def test_corpora_refuse_twins_and_mixtures() -> None:
    with pytest.raises(InputError, match="query id a is used twice"):
        Corpus("c", (Entry(Query("a", "x")), Entry(Query("a", "y"))))
    with pytest.raises(InputError, match="has 2 words, a vote has 3"):
        Entry(Query("a", "x y"), Votes((Vote(Flat((0, 0)), 1),)))


def test_the_rest_is_what_was_not_drawn() -> None:
    corpus = made([3] * 30 + [4] * 10)
    drawn, rest = split_corpus(corpus, 10, seed=3)
    assert {entry.query.id for entry in drawn} | {entry.query.id for entry in rest} == {entry.query.id for entry in corpus}
    assert (len(drawn), len(rest)) == (10, 30)
    assert [entry.query.id for entry in rest] == [one.query.id for one in corpus if one not in drawn.entries]
