"""The language test: foreign queries with function words go, English ones with borrowed words stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.corpus.language import is_english


@pytest.mark.parametrize(
    "text",
    [
        "cheap flights to paris",
        "hotel de la paix geneva",
        "van der waals radius",
        "las vegas el cortez",
        "springfield il weather",
        "beyoncé new album",
        "volkswagen golf parts",
        "how to say und in german",
        "",
        "über driver jobs near me for the summer",
    ],
)
def test_english(text: str) -> None:
    assert is_english(text)


@pytest.mark.parametrize(
    "text",
    [
        "rezepte und tipps",
        "Wie werden Äpfel gelagert",
        "chanson avec paroles",
        "casa para los abuelos",
        "ricetta della nonna",
        "hoe maak ik een taart",
        "como hacer pan en la casa de mi madre",
        "kuchen mit äpfeln und nüssen",
        "погода в городе",
        "东京 hotel",
        "jak to się robi",
    ],
)
def test_not_english(text: str) -> None:
    assert not is_english(text)


def test_the_rule_counts_as_it_says() -> None:
    assert is_english("la de")  # two weak words
    assert not is_english("la de los")  # three
    assert is_english("the la de los")  # an English word takes two away
    assert not is_english("la de é")  # a letter beyond ASCII counts one more
    assert not is_english("und")  # a telling word is enough
    assert is_english("the und")
    assert is_english("é é é é")  # but accents alone say nothing


@given(st.text(max_size=40))
def test_any_text_has_an_answer(text: str) -> None:
    assert is_english(text) in (True, False)
    assert is_english(text) == is_english(f"  {text}  ")


def test_queries_chosen_as_english_stay(shared_data: Path) -> None:
    path = shared_data / "webis-qsec-10" / "webis-qsec-10-training-set-queries.txt"
    queries = [line.split("\t")[-1] for line in path.read_text(encoding="utf-8").splitlines()]
    assert sum(not is_english(query) for query in queries) < len(queries) / 200
