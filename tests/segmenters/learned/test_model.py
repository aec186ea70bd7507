"""The model file: what is damaged or foreign is refused, and no word can be read from it."""

from __future__ import annotations

import re
from array import array
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.segmenters import FeatureSources, LearnedModel, Recipe, fit, read_model, segmenter, write_model
from caesura.segmenters.learned.model import packed, unpacked
from caesura.segmenters.learned.profiles import default_model
from caesura.segmenters.learned.vectors import default_vectors
from caesura.segmenters.learned.vectors import unpacked as unpacked_vectors
from caesura.tagging import default_tagger
from tests.segmenters.learned.corpora import LEXICON, OTHERS, PAIRS, invented_corpus

SHIPPED = ("web.model", "shop.model", "keywords.model", "web.folds", "domain.weights")


@pytest.fixture(scope="module")
def model() -> LearnedModel:
    return fit(invented_corpus(30), FeatureSources(LEXICON, default_tagger()), Recipe(members=2, hidden=4, epochs=2))


def test_there_and_back(model: LearnedModel, tmp_path: Path) -> None:
    write_model(model, tmp_path / "my.model")
    assert read_model(tmp_path / "my.model") == model


@pytest.mark.parametrize("at", [20, 90, -1])
def test_a_changed_byte_is_noticed(model: LearnedModel, at: int) -> None:
    raw = bytearray(packed(model))
    raw[at] ^= 1
    with pytest.raises(InputError, match="damaged"):
        unpacked(bytes(raw), "x.model")


def test_weights_beyond_32_bit_sums_are_refused(model: LearnedModel) -> None:
    large = replace(model.network, weights=array("h", [32767] * len(model.network.weights)))
    with pytest.raises(InputError, match="32 bits"):
        unpacked(packed(replace(model, network=large)), "x.model")


def test_a_foreign_or_cut_file_is_refused(model: LearnedModel) -> None:
    for raw, said in (
        (b"", "is not a model file of Caesura"),
        (b"PK\x03\x04", "is not a model file of Caesura"),
        (b"caesura model 1\n", "damaged"),
        (packed(model)[:-9], "damaged"),
    ):
        with pytest.raises(InputError, match=said):
            unpacked(raw, "x.model")
    with pytest.raises(InputError, match="is a model file, a vectors file was expected"):
        unpacked_vectors(packed(model), "x.vectors")


def test_it_knows_its_training_queries_and_no_others(model: LearnedModel) -> None:
    texts = [entry.query.text for entry in invented_corpus(30)]
    assert all(model.has_seen(text.upper()) for text in texts)
    assert not model.has_seen("something else entirely")


def test_no_word_of_the_corpus_can_be_read_from_the_file(model: LearnedModel) -> None:
    raw = packed(model).lower()
    words = {word for pair in PAIRS for word in pair.split()} | {word for word in OTHERS if len(word) > 4}
    assert not [word for word in words if word.encode() in raw]


def test_no_word_of_the_real_corpus_can_be_read_from_what_ships(shared_data: Path) -> None:
    folder = files("caesura.segmenters.learned")
    files_ = [folder / "english.vectors", *(folder / "profiles" / name for name in SHIPPED)]
    # The card is plain English and may hold such words; the numbers behind it must not.
    body = b"".join(file.read_bytes().split(b"\n", 3)[3].lower() for file in files_)
    text = (shared_data / "webis-qsec-10" / "webis-qsec-10-training-set-queries.txt").read_text(encoding="utf-8")
    words = set(re.findall(r"[a-z]{6,}", text))
    assert len(words) > 2000
    assert not [word for word in words if word.encode() in body]


def test_the_shipped_model_is_small_and_says_what_it_is() -> None:
    folder = files("caesura.segmenters.learned")
    sizes = [len((folder / "profiles" / name).read_bytes()) for name in SHIPPED]
    assert sum(sizes) + len((folder / "english.vectors").read_bytes()) < 6_000_000
    card = default_model().card
    assert {"data", "licence", "figures", "lexicon", "vectors", "seed", "queries"} <= set(card)
    assert card["figures"]["calibration_error"] < 0.03


def test_words_have_vectors() -> None:
    vectors = default_vectors()
    assert vectors.of("London") == vectors.of("london")
    assert vectors.of("london").known
    assert not vectors.of("zzxqjvv").known
    assert vectors.of("the").rank < vectors.of("london").rank < vectors.of("zzxqjvv").rank


class TestSegmenter:
    def test_it_breaks_where_a_break_is_more_likely_than_not(self) -> None:
        learned = segmenter("learned")
        found = learned.segment("cheap flights to cape town")
        chances = learned.break_probabilities(found.query_words)  # type: ignore[attr-defined]
        assert found.flat.breaks == tuple(int(chance > 0.5) for chance in chances)
        assert found.pipe.endswith("cape town")
        assert all(0 <= segment.probability <= 1 for segment in found.segments if segment.probability is not None)

    def test_n_best_have_falling_probabilities(self) -> None:
        learned = segmenter("learned")
        found = learned.nbest("weather in cape town", 8)
        chances = [one.probability for one in found]
        assert sum(chance for chance in chances if chance is not None) == pytest.approx(1)
        assert chances == sorted(chances, reverse=True)  # type: ignore[type-var]
        assert learned.nbest("weather in cape town", 1) == [learned.segment("weather in cape town")]

    def test_one_word_and_no_word(self) -> None:
        learned = segmenter("learned")
        assert learned.segment("weather").probability == 1
        assert learned.pipe_many(["", "weather"]) == ["", "weather"]
        with pytest.raises(InputError, match="without words"):
            learned.segment(" ")

    def test_a_missing_model_is_said(self) -> None:
        with pytest.raises(InputError, match="no such file"):
            segmenter("learned", model="nowhere.model")
