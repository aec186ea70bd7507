"""The intent detector: that it learns, what its figures mean, and that the shipped one tells plain examples apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.shapes import split_words
from caesura.syntax import default_intent_model, load_intent_model
from caesura.syntax.intent.training import IntentData, IntentScore, intent_data, intent_score, train_intent_model
from caesura.tagging import default_tagger

ASKING = [split_words(f"how to wash {thing}") for thing in ("cups", "pots", "boats", "rugs", "tea towels")]
PLAIN = [split_words(f"{thing} shop lisbon") for thing in ("cup", "pot", "boat", "rug", "tea towel")]


def test_it_learns_keeps_and_loads(tmp_path: Path) -> None:
    tagger = default_tagger()
    model = train_intent_model(IntentData(ASKING, PLAIN), tagger)
    assert model.probability(split_words("how to mend shoes"), tagger(split_words("how to mend shoes"))) > 0.5
    assert model.probability(split_words("shoes shop porto"), tagger(split_words("shoes shop porto"))) < 0.5
    assert intent_score(model, IntentData(ASKING, PLAIN), tagger).as_json()["precision"] == 1.0
    model.save(tmp_path / "model")
    assert load_intent_model(tmp_path / "model") == model


def test_the_split_is_by_the_query() -> None:
    queries = [split_words(f"tea number {n}") for n in range(100)]
    trained = intent_data(queries, [("boat", str(n)) for n in range(100)], held_out=False)
    tested = intent_data(queries, [("boat", str(n)) for n in range(100)], held_out=True)
    assert not set(trained.asking) & set(tested.asking)
    assert len(trained.asking) == len(trained.plain)
    with pytest.raises(InputError, match="with and without"):
        intent_data(queries, queries, held_out=True)


def test_precision_where_few_ask() -> None:
    score = IntentScore(predicted=100, right=90, wanted=100, queries=200)
    assert (float(score.precision), float(score.recall)) == (0.9, 0.9)
    assert score.precision_at(0.5) == pytest.approx(0.9)
    assert score.precision_at(0.1) == pytest.approx(0.5)
    assert IntentScore(0, 0, 0, 0).as_json()["precision"] == 1.0


def test_the_shipped_model() -> None:
    tagger, model = default_tagger(), default_intent_model()
    for text, asks in (("how to wash a wool rug", True), ("wool rug how to wash", True), ("hotmail", False), ("lyrics", False)):
        words = split_words(text)
        assert (model.probability(words, tagger(words)) > 0.5) is asks, text
    assert 0 <= model.probability((), ()) <= 1
