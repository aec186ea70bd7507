"""Scores equal the formulas written down one document at a time; order, ties and what is not returned."""

from __future__ import annotations

from math import log
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.retrieval import BM25, QueryLikelihood, parse_query, ranking_model
from caesura.retrieval.language.values import Combine, Part, Weight
from caesura.retrieval.ranking.jelinek_mercer import JelinekMercer
from caesura.retrieval.ranking.model import Model
from tests.retrieval.engine.collections_of_words import collections, index_of, models, parts, reference_scores


@given(collections, st.lists(st.tuples(parts, st.floats(0.01, 10)), min_size=1, max_size=4), models)
def test_scores_are_those_of_the_formulas(
    tmp_path: Path, documents: list[list[str]], weighted: list[tuple[Part, float]], model: Model
) -> None:
    query = Weight(tuple(part for part, _ in weighted), tuple(weight for _, weight in weighted))
    index = index_of(documents, tmp_path)
    found = index.search(query, model)
    expected = reference_scores(query, model, documents)
    assert {hit.document: hit.score for hit in found} == pytest.approx(expected, abs=1e-9)
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)


@given(collections, parts, models, st.integers(1, 9))
def test_fewer_documents_are_the_best_ones(
    tmp_path: Path, documents: list[list[str]], part: Part, model: Model, limit: int
) -> None:
    index = index_of(documents, tmp_path)
    assert index.search(part, model, limit) == index.search(part, model)[:limit]


def test_by_hand(tmp_path: Path) -> None:
    index = index_of([["new", "york", "times"], ["york"], ["old", "times"]], tmp_path)
    (first, second) = index.search("#1(new york) york", QueryLikelihood(mu=2))
    # |C| = 6; #1(new york) occurs once, york twice; d0 has 3 words, d1 one.
    assert (first.document, second.document) == ("d0", "d1")
    assert first.score == pytest.approx((log((1 + 2 / 6) / 5) + log((1 + 4 / 6) / 5)) / 2)
    assert second.score == pytest.approx((log((0 + 2 / 6) / 3) + log((1 + 4 / 6) / 3)) / 2)


def test_a_part_that_never_occurs_counts_half(tmp_path: Path) -> None:
    index = index_of([["new", "york"], ["york", "new"]], tmp_path)
    (hit, _) = index.search("#combine(new #1(york york))", QueryLikelihood(mu=10))
    assert hit.score == pytest.approx((log((1 + 10 * 2 / 4) / 12) + log((10 / (2 * 4)) / 12)) / 2)


def test_ties_go_by_id_and_not_by_the_order_of_the_file(tmp_path: Path) -> None:
    index = index_of([["a"]] * 12, tmp_path)
    found = [hit.document for hit in index.search("a", QueryLikelihood())]
    assert found == sorted(f"d{number}" for number in range(12))
    assert [hit.document for hit in index.search("a", QueryLikelihood(), 3)] == found[:3] == ["d0", "d1", "d10"]


@pytest.mark.parametrize("text", ["", "  ", "nowhere", "#1(a nowhere)", "#combine()", "#1(b a)", "?!"])
def test_what_finds_nothing_gives_an_empty_list(text: str, tmp_path: Path) -> None:
    index = index_of([["a", "b"], [], ["a"]], tmp_path)
    for model in (QueryLikelihood(), JelinekMercer(), BM25()):
        assert index.search(text, model) == []


def test_documents_without_any_part_are_not_returned(tmp_path: Path) -> None:
    index = index_of([["a"], ["b"], [], ["c"]], tmp_path)
    assert [hit.document for hit in index.search("a nowhere c", QueryLikelihood())] == ["d0", "d3"]


def test_a_part_counted_once_serves_every_mu(tmp_path: Path) -> None:
    index = index_of([["a", "b"], ["b", "a"]], tmp_path)
    query = parse_query("#1(a b)")
    assert isinstance(query, Part)
    assert index.part(query) is index.part(query)
    assert index.score({query: 1.0}, QueryLikelihood(5)) == index.search(query, QueryLikelihood(5))


@pytest.mark.parametrize(
    ("name", "parameters", "expected"),
    [
        ("tfidf", {}, "no ranking model"),
        ("ql", {"k1": 1.0}, "no parameter of ql is called 'k1'"),
        ("ql", {"mu": 0.0}, "mu is 0.0"),
        ("ql", {"mu": float("nan")}, "mu is nan"),
        ("jm", {"lambda_": 1.0}, "lambda is 1.0"),
        ("bm25", {"b": 2.0}, "b is 2.0"),
        ("bm25", {"mu": 5.0}, "choose one of k1, b"),
    ],
)
def test_models_refuse_what_makes_no_sense(name: str, parameters: dict[str, float], expected: str) -> None:
    with pytest.raises(InputError) as error:
        ranking_model(name, **parameters)
    assert expected in str(error.value)


def test_models_by_name_and_their_repr() -> None:
    assert ranking_model("ql", mu=1000) == QueryLikelihood(1000)
    assert repr(ranking_model("jm")) == "JelinekMercer(lambda_=0.4)"
    assert ranking_model("bm25", k1=1.2) == BM25(1.2, 0.4)


def test_a_limit_below_one_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="ask for 1 or more"):
        index_of([["a"]], tmp_path).search(Combine(), QueryLikelihood(), 0)
