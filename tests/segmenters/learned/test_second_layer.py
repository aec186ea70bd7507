"""Networks whose second layer sees the places beside a place: in floating point, in whole numbers and compiled."""

from __future__ import annotations

import random
from array import array
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caesura.foundation import ArtifactKind, InputError
from caesura.segmenters import segmenter
from caesura.segmenters.learned.features import NUMBERS, Places
from caesura.segmenters.learned.further_training import Further, member_of, trained_on
from caesura.segmenters.learned.gradients import PlaceTargets, batch_gradients_of_two, member_from, neighbours, values_of
from caesura.segmenters.learned.model import LearnedModel, network_arrays, packed, read_model, unpacked, write_model
from caesura.segmenters.learned.network import TAG_INPUTS, VECTOR_INPUTS, Network, SecondLayer
from caesura.segmenters.learned.segmenter import LearnedSegmenter
from caesura.segmenters.learned.shipped_folds import FoldNetworks, read_fold_networks, write_fold_networks
from caesura.segmenters.learned.tag_classes import CLASSES
from caesura.segmenters.learned.training import Member, SecondMember, whole
from tests.segmenters.learned.test_kernel import drawn_network

_WORDS = ["new", "york", "times", "square", "dance", "cheap", "flights", "cape", "town", "x"]


def drawn_second(draw: random.Random, hidden: int, own: int, largest: int = 800) -> SecondLayer:
    return SecondLayer(
        own,
        array("h", [draw.randint(-largest, largest) for _ in range(3 * hidden * own)]),
        array("i", [draw.randint(-90_000, 90_000) for _ in range(own)]),
        array("i", [draw.randint(-3000, 3000) for _ in range(own)]),
    )


def drawn_places(draw: random.Random, count: int) -> Places:
    return Places(
        [[draw.uniform(-9, 9) for _ in NUMBERS] for _ in range(count)],
        [[draw.randrange(CLASSES) for _ in range(4)] for _ in range(count)],
        None,
        [[draw.randint(-128, 127) for _ in range(VECTOR_INPUTS)] for _ in range(count)],
    )


def two_layers(draw: random.Random, hidden: int, own: int) -> Network:
    return replace(drawn_network(draw, hidden, len(NUMBERS), 1, steepest=40), second=drawn_second(draw, hidden, own))


