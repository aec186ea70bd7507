"""The shipped profiles: found by name, told from files, different conventions; and the networks of their folds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import caesura
from caesura.corpus import Corpus, read_corpus
from caesura.foundation import InputError
from caesura.lexicon import default_lexicon
from caesura.segmenters import FeatureSources, MethodSettings, Recipe, log_domain, model_of, predict, segmenter, write_model
from caesura.segmenters.learned.cross_validation import predict_in_folds
from caesura.segmenters.learned.fitting import inner_figures
from caesura.segmenters.learned.profiles import PROFILES, default_model
from caesura.segmenters.learned.shipped_folds import default_fold_networks, shipped_folds
from caesura.tagging import default_tagger

SOURCES = FeatureSources(default_lexicon(), default_tagger())


@pytest.mark.parametrize("name", list(PROFILES))
def test_a_profile_says_what_it_is(name: str) -> None:
    card = PROFILES[name].model.card
    assert card["profile"] == name
    assert {"data", "licence", "teacher", "figures", "folds", "seed", "queries"} <= set(card)
    assert segmenter("learned", model=name).segment("cheap flights to cape town").pipe.endswith("cape town")


def test_a_model_is_found_by_profile_or_file(tmp_path: Path) -> None:
    assert model_of(None) is model_of("web") is default_model()
    assert model_of("shop") is PROFILES["shop"].model
    write_model(PROFILES["shop"].model, tmp_path / "shop")
    assert model_of(tmp_path / "shop") == model_of("shop")
    with pytest.raises(InputError, match="no profile is called 'shpo'; did you mean shop"):
        model_of("shpo")
    with pytest.raises(InputError, match="no such file"):
        model_of("nowhere.model")


def test_the_everyday_functions_take_a_profile() -> None:
    text = "waterproof hiking boots women"
    assert caesura.segment(text, profile="shop").pipe == segmenter("learned", model="shop").segment(text).pipe
    assert caesura.nest(text, profile="shop").nested is not None
    with pytest.raises(InputError, match="a model and a profile"):
        caesura.segment(text, profile="shop", model="my.model")


def test_profiles_follow_different_conventions() -> None:
    text = "mens running shoes size 10"
    assert segmenter("learned", model="shop").segment(text).quotes == 'mens "running shoes" "size 10"'
    assert segmenter("learned", model="web").segment(text).quotes == 'mens "running shoes" size 10'


def test_what_a_log_looks_like() -> None:
    texts = ["red leather handbag", "", "usb c charger 65w", "mens waterproof hiking boots size 11"]
    shop = log_domain(texts * 3, default_tagger())
    assert (shop.queries, shop.profile) == (9, "shop")
    assert sum(shop.shares.values()) == pytest.approx(1)
    with pytest.raises(InputError, match="no query"):
        log_domain(["", " "], default_tagger())


class TestFolds:
    def test_they_are_for_the_corpus_of_the_shipped_model_alone(self) -> None:
        assert shipped_folds(Corpus("none", ()), SOURCES, 10, Recipe()) is None
        networks = default_fold_networks()
        assert len(networks.networks) == default_model().card["folds"] == 10
        assert len(networks.folds) == len(default_model().seen)
        assert set(networks.folds) == set(range(10))

    def test_they_give_the_figures_of_the_card(self, shared_data: Path) -> None:
        corpus = read_corpus(shared_data / "webis-qsec-10", annotated=True)
        shipped = shipped_folds(corpus, SOURCES, 10, Recipe())
        assert shipped is not None
        assert shipped_folds(corpus, SOURCES, 9, Recipe()) is None
        assert shipped_folds(corpus, SOURCES, 10, replace(Recipe(), seed=2)) is None
        _, chances = predict_in_folds(corpus, SOURCES, 10, Recipe())
        entries = [entry for entry in corpus if len(entry.query.words) > 1]
        figures = inner_figures(entries, [chances[entry.query.id] for entry in entries])
        # The card was written before weights were rounded to whole numbers.
        assert figures == pytest.approx(default_model().card["figures"], abs=0.003)

    def test_predictions_say_where_they_come_from(self, shared_data: Path) -> None:
        corpus = read_corpus(shared_data / "webis-qsec-10", annotated=True)
        predicted = predict("learned", corpus, MethodSettings(folds=10))
        assert "shipped-folds#" in predicted.facts["model"]
        assert any("the shipped networks of these folds" in note for note in predicted.notes)
