"""The method best: word pieces, files, and answers that depend on nothing but the query."""

from __future__ import annotations

import sys
from array import array
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import caesura
from caesura.corpus import read_corpus
from caesura.foundation import InputError, MissingExtraError
from caesura.segmenters import MethodSettings, predict, segmenter
from caesura.segmenters.best.model import BestModel, BreakHead, read_best, words_around, write_best
from caesura.segmenters.best.word_pieces import WordPieces

VOCABULARY = ("[UNK]", "new", "york", "##er", "##s", "-", "a", "##b", "東")
WORDS = st.lists(
    st.sampled_from(["new", "york", "hotel", "cheap", "barnes", "and", "noble", "3.5", "mm", "at&t", "u.s.", "東京", "qzx"])
)


def test_words_are_cut_into_the_longest_pieces() -> None:
    pieces = WordPieces(VOCABULARY)
    assert pieces.of("yorkers") == (2, 3, 4)
    assert pieces.of("New-York") == (1, 5, 2)
    assert pieces.of("Ábs") == (6, 7, 4)  # without accents
    assert pieces.of("東new") == (8, 1)  # a letter that stands for itself
    assert pieces.of("yorkx") == (0,)  # not a piece too few
    assert pieces.of("\u200b") == pieces.of("x" * 101) == (0,)


def test_places_know_the_words_around_them() -> None:
    assert words_around([3, 1, 2]).tolist() == [[6, 0, 1, 2], [0, 1, 2, 6], [6, 4, 5, 6]]


def invented(seed: int) -> BestModel:
    draw = np.random.default_rng(seed)
    project, weights, biases, outputs = (draw.normal(size=shape).astype(np.float32) for shape in ((6, 2), (12, 3), (3,), (3,)))
    head = BreakHead(project, weights, biases, outputs, 0.5)
    return BestModel((head, head), 1.1, -0.2, np.arange(4.0), np.ones(4), 1.5, "ab" * 16, array("I", [1, 2, 3]), {"seed": seed})


def test_models_come_back_from_their_file(tmp_path: Path) -> None:
    write_best([invented(1), invented(2)], b"\0\1\0", tmp_path / "m")
    (first, second), folds = read_best(tmp_path / "m")
    assert folds == b"\0\1\0"
    assert first.fingerprint == invented(1).fingerprint != second.fingerprint
    assert all(np.array_equal(one, other) for one, other in zip(second.heads[1].arrays, invented(2).heads[1].arrays, strict=True))
    cut = (tmp_path / "m").read_bytes()[:-4]
    (tmp_path / "cut").write_bytes(cut)
    with pytest.raises(InputError, match="cut"):
        read_best(tmp_path / "cut")


def test_without_its_package_the_method_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MissingExtraError, match=r"caesura\[best\]"):
        segmenter("best")


@pytest.fixture(scope="module")
def best() -> caesura.segmenters.Segmenter:
    pytest.importorskip("onnxruntime")
    pytest.importorskip("caesura_best")
    return segmenter("best")


def test_an_answer_has_all_that_probabilities_give(best: caesura.segmenters.Segmenter) -> None:
    answer = best.segment("cheap flights to cape town")
    assert answer.pipe == "cheap flights|to|cape town"
    assert answer.probability is not None
    assert 0 < answer.probability < 1
    assert answer.entropy is not None
    assert 0 < answer.entropy < 4
    ranked = best.nbest("cheap flights to cape town", 16)
    assert len(ranked) == 16
    assert sum(each.probability or 0 for each in ranked) == pytest.approx(1)
    assert best.explain("cheap flights to cape town").segmentation.flat == answer.flat
    assert caesura.nest("cheap flights to cape town", method="best").nested is not None


