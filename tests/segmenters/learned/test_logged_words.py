"""Vectors of a log's words: made from a transformer's states, kept in the model's file, seen by the network."""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from caesura.foundation import InputError
from caesura.segmenters import PROFILES, adapt_model, distil_model, segmenter
from caesura.segmenters.learned.feature_rows import feature_rows
from caesura.segmenters.learned.features import NUMBERS
from caesura.segmenters.learned.further_training import member_of
from caesura.segmenters.learned.logged_words import looked_up, seeing_logged_words, with_logged_words, words_of_log
from caesura.segmenters.learned.model import MODEL, LearnedModel, packed, read_model, unpacked, write_model
from caesura.segmenters.learned.network import VECTOR_INPUTS
from caesura.segmenters.learned.teaching import Teaching
from caesura.segmenters.learned.training import Matrix, inputs_of, whole
from caesura.segmenters.learned.vectors import APART, DIMENSIONS, STEPS
from caesura.shapes import Words
from tests.segmenters.learned.test_adapting import SOURCES, joined, logged, said_by
from tests.segmenters.learned.test_kernel import drawn_network, words_of_a_log

QUERIES: list[Words] = [("Aveeno", "lotion"), ("aveeno", "soap", "bar"), ("volcom", "hat")]


def states_for(queries: Sequence[Words], width: int = 80) -> Matrix:
    """A state for each word: its own direction, and a little of the place where it stands."""
    found = []
    for words in queries:
        for at, word in enumerate(words):
            draw = np.random.default_rng(list(word.lower().encode()))
            found.append(draw.standard_normal(width) + 0.1 * at)
    return np.array(found, np.float32)


def test_each_word_has_the_mean_of_its_states_in_the_directions_that_tell_words_apart() -> None:
    states = np.zeros((7, 3), np.float32)
    states[:, 0] = [1, -1, 3, -1, -1, -1, -1]
    table = words_of_log(QUERIES, states).table
    numbers = np.array([table.of(word).numbers for word in ("aveeno", "lotion", "soap", "bar", "volcom", "hat")])
    # One direction tells the words apart: "aveeno" (twice, 2 on average) from all others, in units of a deviation.
    means = np.array([2, -1, -1, -1, -1, -1])
    wanted = (means - np.average(means, weights=[2, 1, 1, 1, 1, 1])) / means.std() * STEPS
    assert np.abs(np.abs(numbers[:, 0]) - np.abs(wanted)).max() <= APART / 2 + 1e-6
    assert not numbers[:, 1:].any()
    assert table.of("AVEENO") == table.of("aveeno") == table.of('"aveeno",')
    assert not table.of("adidas").known


def test_the_same_log_gives_the_same_table_and_another_order_the_same_vectors() -> None:
    states = states_for(QUERIES)
    table, vectors = words_of_log(QUERIES, states)
    again = words_of_log(QUERIES, states)
    assert again.table == table
    assert (again.vectors == vectors).all()
    turned = words_of_log(QUERIES[::-1], states_for(QUERIES[::-1])).table
    # States differ by where a word stands in its query, which is the same in another order of queries.
    assert [np.abs(np.subtract(table.of(w).numbers, turned.of(w).numbers)).max() <= APART for w in ("aveeno", "hat")] == [True] * 2


def test_what_a_query_itself_says_of_a_word_is_taken_out_of_its_own_vectors() -> None:
    table, vectors = words_of_log(QUERIES, states_for(QUERIES))
    by_place = vectors.reshape(4, 4, DIMENSIONS)  # places, words around each
    assert not by_place[3].any(), "words that occur in no other query are unknown there"
    assert looked_up(QUERIES, table).reshape(4, 4, DIMENSIONS)[3].any()
    first, second = by_place[0, 1], by_place[1, 1]  # "Aveeno" in the first query, "aveeno" in the second
    assert first.any()
    assert second.any()
    mean = np.array(table.of("aveeno").numbers)
    assert np.abs((first.astype(int) + second) / 2 - mean).max() <= APART, "together they make the mean"


def test_addresses_take_no_room() -> None:
    address = "www." + "very-long-" * 5 + "address.com"
    table = words_of_log([("visit", address)], states_for([("visit", address)])).table
    assert len(table.ranks) == 1
    assert table.of("visit").known


