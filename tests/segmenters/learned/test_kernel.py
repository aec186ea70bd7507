"""The kernel and the plain path give the same scores, to the last unit, whatever is asked."""

from __future__ import annotations

import random
from array import array
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caesura.segmenters import segmenter
from caesura.segmenters.learned.compiled import compiled_network
from caesura.segmenters.learned.features import BACKGROUND, NUMBERS, Places
from caesura.segmenters.learned.logged_words import words_of_log
from caesura.segmenters.learned.model import LearnedModel
from caesura.segmenters.learned.network import TAG_INPUTS, VECTOR_INPUTS, Network
from caesura.segmenters.learned.segmenter import LearnedSegmenter
from caesura.segmenters.learned.tag_classes import CLASSES
from caesura.segmenters.learned.vectors import DIMENSIONS, WordVectors
from caesura.shapes import fold, split_words
from tests.segmenters.conftest import COUNTS, TITLES, lexicon_file

pytest.importorskip("caesura.segmenters.kernel._learned", reason="nothing was compiled here")
from caesura.segmenters.kernel._network import CompiledNetwork

KNOWN = (
    "new york times square dance cheap flights to cape town in the of a u.s. 2011 (city) fishing dogs o'neill x & - hotels New YORK"
)
WORDS = st.sampled_from(KNOWN.split()) | st.text(
    st.characters(codec="ascii", exclude_categories=["C", "Z"]), min_size=1, max_size=14
)


MARKS = st.text(st.sampled_from('.,;:?!"()[]{}'), max_size=3)
MARKED = st.tuples(MARKS, st.sampled_from([*KNOWN.split(), "st.", "Yahoo!", "ph.d.", "j.", "co", "u.s", "laughed", ""]), MARKS)

Pair = tuple[LearnedSegmenter, LearnedSegmenter]


def drawn_network(
    draw: random.Random,
    hidden: int,
    numbers: int,
    kinds: int,
    largest: int = 3000,
    steepest: int = 300,
    *,
    logged_words: bool = False,
) -> Network:
    rows = numbers + (2 if logged_words else 1) * VECTOR_INPUTS + kinds * TAG_INPUTS
    return Network(
        hidden,
        array("d", [draw.uniform(-3, 3) for _ in range(numbers)]),
        array("d", [draw.uniform(10, steepest) for _ in range(numbers)]),
        array("h", [draw.randint(-largest, largest) for _ in range(rows * hidden)]),
        array("i", [draw.randint(-90_000, 90_000) for _ in range(hidden)]),
        array("i", [draw.randint(-3000, 3000) for _ in range(hidden)]),
        draw.randint(-1000, 1000),
        uses_logged_words=logged_words,
    )


def words_of_a_log(draw: random.Random) -> WordVectors:
    """A table that knows every other of the words."""
    words = sorted({fold(word) for word in (*KNOWN.split(), "zürich", "北京")})[::2]
    return words_of_log([tuple(words)], np.array([[draw.gauss(0, 1) for _ in range(DIMENSIONS)] for _ in words], np.float32)).table


@pytest.fixture(
    scope="module",
    params=["default model", "two lexicons", "two lexicons and given tags", "words of a log", "words of a log and two lexicons"],
)
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """The plain and the compiled segmenter with one model: the default one, or one that asks the default lexicon beside its own."""
    if request.param == "default model":
        plain, fast = segmenter("learned", compiled=False), segmenter("learned", compiled=True)
    elif request.param == "words of a log":
        network = drawn_network(random.Random(7), 24, len(NUMBERS), 1, steepest=40, logged_words=True)
        model = LearnedModel(network, 1.0, "", array("I"), {}, words_of_a_log(random.Random(8)))
        plain, fast = (segmenter("learned", model=model, compiled=compiled) for compiled in (False, True))
    else:
        # Another seed and another longest entry than the default lexicon has.
        lexicon = lexicon_file(tmp_path_factory.mktemp("own") / "own.lexicon", COUNTS, TITLES, seed=11)
        kinds = 2 if request.param.endswith("given tags") else 1
        # Numbers must not all be cut off, or a wrong one would not show.
        words = words_of_a_log(random.Random(8)) if request.param.startswith("words of a log") else None
        numbers = len(NUMBERS) + len(BACKGROUND)
        network = drawn_network(random.Random(7), 24, numbers, kinds, steepest=40, logged_words=words is not None)
        model = LearnedModel(network, 1.0, "", array("I"), {}, words)
        plain, fast = (segmenter("learned", lexicon=lexicon, model=model, compiled=compiled) for compiled in (False, True))
    assert isinstance(plain, LearnedSegmenter)
    assert isinstance(fast, LearnedSegmenter)
    fast.masks(["a b"] * 50)  # from so many on the kernel is worth making
    return plain, fast


