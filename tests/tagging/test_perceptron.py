"""The tagger that ships."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from caesura.foundation import InputError
from caesura.tagging import PerceptronTagger, default_tagger
from caesura.tagging import features as features
from caesura.tagging.perceptron import pack_tagger, unpack_tagger
from caesura.tagging.treebank import read_as_queries


@pytest.mark.parametrize(
    ("query", "tags"),
    [
        ("cheap flights to rome", "ADJ NOUN ADP PROPN"),
        ("how to bake bread", "ADV PART VERB NOUN"),
        ("the best restaurants", "DET ADJ NOUN"),
        ("where is the train station", "ADV AUX DET NOUN NOUN"),
    ],
)
def test_plain_queries(query: str, tags: str) -> None:
    assert default_tagger()(query.split()) == tuple(tags.split())


def test_case_does_not_matter_and_every_word_gets_a_tag() -> None:
    tagger = default_tagger()
    assert tagger(["CHEAP", "Flights"]) == tagger(["cheap", "flights"])
    assert tagger([]) == ()
    for strange in (["\ud800"], ["", "a"], ["日本"], ["x" * 5000], ["&"] * 64):
        assert len(tagger(strange)) == len(strange)
    assert tagger.tag_many([["a"], ["b", "c"]]) == [tagger(["a"]), tagger(["b", "c"])]


def test_it_keeps_its_accuracy_on_the_treebank(shared_data: Path) -> None:
    right = total = 0
    for example in read_as_queries(shared_data / "treebank" / "ewt" / "en_ewt-ud-dev.conllu"):
        for one, other in zip(default_tagger()(example.words), example.tags, strict=True):
            right += one == other
            total += 1
    assert right / total >= 0.92
    assert round(right / total, 4) == default_tagger().card["accuracy"]["en_ewt-ud-dev.conllu"]


def test_the_weights_are_small_and_say_where_they_come_from() -> None:
    import caesura.tagging

    file = Path(caesura.tagging.__file__).with_name("english.weights")
    assert file.stat().st_size < 2_000_000
    assert default_tagger().card["licence"] == "CC BY-SA 4.0"


def test_it_can_be_sent_to_another_process() -> None:
    again = pickle.loads(pickle.dumps(default_tagger()))  # noqa: S301
    assert again(["new", "york"]) == default_tagger()(["new", "york"])


def test_packing_and_unpacking() -> None:
    weights = bytearray([128] * (2 * features.FEATURE_ROWS))
    weights[2 * features.feature_row("w yes") + 1] = 200
    tagger = unpack_tagger(pack_tagger(("N", "V"), bytes(weights), {"licence": "none"}), "here")
    assert tagger(["yes", "no"]) == ("V", "N")
    assert tagger.card == {"licence": "none"}


OLD = b"caesura tagger 1\n"


@pytest.mark.parametrize(
    "raw", [b"", b"something else", OLD, OLD + b"{}\nxyz", OLD + b'{"tags": ["N"]}\nxyz', OLD + b'{"tags": 1}\nxyz']
)
def test_a_damaged_file_is_one_line(raw: bytes) -> None:
    with pytest.raises(InputError, match=r"here: is (not a tagger|damaged).*; train it again"):
        unpack_tagger(raw, "here")


def test_weights_must_fit_the_tags() -> None:
    with pytest.raises(InputError, match="weights for 2 tags"):
        PerceptronTagger(("N", "V"), b"123", {})