def test_a_network_that_begins_to_see_such_vectors_says_what_it_said() -> None:
    network = PROFILES["web"].model.network
    rows = feature_rows(QUERIES, SOURCES.lexicon, SOURCES.tagger, None)
    means, scales, owners = np.array(network.means), np.array(network.scales), np.repeat([0, 1, 2], [1, 2, 1])
    more = with_logged_words(rows, words_of_log(QUERIES, states_for(QUERIES)).vectors)
    assert more.vectors.shape == (4, 2 * VECTOR_INPUTS)
    before, after = member_of(network), seeing_logged_words(member_of(network), len(means))
    inputs = inputs_of(more, means, scales)
    assert after.log_odds(inputs, owners) == pytest.approx(before.log_odds(inputs_of(rows, means, scales), owners), abs=1e-4)
    stored = whole([after], 1.0, 0.0, means, scales, logged_words=True)
    assert stored.uses_logged_words
    assert not stored.uses_given_tags
    assert stored.fits


def model_with_words() -> LearnedModel:
    network = drawn_network(random.Random(3), 8, len(NUMBERS), 1, steepest=40, logged_words=True)
    return LearnedModel(network, 1.5, "00", array("I", [1, 5]), {"data": "small"}, words_of_a_log(random.Random(4)))


def test_a_file_holds_the_words(tmp_path: Path) -> None:
    model = model_with_words()
    write_model(model, tmp_path / "my.model")
    again = read_model(tmp_path / "my.model")
    assert again == model
    assert packed(again) == packed(model)
    assert again.fingerprint == model.fingerprint
    other = replace(model, logged_words=words_of_a_log(random.Random(5)))
    assert other.fingerprint != model.fingerprint
    assert again.described()["features"]["vectors"] == 2 * VECTOR_INPUTS


@pytest.mark.parametrize("lost", [1, 40, 300])
def test_a_file_whose_words_are_cut_off_is_refused_by_name(lost: int) -> None:
    head, body = MODEL.unpack(packed(model_with_words()), "x")
    with pytest.raises(InputError, match=r"my\.model.*damaged"):
        unpacked(MODEL.pack(head, body[:-lost]), "my.model")


def test_a_word_of_the_log_is_not_unknown() -> None:
    model = model_with_words()
    strange = ("qwzx", "vbnq", "kkjw")
    known = words_of_log([strange], states_for([strange])).table
    alone = segmenter("learned", model=model).scores(strange)  # type: ignore[attr-defined]
    told = [
        segmenter("learned", model=replace(model, logged_words=known), compiled=compiled).scores(strange)  # type: ignore[attr-defined]
        for compiled in (False, True)
    ]
    assert len(set(alone)) == 1, "words that nobody knows are kept apart"
    assert told[0] == told[1]
    assert told[0] != alone


def seeing_states(queries: Sequence[Words]) -> Teaching:
    return Teaching(said_by("shop")(queries).heads, states_for(queries))


def test_adapting_to_a_log_learns_its_words_and_can_go_on_from_there(tmp_path: Path) -> None:
    starts = {"web": PROFILES["web"].model}
    adapted = adapt_model(joined(30), SOURCES, starts, unlabelled=logged(200), teachers=seeing_states)
    model = adapted.model
    assert model.logged_words is not None
    assert model.card["words_learned"] == len(model.logged_words.ranks) > 0
    write_model(model, tmp_path / "my.model")
    assert read_model(tmp_path / "my.model") == model
    plain, fast = (segmenter("learned", model=str(tmp_path / "my.model"), compiled=compiled) for compiled in (False, True))
    for words in logged(20):
        assert fast.scores(words) == plain.scores(words)  # type: ignore[attr-defined]
    further = adapt_model(joined(30), SOURCES, {"mine": model}, unlabelled=logged(100), teachers=seeing_states)
    assert further.model.logged_words == model.logged_words
    alone = adapt_model(joined(30), SOURCES, {"mine": model})
    assert alone.model.logged_words == model.logged_words


def test_a_log_without_examples_teaches_its_words_too() -> None:
    distilled = distil_model(logged(1500), SOURCES, PROFILES["web"].model, seeing_states, name="web")
    assert distilled.after > distilled.before + 0.1
    assert distilled.model.logged_words is not None
    assert distilled.model.network.uses_logged_words
    again = distil_model(logged(1500), SOURCES, distilled.model, seeing_states)
    assert again.model.logged_words == distilled.model.logged_words


def test_vectors_have_room_for_what_a_file_keeps() -> None:
    table = words_of_log(QUERIES, 50 * states_for(QUERIES, DIMENSIONS + 9)).table
    assert len(table.numbers) == DIMENSIONS * len(table.ranks)
