"""Leave-one-out, in fractions and by brute force, against the fast path."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from caesura.corpus import Corpus, Entry, Query, Vote, Votes, read_corpus
from caesura.evaluation import MEASURES, Measure, ReferenceRule, evaluate, evaluation_rows
from caesura.evaluation.people import BEST, EXHAUSTIVE_WORDS, PERSON
from caesura.evaluation.query_votes import QueryVotes
from caesura.shapes import Flat, all_flat
from tests.evaluation.corpora import corpora, entry


def exact_person(entry: Entry, measure: Measure, level: str, rule: ReferenceRule) -> Fraction:
    crowd = QueryVotes.of(entry)
    scores = [
        vote.count * measure.exact(crowd.without(vote), vote.shape, rule).value(level)  # type: ignore[arg-type]
        for vote in entry.votes
    ]
    return sum(scores, Fraction(0)) / entry.votes.total


def exact_best(entry: Entry, measure: Measure, level: str, rule: ReferenceRule) -> Fraction:
    crowd = QueryVotes.of(entry)

    def mean(candidate: Flat) -> Fraction:
        scores = [vote.count * measure.exact(crowd.without(vote), candidate, rule).value(level) for vote in entry.votes]
        return sum(scores, Fraction(0)) / entry.votes.total

    return max(mean(candidate) for candidate in all_flat(len(entry.query.words)))


@settings(deadline=None, max_examples=60)
@given(corpora(), st.sampled_from(ReferenceRule))
def test_person_equals_the_reference_path(corpus: Corpus, rule: ReferenceRule) -> None:
    shared = [entry for entry in corpus if entry.votes.total > 1]
    assume(shared)
    people = evaluate(corpus, {}, rule=rule).people
    for statistics in people:
        if statistics.method == PERSON:
            averages = statistics.average()
            for level in statistics.measure.levels:
                exact = sum((exact_person(e, statistics.measure, level, rule) for e in shared), Fraction(0)) / len(shared)
                assert averages[level] == exact


@settings(deadline=None, max_examples=25)
@given(corpora(longest=5, annotators=8, most=2), st.sampled_from(ReferenceRule))
def test_best_possible_equals_trying_everything(corpus: Corpus, rule: ReferenceRule) -> None:
    shared = [entry for entry in corpus if entry.votes.total > 1]
    assume(shared)
    for statistics in evaluate(corpus, {}, rule=rule).people:
        if statistics.method == BEST:
            averages = statistics.average()
            for level in statistics.measure.levels:
                exact = sum((exact_best(e, statistics.measure, level, rule) for e in shared), Fraction(0)) / len(shared)
                assert averages[level] == exact


def test_a_query_stays_safe_when_one_annotator_is_left_out() -> None:
    corpus = Corpus("c", (entry("1", {"a b c": 9, "a|b c": 1}),))
    category = {s.measure.name: s for s in evaluate(corpus, {}).people if s.method == PERSON}["category"]
    # Nine are right against eight or nine like them; the tenth is scored against the top vote, nobody else.
    assert category.average()["query"] == Fraction(9, 10)


def test_a_lone_annotator_has_no_peers() -> None:
    lone = entry("1", {"a b": 1})
    assert evaluate(Corpus("c", (lone,)), {}).people == ()
    both = evaluate(Corpus("c", (lone, entry("2", {"a b": 2}))), {})
    assert {row["queries"] for row in evaluation_rows(both, people=True, resamples=0)} == {1}


def test_long_queries_try_what_people_chose_and_say_so() -> None:
    words = " ".join("abcdefghijkl")
    assert len(words.split()) > EXHAUSTIVE_WORDS
    corpus = Corpus("c", (entry("1", {words: 4, words.replace(" ", "|"): 3}),))
    rows = evaluation_rows(evaluate(corpus, {}), people=True, resamples=0)
    best = [row for row in rows if row["method"] == BEST]
    assert best
    assert all(row["searched_exhaustively"] is False for row in best)
    assert next(row["query"] for row in best if row["measure"] == "bestfit") == 1


def test_spread_is_over_annotators_where_they_are_known() -> None:
    def known(query_id: str, together: tuple[str, ...], apart: tuple[str, ...]) -> Entry:
        votes = (Vote(Flat((0,)), len(together), together), Vote(Flat((1,)), len(apart), apart))
        return Entry(Query(query_id, "new york"), Votes(votes))

    corpus = Corpus("c", (known("1", ("ann", "bob", "cyd"), ("dan",)), known("2", ("ann", "bob", "cyd"), ("dan",))))
    rows = evaluation_rows(evaluate(corpus, {}), people=True, resamples=0)
    row = next(row for row in rows if row["method"] == PERSON and row["measure"] == "corpus")
    assert (row["spread_over"], row["people"]) == ("annotators", 4)
    # Dan is always wrong, the others always right: 1, 1, 1, 0.
    assert row["query"] == pytest.approx(0.75)
    assert row["spread"]["query"] == pytest.approx(np.std([1, 1, 1, 0]), abs=1e-6)


def test_people_on_the_real_corpus(shared_data: Path) -> None:
    corpus = read_corpus(shared_data / "webis-qsec-10")
    chosen = [MEASURES["corpus"], MEASURES["newbreak"]]
    by_measure = {s.measure.name: s.average() for s in evaluate(corpus, {}, measures=chosen).people if s.method == PERSON}
    assert float(by_measure["corpus"]["query"]) == pytest.approx(0.53, abs=0.01)
    assert float(by_measure["newbreak"]["value"]) == pytest.approx(0.87, abs=0.01)
