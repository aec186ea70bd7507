"""Tuning the PMI threshold."""

from __future__ import annotations

from fractions import Fraction
from math import inf, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.corpus import Entry, Query, Vote, Votes
from caesura.foundation import InputError
from caesura.lexicon import MemoryLexicon
from caesura.segmenters.tune import flat_at, measured, tune_in_folds, tune_pmi
from caesura.shapes import Flat

#: PMI of a b: ln 8; b c: ln 2; c d: ln 1.
LEXICON = MemoryLexicon({"a": 10, "b": 10, "c": 10, "d": 10, "a b": 8, "b c": 2, "c d": 1}, total=100)


def entry(number: int, text: str, flat: tuple[int, ...]) -> Entry:
    return Entry(Query(str(number), text), Votes((Vote(Flat(flat), 3),)))


def equal(one: Entry, flat: Flat) -> Fraction:
    return Fraction(flat == one.votes.top.shape)


def test_it_finds_the_threshold_between_what_is_kept_and_what_is_broken() -> None:
    found = tune_pmi([entry(1, "a b c d", (0, 0, 1)), entry(2, "b c", (0,)), entry(3, "c d", (1,))], LEXICON, equal)
    assert found.value == 1
    assert found.lowest == pytest.approx(0)
    assert found.highest == pytest.approx(log(2))
    assert 0 < found.threshold <= log(2)


def test_where_keeping_nothing_is_best_the_threshold_lies_above_all() -> None:
    found = tune_pmi([entry(1, "a b", (1,))], LEXICON, equal)
    assert found.highest == inf
    assert found.threshold > log(8)
    assert tune_pmi([entry(1, "x y", (1,))], LEXICON, equal).value == 1


@given(st.lists(st.tuples(st.lists(st.sampled_from("abcd"), min_size=2, max_size=5), st.integers(0, 15)), min_size=1, max_size=8))
def test_no_threshold_does_better(drawn: list[tuple[list[str], int]]) -> None:
    entries = [
        entry(at, " ".join(words), tuple(bits >> i & 1 for i in range(len(words) - 1))) for at, (words, bits) in enumerate(drawn)
    ]
    found = tune_pmi(entries, LEXICON, equal)

    def mean(threshold: float) -> Fraction:
        from caesura.segmenters.methods.pmi import neighbour_pmi

        return sum((equal(one, flat_at(neighbour_pmi(LEXICON, one.query.words), threshold)) for one in entries), Fraction(0)) / len(
            entries
        )

    assert mean(found.threshold) == found.value
    assert all(mean(threshold) <= found.value for threshold in (-5, 0, 0.1, log(2), 1, log(8), 3))


def test_measures_of_the_evaluation_can_be_tuned_for() -> None:
    entries = [entry(1, "a b c", (0, 1)), entry(2, "a b", (0,))]
    for measure, level in (("newbreak", "value"), ("corpus", "query"), ("bestfit", "break")):
        assert tune_pmi(entries, LEXICON, measured(measure, level)).value == 1
    with pytest.raises(InputError, match=r"no level of the measure \w+ is called 'value'"):
        tune_pmi(entries, LEXICON, measured("corpus", "value"))


def test_unseen_queries_are_measured_in_folds() -> None:
    entries = [entry(at, "a b", (0,)) for at in range(4)]
    assert tune_in_folds(entries, LEXICON, equal, 2) == 1
    with pytest.raises(InputError, match="folds"):
        tune_in_folds(entries, LEXICON, equal, 5)
    with pytest.raises(InputError, match="no queries"):
        tune_pmi([], LEXICON, equal)