@given(st.lists(WORDS, min_size=1, max_size=9))
@settings(max_examples=60)
def test_equal_on_everything(pair: Pair, words: list[str]) -> None:
    plain, fast = pair
    text = " ".join(words)
    assert fast.scores(split_words(text)) == plain.plain_scores(split_words(text)) if len(words) > 1 else True
    assert fast.segment(text) == plain.segment(text)


@given(st.lists(MARKED.map("".join).filter(bool), min_size=2, max_size=7))
@settings(max_examples=150)
def test_equal_with_punctuation_on_words_and_between_them(pair: Pair, words: list[str]) -> None:
    plain, fast = pair
    assert fast.scores(tuple(words)) == plain.plain_scores(tuple(words))


@given(st.lists(st.text(max_size=30), max_size=4))
@settings(max_examples=30)
def test_batches_are_decided_as_single_queries_are(pair: Pair, texts: list[str]) -> None:
    plain, fast = pair
    asked = [text for text in (*texts, "new york hotels", "", "weather", "zürich hotels") if len(text.split()) < 20] * 13
    assert list(fast.masks(asked, threads=2)) == [plain.plain_mask(text) for text in asked]


@given(st.lists(st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=8) | WORDS, min_size=2, max_size=6))
@settings(max_examples=60)
def test_equal_in_any_alphabet(pair: Pair, words: list[str]) -> None:
    plain, fast = pair
    words = list(split_words(" ".join(words)))
    assert fast.scores(tuple(words)) == plain.plain_scores(tuple(words))


def test_a_long_query_and_a_pasted_text(pair: Pair) -> None:
    plain, fast = pair
    for text in ("new york " * 32, "a" * 2000 + " b c"):
        assert fast.segment(text) == plain.segment(text)


def test_many_queries_in_flight_are_those_one_by_one(pair: Pair) -> None:
    plain, fast = pair
    draw = random.Random(5)
    asked = [" ".join(draw.choices(KNOWN.split(), k=draw.choice((1, 2, 3, 4, 5, 8, 30)))) for _ in range(300)]
    found = list(fast.masks(asked, threads=1))
    assert found == [fast.mask(text) for text in asked] == list(fast.masks(asked, threads=3))
    assert found[:40] == [plain.plain_mask(text) for text in asked[:40]]


def test_tags_that_come_with_a_query_count_where_the_model_knows_them(pair: Pair) -> None:
    plain, fast = pair
    words, tags = ("cheap", "flights", "new", "york"), ("VERB", "ADP", "NUM", "PRON")
    assert fast.scores(words, tags) == plain.plain_scores(words, tags)
    assert (fast.scores(words, tags) != fast.scores(words)) == fast.model.network.uses_given_tags


@given(st.integers(0, 2**32).map(random.Random), st.integers(1, 40), st.integers(1, 180), st.integers(1, 2), st.integers(1, 9))
@settings(max_examples=25, deadline=None)
def test_the_compiled_network_adds_up_to_the_same(draw: random.Random, hidden: int, numbers: int, kinds: int, places: int) -> None:
    network = drawn_network(draw, hidden, numbers, kinds)

    def tags() -> list[list[int]]:
        return [[draw.randrange(CLASSES) for _ in range(4)] for _ in range(places)]

    found = Places(
        [[draw.uniform(-9, 9) for _ in range(numbers)] for _ in range(places)],
        tags(),
        tags() if draw.random() < 0.5 else None,
        [[draw.randint(-128, 127) for _ in range(VECTOR_INPUTS)] for _ in range(places)],
    )
    compiled = CompiledNetwork(network, CLASSES)
    assert compiled.scores(found) == compiled.scores(found, anywhere=True) == network.scores(found)


def test_sums_that_might_leave_32_bits_are_not_the_kernels() -> None:
    network = drawn_network(random.Random(1), 3, 100, 1, largest=32767)
    assert not network.fits
    assert compiled_network(network) is network
    with pytest.raises(ValueError, match="32 bits"):
        CompiledNetwork(network, CLASSES)


def test_a_lexicon_of_single_words(tmp_path: Path) -> None:
    lexicon = lexicon_file(tmp_path / "words.lexicon", {"new": 400, "york": 90, "hotels": 7})
    fast = segmenter("learned", lexicon=lexicon, compiled=True)
    assert isinstance(fast, LearnedSegmenter)
    fast.masks(["a b"] * 50)
    words = ("cheap", "hotels", "in", "new", "york")
    assert fast.scores(words) == fast.plain_scores(words)
