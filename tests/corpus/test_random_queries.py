"""Random queries have the wanted lengths and only steps that the model has seen."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.corpus.random_queries import generate_queries, learn_ngrams, parse_lengths
from caesura.foundation import InputError

LOG = ["new york hotels", "new york times", "cheap hotels in new york", "york minster", "times square new york", "cheap flights"]


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_lengths_are_exact(order: int) -> None:
    made = generate_queries(learn_ngrams(LOG, order), 30, seed=1, lengths={3: 1, 5: 2})
    assert Counter(len(query.split()) for query in made) == {3: 10, 5: 20}
    assert len(set(made)) == 30


def test_without_lengths_those_of_the_log() -> None:
    made = generate_queries(learn_ngrams(LOG, 1), 12, seed=1)
    assert Counter(len(query.split()) for query in made) == {2: 4, 3: 4, 4: 2, 5: 2}


def test_bigrams_begin_follow_and_end_as_in_the_log() -> None:
    model = learn_ngrams(["a b c", "a c", "b c"], 2)
    made = {model.generate(2, Random(seed)) for seed in range(50)}
    assert made == {"a c", "b c"}  # "a b" would begin as in the log but not end so


def test_trigrams_keep_two_words_of_context() -> None:
    model = learn_ngrams(["a b c", "d b e"], 3)
    assert {model.generate(3, Random(seed)) for seed in range(50)} == {"a b c", "d b e"}
    assert {learn_ngrams(["a b c", "d b e"], 2).generate(3, Random(seed)) for seed in range(50)} > {"a b e", "d b c"}


def test_a_dead_end_forgets_the_oldest_word() -> None:
    # Nothing ever follows "b", so the third word comes from the model without context: one that has ended a query.
    assert {learn_ngrams(["a b", "a b"], 3).generate(3, Random(seed)) for seed in range(20)} <= {"a b b", "a a b"}
    # After "x a" only the end was seen; after "a" alone there is "b".
    assert learn_ngrams(["x a", "y a b"], 3).generate(3, Random(1)) in {"x a b", "y a b"}


def test_unigrams_follow_their_frequencies() -> None:
    model = learn_ngrams(["a a a b"], 1)
    drawn = Counter(model.generate(1, Random(seed)) for seed in range(1000))
    assert 700 < drawn["a"] < 800


def test_unseen_refuses_the_log() -> None:
    model = learn_ngrams([*LOG, "NEW  york"], 2, remember=True)
    made = generate_queries(model, 20, seed=2, lengths={4: 1}, unseen=True)
    assert not set(made) & set(LOG)
    with pytest.raises(InputError, match="no new query of 2 words"):
        generate_queries(learn_ngrams(["a b"], 2, remember=True), 1, seed=1, unseen=True)


def test_same_seed_same_queries() -> None:
    model = learn_ngrams(LOG, 2)
    assert generate_queries(model, 20, seed=1, lengths={5: 1}) == generate_queries(learn_ngrams(LOG, 2), 20, seed=1, lengths={5: 1})
    assert generate_queries(model, 20, seed=1, lengths={5: 1}) != generate_queries(model, 20, seed=2, lengths={5: 1})


@given(
    log=st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=5).map(" ".join), min_size=1),
    order=st.integers(1, 5),
    length=st.integers(1, 8),
)
def test_any_log_can_make_any_length(log: list[str], order: int, length: int) -> None:
    made = learn_ngrams(log, order).generate(length, Random(0)).split(" ")
    assert len(made) == length
    assert set(made) <= set(" ".join(log).split())


@pytest.mark.parametrize("bad", ["", "4", "4:", ":3", "4:1,4:2", "0:3", "65:1", "4:-1", "a:b", "3:0"])
def test_lengths_that_cannot_be_read(bad: str) -> None:
    with pytest.raises(InputError, match="write for example"):
        parse_lengths(bad)


def test_lengths() -> None:
    assert parse_lengths("4:10, 5:20") == {4: 10, 5: 20}


def test_what_cannot_be_learned_from() -> None:
    for nothing in ([], ["", "  "], ["x " * 65]):
        with pytest.raises(InputError, match="no query to learn from"):
            learn_ngrams(nothing, 2)
    for order in (0, 6):
        with pytest.raises(InputError, match="order"):
            learn_ngrams(LOG, order)
    with pytest.raises(InputError, match="one or more"):
        generate_queries(learn_ngrams(LOG, 2), 0, seed=1)
