"""The short way to measure gives what ir_measures gives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.retrieval.experiment.measures import MEASURES, measured_by_library, measured_by_places, relevant

DOCUMENTS = [f"d{number}" for number in range(60)]
rankings = st.lists(st.sampled_from(DOCUMENTS), unique=True, max_size=60)
grades = st.dictionaries(st.sampled_from(DOCUMENTS), st.integers(-1, 4), min_size=1, max_size=20).filter(relevant)


@given(ranking=rankings, judged=grades)
def test_both_ways_agree(ranking: list[str], judged: dict[str, int]) -> None:
    helpful = relevant(judged)
    places = np.array([ranking.index(document) + 1 if document in ranking else 0 for document in helpful], dtype=np.int64)
    short = measured_by_places(places, list(helpful.values()), list(helpful.values()))
    assert short == pytest.approx(measured_by_library({"q": ranking}, {"q": judged})["q"], abs=1e-9)


def test_only_a_thousand_documents_count() -> None:
    ranking = [f"x{number}" for number in range(1000)] + ["late"]
    assert measured_by_library({"q": ranking}, {"q": {"late": 1}})["q"].tolist() == [0, 0, 0, 0]
    assert measured_by_places(np.array([1001]), [1], [1]).tolist() == [0, 0, 0, 0]


def test_a_known_ranking() -> None:
    values = measured_by_library({"q": ["a", "b", "c"], "unanswered": []}, {"q": {"b": 1, "z": 1}, "unanswered": {"a": 1}})
    assert dict(zip(MEASURES, values["q"], strict=True)) == pytest.approx(
        {"MAP": 0.25, "NDCG@20": (1 / np.log2(3)) / (1 + 1 / np.log2(3)), "P@10": 0.1, "MRR": 0.5}
    )
    assert values["unanswered"].tolist() == [0, 0, 0, 0]
