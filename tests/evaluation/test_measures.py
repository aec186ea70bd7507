"""Each measure on worked examples, and the fast path against the reference path on random corpora."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caesura.corpus import Corpus
from caesura.evaluation import MEASURES, Average, ReferenceRule, evaluate, measure, score_exactly
from caesura.evaluation.exact import average_exactly
from caesura.evaluation.levels import compare_with, harmonic_mean
from caesura.evaluation.measures.corpus import majority
from caesura.evaluation.query_votes import QueryVotes
from caesura.foundation import InputError
from caesura.shapes import Flat, parse_pipe, print_pipe
from tests.evaluation.corpora import entry, predicted

LOS_ANGELES = entry("1", {"los angeles times": 7, "los angeles|times": 2, "los|angeles|times": 1})
NEW_YORK = entry("2", {"new york city|news": 4, "new york|city news": 3, "new york|city|news": 2, "new york city news": 1})


def flat(text: str) -> Flat:
    return parse_pipe(text)[1]


def value(name: str, crowd: QueryVotes, prediction: str, level: str, rule: ReferenceRule = ReferenceRule.CLOSEST) -> Fraction:
    return measure(name).exact(crowd, flat(prediction), rule).value(level)


def test_levels_of_the_thesis_example() -> None:
    levels = compare_with(flat("new york|times square|dance"), flat("new york|times square dance"))
    assert levels == {"query": (0, 1), "segment_precision": (1, 2), "segment_recall": (1, 3), "break": (3, 4)}
    assert harmonic_mean(Fraction(1, 2), Fraction(1, 3)) == Fraction(2, 5)
    assert harmonic_mean(Fraction(0), Fraction(0)) == 0


def test_segments_are_spans_not_strings() -> None:
    assert compare_with(flat("new york|new|york"), flat("new|york|new york"))["segment_precision"] == (0, 3)


def test_all_measures_are_registered_in_the_order_of_the_tables() -> None:
    names = ["bestfit", "bestfit3", "bestfit-normalized", "category", "category-normalized", "corpus", "newbreak"]
    assert list(MEASURES) == names
    assert all(found.description and found.citation for found in MEASURES.values())


def test_unknown_measure_lists_the_names() -> None:
    with pytest.raises(InputError, match=r"no measure is called 'best'; .*choose one of bestfit, bestfit3"):
        measure("best")


def test_bestfit_family() -> None:
    crowd = QueryVotes.of(LOS_ANGELES)
    assert value("bestfit", crowd, "los angeles|times", "query") == 1
    assert value("bestfit-normalized", crowd, "los angeles|times", "query") == Fraction(2, 7)
    assert value("category", crowd, "los angeles|times", "query") == 0
    assert value("category", crowd, "los angeles|times", "break") == Fraction(1, 2)
    assert value("category-normalized", crowd, "los angeles times", "query") == 1


def test_closest_prefers_more_votes_then_the_order_of_the_file() -> None:
    # "a|b c" is one break away from all three: the first of those with most votes is the reference.
    crowd = QueryVotes.of(entry("1", {"a|b|c": 3, "a b c": 4, "a b|c": 4}))
    assert value("bestfit-normalized", crowd, "a|b c", "break") == Fraction(1, 2)
    assert value("bestfit", crowd, "a|b c", "segment_recall") == 0
    tied = QueryVotes.of(entry("1", {"a|b|c": 5, "a b c": 5}))
    assert value("bestfit", tied, "a|b c", "segment_recall") == Fraction(1, 3)


def test_published_takes_the_equal_annotation_or_the_top_vote() -> None:
    crowd = QueryVotes.of(entry("1", {"a b c d": 4, "a|b|c d": 3, "a|b c|d": 3}))
    closest = value("bestfit", crowd, "a|b|c|d", "break")
    published = value("bestfit", crowd, "a|b|c|d", "break", ReferenceRule.PUBLISHED)
    assert (closest, published) == (Fraction(2, 3), Fraction(0))
    assert value("bestfit", crowd, "a|b c|d", "query", ReferenceRule.PUBLISHED) == 1


def test_bestfit3_keeps_the_file_order_for_the_third_place() -> None:
    votes = {"a b c": 4, "a|b c": 2, "a b|c": 2, "a|b|c": 2}
    crowd = QueryVotes.of(entry("1", votes))
    assert value("bestfit3", crowd, "a b|c", "query") == 1
    assert value("bestfit3", crowd, "a|b|c", "query") == 0
    assert value("bestfit", crowd, "a|b|c", "query") == 1


def test_newbreak_and_corpus() -> None:
    crowd = QueryVotes.of(NEW_YORK)
    score = measure("newbreak").exact(crowd, flat("new york|city news"), ReferenceRule.CLOSEST)
    assert score.levels["value"] == (19, 21)
    assert print_pipe(NEW_YORK.query.words, majority(NEW_YORK.votes)) == "new york|city|news"
    assert value("corpus", crowd, "new york|city|news", "query") == 1


@pytest.mark.parametrize("name", ["category", "category-normalized"])
def test_categories_take_the_top_vote_where_the_crowd_is_sure_and_the_closest_elsewhere(name: str) -> None:
    sure, unsure = QueryVotes.of(LOS_ANGELES), QueryVotes.of(NEW_YORK)
    assert (sure.safe, unsure.safe) == (True, False)
    assert value("bestfit", sure, "los|angeles|times", "query") == 1
    assert value("category", sure, "los|angeles|times", "query") == 0
    assert value(name, sure, "los|angeles|times", "query") < value(name, sure, "los angeles times", "query")
    assert value("category", unsure, "new york|city news", "query") == 1
    assert value(name, unsure, "new york|city news", "query") > 0


def test_a_safe_query_may_have_another_corpus_reference_than_its_top_vote() -> None:
    others = ("a|b c d e", "a|b|c d e", "a|b c|d e", "a|b c d|e", "a|b|c|d|e")
    split = entry("1", {"a b c d e": 5} | dict.fromkeys(others, 1))
    assert split.votes.is_safe
    assert split.votes.top.shape == flat("a b c d e")
    assert majority(split.votes) == flat("a|b c d e")


def test_one_word_queries_have_nothing_to_decide() -> None:
    crowd = QueryVotes.of(entry("1", {"weather": 3}))
    assert value("bestfit", crowd, "weather", "break") == 1
    assert value("newbreak", crowd, "weather", "value") == 1


@settings(deadline=None, max_examples=150)
@given(predicted(), st.sampled_from(ReferenceRule), st.sampled_from(Average))
def test_fast_equals_reference_to_the_last_digit(
    drawn: tuple[Corpus, dict[str, Flat]], rule: ReferenceRule, average: Average
) -> None:
    corpus, predictions = drawn
    evaluation = evaluate(corpus, {"x": predictions}, rule=rule)
    for found in MEASURES.values():
        exact = score_exactly(corpus, predictions, found, rule)
        fast = evaluation.of("x", found.name)
        for level in found.levels:
            numerator, denominator = fast.ratio(level)
            ratios = [Fraction(int(n), int(d)) for n, d in zip(numerator, denominator, strict=True)]
            assert ratios == [score.value(level) for score in exact]
        assert fast.average(average) == average_exactly(exact, found.levels, average)


def test_the_longest_query_fits_the_masks() -> None:
    words = " ".join("w" * 64)
    corpus = Corpus("long", (entry("1", {words: 2, words.replace(" ", "|"): 3}),))
    predictions = {"1": Flat((1,) * 32 + (0,) * 31)}
    evaluation = evaluate(corpus, {"x": predictions})
    for found in MEASURES.values():
        exact = score_exactly(corpus, predictions, found)
        assert evaluation.of("x", found.name).average() == average_exactly(exact, found.levels)
