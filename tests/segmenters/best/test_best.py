"""The method best: word pieces, files, and answers that depend on nothing but the query."""

from __future__ import annotations

import sys
from array import array
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import caesura
from caesura.corpus import read_corpus
from caesura.foundation import InputError, MissingExtraError
from caesura.segmenters import MethodSettings, predict, segmenter
from caesura.segmenters.best.encoder import Encoder, read_encoder, write_encoder
from caesura.segmenters.best.model import BestModel, BreakHead, read_best, write_best
from caesura.segmenters.best.word_pieces import WordPieces
from caesura.segmenters.learned import feature_rows as feature_rows_module
from caesura.segmenters.learned.feature_rows import words_around
from caesura.segmenters.learned.features import Places, places
from caesura.shapes import Words

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


class Pieces:
    """In place of a network: the state of a piece is its number, however wide."""

    def __init__(self, width: int) -> None:
        self.width, self.shown = width, list[list[list[int]]]()

    def run(self, _: None, inputs: dict[str, Any]) -> list[Any]:
        pieces = inputs["pieces"]
        assert inputs["places"].tolist() == list(range(pieces.shape[1]))
        self.shown.append(pieces.tolist())
        return [np.repeat(pieces[:, :, None], self.width, axis=2).astype(np.float32)]


def encoder_of(card: dict[str, Any], width: int, marks: tuple[int, ...]) -> tuple[Encoder, Pieces]:
    encoder, network = Encoder(b"graph", VOCABULARY, 5, width, card, marks), Pieces(width)
    encoder.__dict__["_session"] = network
    return encoder, network


def test_marks_stand_around_a_query_and_not_in_its_states() -> None:
    encoder, network = encoder_of({}, 1, (90, 91))
    states = encoder.states_with_end([("yorkers", "a"), ("new",), ("new", "york", "a", "a", "yorkers")])
    assert states[:, 0].tolist() == [3, 6, 1, 1, 2, 6, 6, 2, 0]  # the last word was cut off behind its first piece
    assert network.shown == [[[90, 2, 3, 4, 6, 91]], [[90, 1, 91]], [[90, 1, 2, 6, 6, 2, 91]]]
    plain, _ = encoder_of({}, 1, ())
    assert plain.states_with_end([("yorkers", "a")])[:, 0].tolist() == [3, 6, 0]


def test_encoders_come_back_from_their_file(tmp_path: Path) -> None:
    encoder = Encoder(b"graph", VOCABULARY, 5, 1, {"transformer": "small"}, (7, 8))
    write_encoder(encoder, tmp_path / "e")
    assert read_encoder(tmp_path / "e") == encoder


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


def test_features_of_the_plain_path_give_the_same(best: caesura.segmenters.Segmenter, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [
        "new york times square dance",
        "washington, dc hotels",
        "red shoes, blue hats",
        "qzx vkw ppq",
        "東京 ホテル",
        "one",
        "procter & gamble jobs",
    ]
    answers = best.segment_many(texts)
    plain = segmenter("best", compiled=False)
    described: list[Words] = []

    def described_plainly(words: Words, *rest: Any) -> Places:
        described.append(words)
        return places(words, *rest)

    monkeypatch.setattr(feature_rows_module, "places", described_plainly)
    assert plain.segment_many(texts) == answers
    assert described == [tuple(text.split()) for text in texts if text != "one"], "each once, and none by the kernel"


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
    said = [member.log_odds(inputs, owners) for member, inputs in taught.heads]
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


@pytest.mark.usefixtures("best")
def test_a_larger_transformer_teaches_beside_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from caesura.lexicon import default_lexicon
    from caesura.segmenters import best_teachers, larger_teachers
    from caesura.segmenters.best.shipped import shipped_conventions
    from caesura.segmenters.learned.feature_rows import feature_rows
    from caesura.tagging import default_tagger

    model = shipped_conventions()
    encoder, _ = encoder_of({"transformer": model.card["transformer"]}, len(model.heads[0].project), (7, 8))
    monkeypatch.setattr("caesura.segmenters.best.teaching.read_encoder", lambda _: encoder)
    queries = [("new", "york", "hotels"), ("cheap", "yorkers")]
    taught = larger_teachers(tmp_path / "any")(queries)
    of_best = best_teachers()
    assert of_best is not None
    own = taught.heads[: len(model.heads)]
    assert len(taught.heads) == len(model.heads) + len(of_best(queries).heads)
    assert len({id(inputs) for _, inputs in own}) == 1, "what all heads see is kept once"
    assert taught.states is not None
    assert (taught.states == encoder.states_with_end(queries)[:-1]).all()
    said = np.mean([member.log_odds(inputs, np.repeat([0, 1], [2, 1])) for member, inputs in own], axis=0)
    rows = feature_rows(queries, default_lexicon(), default_tagger(), None)
    wanted = model.log_odds(rows, encoder.states_with_end(queries), words_around([3, 2]))
    assert said == pytest.approx(wanted, abs=1e-3)


@pytest.mark.usefixtures("best")
def test_an_encoder_that_the_heads_never_saw_does_not_teach() -> None:
    from caesura.segmenters import larger_teachers
    from caesura.segmenters.best.shipped import ENCODER_FILE, _file

    with pytest.raises(InputError, match="make teacher"):
        larger_teachers(_file(ENCODER_FILE))
