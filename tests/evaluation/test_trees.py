"""Trees against trees: a worked example by hand, and what must hold for any trees."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.corpus import Corpus, Entry, Query, Vote, Votes, write_corpus
from caesura.evaluation import evaluate_trees, read_tree_predictions, tree_measure, tree_query_rows, tree_rows
from caesura.evaluation.people import PERSON
from caesura.evaluation.trees import TREE_MEASURES, compare_trees
from caesura.foundation import InputError
from caesura.shapes import Nested, distance, parse_brackets
from tests.corpus.strategies import corpora
from tests.strategies import nesteds


def tree(brackets: str) -> Nested:
    return parse_brackets(brackets)[1]


def crowd(*votes: tuple[str, int]) -> Corpus:
    words = parse_brackets(votes[0][0])[0]
    return Corpus("made", (Entry(Query("q", " ".join(words)), Votes(tuple(Vote(tree(text), count) for text, count in votes))),))


COMB = "((((a b) c) d) e)"
PAIRS = "(((a b) (c d)) e)"
RIGHT = "(a (b (c (d e))))"


def test_brackets_by_hand() -> None:
    # COMB has ab, abc, abcd; PAIRS has ab, cd, abcd: two of three are shared. The whole query counts for neither.
    found = compare_trees(tree(COMB), tree(PAIRS))
    assert found["bracket_precision"] == found["bracket_recall"] == Fraction(2, 3)
    assert found["query"] == 0
    # Heights 0 1 2 3 and 0 1 0 2: apart by 0, 0, 2, 1, and in squares by 0, 0, 4, 5.
    assert (found["d1"], found["d2"]) == (Fraction(3, 4), Fraction(9, 4))
    assert compare_trees(tree(COMB), tree(RIGHT))["bracket_recall"] == 0


def test_short_queries_have_nothing_to_decide() -> None:
    two = compare_trees(Nested((0,)), Nested((0,)))
    assert two == {"query": 1, "bracket_precision": 1, "bracket_recall": 1, "d1": 0, "d2": 0}
    one = compare_trees(Nested(()), Nested(()))
    assert one == {"query": 1, "bracket_precision": 1, "bracket_recall": 1, "d1": None, "d2": None}


def test_which_annotator_is_right() -> None:
    votes = crowd((RIGHT, 3), (COMB, 2), (PAIRS, 2)).entries[0].votes
    recall = {name: measure.score(votes, tree(PAIRS))["bracket_recall"] for name, measure in TREE_MEASURES.items()}
    # RIGHT (bcde, cde, de) shares none, COMB two of three, PAIRS all.
    assert recall == {"mean": (3 * Fraction(0) + 2 * Fraction(2, 3) + 2) / 7, "bestfit": 1, "popular": 0}


def test_bestfit_prefers_more_votes_then_the_order_of_the_file() -> None:
    prediction = tree("((a b) ((c d) e))")
    votes = crowd((COMB, 1), ("((a b) (c (d e)))", 1), (RIGHT, 1)).entries[0].votes
    # COMB shares ab; the second shares ab and cde.
    assert tree_measure("bestfit").score(votes, prediction)["bracket_recall"] == Fraction(2, 3)
    equal = crowd((RIGHT, 1), (COMB, 2)).entries[0].votes
    assert tree_measure("bestfit").score(equal, tree("(((a (b c)) d) e)"))["d1"] == distance(tree(COMB), tree("(((a (b c)) d) e)"))


def test_people_are_scored_against_each_other() -> None:
    votes = crowd((COMB, 2), (PAIRS, 1)).entries[0].votes
    person = tree_measure("mean").person(votes)
    assert person is not None
    # Either of the two meets one equal and one at 2/3; the third meets two at 2/3.
    assert person["bracket_recall"] == (2 * (Fraction(1) + Fraction(2, 3)) / 2 + Fraction(2, 3)) / 3
    assert tree_measure("mean").person(crowd((COMB, 1)).entries[0].votes) is None


@given(corpora(nested=True), st.data())
def test_what_holds_for_any_trees(corpus: Corpus, data: st.DataObject) -> None:
    predictions = {entry.query.id: data.draw(nesteds(len(entry.query.words))) for entry in corpus}
    top = {entry.query.id: entry.votes.top.shape for entry in corpus}
    scores = evaluate_trees(corpus, {"any": predictions, "top": top})  # type: ignore[dict-item]
    rows = {(row["method"], row["measure"]): row for row in tree_rows(corpus, scores, resamples=20)}
    for (method, measure), row in rows.items():
        assert row["bracket_precision"] == row["bracket_recall"] == pytest.approx(row["bracket_f"])
        assert 0 <= row["query"] <= row["bracket_recall"] <= 1
        low, high = row["intervals"]["bracket_f"]
        assert 0 <= low <= high <= 1
        assert f"|method:{method}|" in row["signature"]
        assert f"|measure:{measure}|root:left-out|" in row["signature"]
    for method in ("any", "top"):
        assert rows[method, "mean"]["bracket_f"] <= rows[method, "bestfit"]["bracket_f"]
    assert rows["top", "popular"]["query"] == rows["top", "bestfit"]["query"] == 1
    for row in tree_query_rows(corpus, scores, {"any": predictions, "top": top}):  # type: ignore[dict-item]
        assert row["method"] != PERSON


def test_rows_say_how_many_queries_had_a_choice() -> None:
    corpus = Corpus("made", (*crowd((COMB, 2), (RIGHT, 1)).entries, Entry(Query("r", "x y"), Votes((Vote(Nested((0,)), 3),)))))
    (row,) = tree_rows(corpus, evaluate_trees(corpus, {"m": {"q": tree(COMB), "r": Nested((0,))}}, people=False)[:1])
    assert (row["queries"], row["undecided"]) == (2, 1)
    assert row["bracket_f"] == pytest.approx((2 / 3 + 1) / 2)


def test_predictions_belong_to_queries_by_their_words(tmp_path: Path) -> None:
    corpus = crowd((COMB, 2), (PAIRS, 1))
    file = tmp_path / "mine.brackets"
    file.write_text(f"{RIGHT}\n(x y)\n")
    assert read_tree_predictions(file, corpus) == ("mine", {"q": tree(RIGHT)})
    write_corpus(crowd((PAIRS, 1)), tmp_path / "other.jsonl")
    assert read_tree_predictions(tmp_path / "other.jsonl", corpus)[1] == {"q": tree(PAIRS)}
    file.write_text("(x y)\n")
    with pytest.raises(InputError, match="query q 'a b c d e' has no tree"):
        read_tree_predictions(file, corpus)
    file.write_text(f"{RIGHT}\n{COMB}\n")
    with pytest.raises(InputError, match="two trees"):
        read_tree_predictions(file, corpus)


def test_what_cannot_be_scored_is_told() -> None:
    corpus = crowd((COMB, 2))
    with pytest.raises(InputError, match="leaves out query q"):
        evaluate_trees(corpus, {"mine": {}})
    with pytest.raises(InputError, match="a tree of 2 words for query q"):
        evaluate_trees(corpus, {"mine": {"q": Nested((0,))}})
    with pytest.raises(InputError, match="choose one of mean, bestfit, popular"):
        tree_measure("corpus")
    with pytest.raises(InputError, match="no votes"):
        evaluate_trees(Corpus("made", (Entry(Query("q", "a b")),)), {})
    with pytest.raises(InputError, match="no queries"):
        evaluate_trees(Corpus("made", ()), {})