@settings(max_examples=30, deadline=None)
@given(st.lists(WORDS.filter(bool), min_size=1, max_size=6))
def test_a_query_is_answered_alike_in_any_company(queries: list[list[str]]) -> None:
    best = pytest.importorskip("onnxruntime") and segmenter("best")
    texts = [" ".join(words) for words in queries]
    together = best.segment_many(texts)
    assert [answer.pipe for answer in together] == best.pipe_many(texts)
    for text, answer in zip(texts, together, strict=True):
        alone = best.segment(text)
        assert alone.flat == answer.flat
        assert alone.score == pytest.approx(answer.score, abs=1e-4)


def test_features_of_the_plain_path_give_the_same(best: caesura.segmenters.Segmenter) -> None:
    plain = segmenter("best", compiled=False)
    for text in (
        "new york times square dance",
        "washington, dc hotels",
        "qzx vkw ppq",
        "東京 ホテル",
        "one",
        "procter & gamble jobs",
    ):
        assert plain.segment(text) == best.segment(text)


def test_separators_and_unknown_words_are_kept_apart(best: caesura.segmenters.Segmenter) -> None:
    answer = best.segment("red shoes, blue hats")
    assert answer.flat.breaks[1] == 1
    assert best.segment("qzxv vkwq ppqz").pipe == "qzxv|vkwq|ppqz"


@pytest.mark.usefixtures("best")
def test_folds_are_those_of_its_own_corpus_alone(tmp_path: Path) -> None:
    line = '{"id": "1", "text": "red shoe", "votes": [{"flat": "red|shoe", "count": 3}]}'
    (tmp_path / "c.jsonl").write_text(line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="best has models of the 10 folds"):
        predict("best", read_corpus(tmp_path / "c.jsonl"), MethodSettings(folds=10))


@pytest.mark.usefixtures("best")
def test_the_figures_of_its_card_are_those_of_its_folds(shared_data: Path) -> None:
    from caesura.segmenters.best.shipped import shipped_best
    from caesura.segmenters.best.unseen import BestInFolds
    from caesura.segmenters.learned.cross_validation import predict_in_folds
    from caesura.segmenters.learned.fitting import inner_figures

    corpus = read_corpus(shared_data / "webis-qsec-10", annotated=True)
    settings = MethodSettings(folds=10)
    _, chances = predict_in_folds(corpus, settings.ground(corpus), 10, settings.recipe, models=BestInFolds())
    entries = [entry for entry in corpus if len(entry.query.words) > 1]
    figures = inner_figures(entries, [chances[entry.query.id] for entry in entries])
    for name, value in shipped_best().card["figures"].items():
        assert figures[name] == pytest.approx(value, abs=0.003), name


@pytest.mark.usefixtures("best")
def test_its_heads_teach_what_they_say() -> None:
    from caesura.lexicon import default_lexicon
    from caesura.segmenters import best_teachers
    from caesura.segmenters.best.shipped import shipped_best
    from caesura.segmenters.learned.feature_rows import feature_rows
    from caesura.segmenters.learned.network import SCALE
    from caesura.segmenters.learned.training import Member, inputs_of
    from caesura.tagging import default_tagger

    teachers = best_teachers()
    assert teachers is not None
    queries = [("cheap", "flights", "to", "cape", "town"), ("new", "york", "hotels")]
    taught, owners = teachers(queries), np.repeat([0, 1], [4, 2])
    said = [member.log_odds(inputs, owners) for member, inputs in taught]
    model = shipped_best()
    assert len(said) == len(model.heads) - 1, "the head that sees no states does not teach"
    # Together with that head they are what the segmenter says.
    answer = [score / SCALE for words in queries for score in segmenter("best").scores(words)]  # type: ignore[attr-defined]
    static = model.heads[-1]
    rows = feature_rows(queries, default_lexicon(), default_tagger(), None)
    alone = Member(static.weights, static.biases, static.outputs, static.bias)
    plain = alone.log_odds(inputs_of(rows, np.array(model.means), np.array(model.scales)), owners)
    calibrated = model.stretch * np.array(plain) + model.shift
    assert np.mean([*said, calibrated], axis=0) == pytest.approx(answer, abs=0.02)