def drawn_member(seed: int, inputs: int = 6, hidden: int = 5, own: int = 4) -> Member:
    draw = np.random.default_rng(seed)

    def some(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return draw.standard_normal(shape).astype(np.float32)

    return Member(some(inputs, hidden), some(hidden), some(hidden), 0.3, SecondMember(some(3 * hidden, own), some(own), some(own)))


@given(st.integers(0, 2**32).map(random.Random), st.integers(1, 40), st.integers(1, 20), st.integers(1, 9))
@settings(max_examples=25, deadline=None)
def test_the_compiled_network_adds_up_to_the_same(draw: random.Random, hidden: int, own: int, count: int) -> None:
    kernel = pytest.importorskip("caesura.segmenters.kernel._network", reason="nothing was compiled here")
    network, places = two_layers(draw, hidden, own), drawn_places(draw, count)
    assert network.fits
    compiled = kernel.CompiledNetwork(network, CLASSES)
    assert compiled.scores(places) == compiled.scores(places, anywhere=True) == network.scores(places)


@given(st.lists(st.lists(st.sampled_from(_WORDS), max_size=9), max_size=40))
@settings(max_examples=25, deadline=None)
def test_the_kernel_keeps_queries_of_a_batch_apart(queries: list[list[str]]) -> None:
    plain, fast = _SEGMENTERS
    texts = [" ".join(words) for words in queries]
    assert list(fast.masks(texts, threads=1)) == [plain.plain_mask(text) for text in texts]
    for words in queries:
        assert fast.scores(tuple(words)) == plain.plain_scores(tuple(words))


def test_places_beside_change_a_score() -> None:
    draw = random.Random(3)
    network, places = two_layers(draw, 8, 4), drawn_places(draw, 3)
    fewer = Places(places.numbers[:2], places.tags[:2], None, places.vectors[:2])
    assert network.scores(fewer)[0] == network.scores(places)[0], "the place after the next is too far away"
    assert network.scores(fewer)[1] != network.scores(places)[1]


def test_in_whole_numbers_as_in_floating_point() -> None:
    draw = random.Random(5)
    rows = len(NUMBERS) + VECTOR_INPUTS + TAG_INPUTS
    floats = np.random.default_rng(5)

    def small(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return (floats.standard_normal(shape) * 0.05).astype(np.float32)

    def member() -> Member:
        return Member(small(rows, 6), small(6), small(6), 0.1, SecondMember(small(18, 3), small(3), small(3)))

    members = [member(), member()]
    means, scales = np.zeros(len(NUMBERS)), np.full(len(NUMBERS), 128.0)
    network = whole(members, 1.5, 0.2, means, scales)
    places = drawn_places(draw, 4)
    dense = np.array(places.numbers).clip(-4, 4), np.array(places.vectors) / 32
    tags = np.zeros((4, TAG_INPUTS))
    for place, classes in enumerate(places.tags):
        for at, number in enumerate(classes):
            tags[place, at * CLASSES + number] = 1
    inputs = np.hstack([*dense, tags]).astype(np.float32)
    owners = np.zeros(4, np.int64)
    wanted = 1.5 * np.mean([each.log_odds(inputs, owners) for each in members], axis=0) + 0.2
    assert [score / (128 * 1024) for score in network.scores(places)] == pytest.approx(wanted.tolist(), abs=0.02)
    assert member_of(network).log_odds(inputs, owners) == pytest.approx(wanted, abs=0.02)


def test_there_and_back(tmp_path: Path) -> None:
    model = LearnedModel(two_layers(random.Random(2), 6, 3), 1.2, "00" * 16, array("I", [7]), {"seed": 1})
    write_model(model, tmp_path / "two.model")
    assert read_model(tmp_path / "two.model") == model
    folds = FoldNetworks((model.network, two_layers(random.Random(4), 6, 3)), 1.1, "00", b"\0\1")
    write_fold_networks(folds, tmp_path / "two.folds")
    assert read_fold_networks((tmp_path / "two.folds").read_bytes(), "two.folds") == folds
    head = {"hidden": 6, "odds_ratio": 1.1, "salt": "00", "bias": [each.bias for each in folds.networks], "second": 3, "queries": 2}
    before = ArtifactKind("fold networks", 1, cure="").pack(head, b"".join(map(network_arrays, folds.networks)) + b"\0\1")
    assert read_fold_networks(before, "two.folds") == folds


def test_sums_beyond_32_bits_are_refused() -> None:
    network = two_layers(random.Random(2), 40, 3)
    assert network.second is not None
    large = replace(network, second=replace(network.second, weights=array("h", [32767] * len(network.second.weights))))
    assert not large.fits
    with pytest.raises(InputError, match="32 bits"):
        unpacked(packed(LearnedModel(large, 1.0, "00", array("I"), {})), "x.model")


def test_gradients_are_what_small_steps_show() -> None:
    draw = np.random.default_rng(1)
    owners = np.array([0, 0, 0, 1, 2, 2])
    inputs = draw.standard_normal((6, 6)).astype(np.float32)
    member, ones = drawn_member(1), np.ones(1, np.float32)
    batch = PlaceTargets(draw.random(6).astype(np.float32), draw.random(6).astype(np.float32), ones, ones)
    around = neighbours(owners)
    assert around.tolist() == [[-1, 0, 1, -1, -1, 4], [0, 1, 2, 3, 4, 5], [1, 2, -1, -1, 5, -1]]
    values = values_of(member)
    found = batch_gradients_of_two(values, inputs[around], (around >= 0).astype(np.float32), batch)

    def loss() -> float:
        odds = member_from(values).log_odds(inputs, owners)
        return float(np.mean((np.logaddexp(0, odds) - batch.wanted * odds) * batch.counts))

    for value, gradient in zip(values, found, strict=True):
        for at in np.ndindex(value.shape):
            kept, step = value[at], np.float32(1e-2)
            value[at] = kept + step
            above = loss()
            value[at] = kept - step
            below = loss()
            value[at] = kept
            assert gradient[at] == pytest.approx((above - below) / (2 * step), abs=2e-3)


def test_more_training_learns_from_the_places_beside() -> None:
    """What to do at a place is written in the place behind: one layer cannot see it, two can."""
    draw = np.random.default_rng(2)
    owners = np.repeat(np.arange(300), 2)
    inputs = draw.choice([-1.0, 1.0], (600, 6)).astype(np.float32)
    targets = np.zeros(600)
    targets[::2] = inputs[1::2, 0] > 0
    further = Further(rate=1e-2, passes=60)
    seen: list[float] = []
    large = drawn_member(3, hidden=16, own=12)
    for begin in (large, replace(large, second=None)):
        trained = trained_on(begin, inputs[:400], owners[:400], targets[:400], further.passes, 1, further)
        right = (trained.log_odds(inputs[400:], owners[400:]) > 0) == (targets[400:] > 0.5)
        seen.append(float(right[::2].mean()))
    assert seen[0] > 0.9
    assert seen[1] < 0.7


def _pair() -> tuple[LearnedSegmenter, LearnedSegmenter]:
    model = LearnedModel(two_layers(random.Random(9), 24, 10), 1.0, "00", array("I"), {})
    plain, fast = (segmenter("learned", model=model, compiled=compiled) for compiled in (False, None))
    assert isinstance(plain, LearnedSegmenter)
    assert isinstance(fast, LearnedSegmenter)
    return plain, fast


_SEGMENTERS = _pair()
