"""Upper layers of a transformer that examples can train: what they say, how they change, and the file they stand in."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, exp, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.segmenters.best.encoder import ENCODER, Encoder, read_encoder, write_encoder
from caesura.segmenters.best.pieces import PieceStates
from caesura.segmenters.best.tuning import seen_with_states, states_of, tuned
from caesura.segmenters.best.upper_layers import PARTS, UpperLayers
from caesura.segmenters.learned.feature_rows import words_around
from caesura.segmenters.learned.training import Member
from tests.segmenters.best.test_best import VOCABULARY, encoder_of

WIDTH, INNER, HEADS, LONGEST = 6, 10, 2, 9
SIZES = st.lists(st.integers(1, LONGEST), min_size=1, max_size=5)


def drawn_layers(seed: int, count: int = 2, kind: Any = np.float32) -> UpperLayers:
    draw = np.random.default_rng(seed)
    square, line = (WIDTH, WIDTH), (WIDTH,)
    shapes = [*(square, line) * 4, line, line, (WIDTH, INNER), (INNER,), (INNER, WIDTH), line, line, line]
    assert len(shapes) == len(PARTS)
    layers = tuple([(0.6 * draw.normal(size=shape)).astype(kind) for shape in shapes] for _ in range(count))
    return UpperLayers(layers, draw.normal(size=(HEADS, LONGEST, LONGEST)).astype(kind))


def arrays_of(layers: UpperLayers) -> list[Any]:
    return [part for layer in layers.layers for part in layer]


def drawn_rows(seed: int, count: int, kind: Any = np.float32) -> Any:
    return np.random.default_rng(seed).normal(size=(count, WIDTH)).astype(kind)


def plainly(layers: UpperLayers, rows: list[list[float]]) -> list[list[float]]:
    """One query, number by number."""

    def dense(row: Sequence[float], weights: Any, bias: Any) -> list[float]:
        return [float(bias[to]) + sum(row[at] * float(weights[at][to]) for at in range(len(row))) for to in range(len(bias))]

    def normal(row: Sequence[float], scale: Any, shift: Any) -> list[float]:
        mean = sum(row) / len(row)
        spread = sqrt(sum((value - mean) ** 2 for value in row) / len(row) + 1e-5)
        return [(value - mean) / spread * float(scale[at]) + float(shift[at]) for at, value in enumerate(row)]

    for layer in layers.layers:
        query, key, value = ([dense(row, layer[at], layer[at + 1]) for row in rows] for at in (0, 2, 4))
        size = WIDTH // HEADS
        after = []
        for here, row in enumerate(rows):
            mixed: list[float] = []
            for head in range(HEADS):
                own = range(head * size, (head + 1) * size)
                scores = [
                    sum(query[here][at] * key[there][at] for at in own) / sqrt(size) + float(layers.near[head, here, there])
                    for there in range(len(rows))
                ]
                parts = [exp(score - max(scores)) for score in scores]
                mixed += [sum(part * value[there][at] for there, part in enumerate(parts)) / sum(parts) for at in own]
            first = normal([a + b for a, b in zip(dense(mixed, layer[6], layer[7]), row, strict=True)], layer[8], layer[9])
            inner = [x * (1 + erf(x / sqrt(2))) / 2 for x in dense(first, layer[10], layer[11])]
            outer = dense(inner, layer[12], layer[13])
            after.append(normal([a + b for a, b in zip(outer, first, strict=True)], layer[14], layer[15]))
        rows = after
    return rows


@settings(max_examples=25, deadline=None)
@given(SIZES, st.integers(0, 99))
def test_layers_say_what_plain_arithmetic_says_of_each_query_alone(sizes: list[int], seed: int) -> None:
    layers, rows = drawn_layers(seed), drawn_rows(seed, sum(sizes))
    together, at = layers.states(rows, sizes), 0
    assert np.array_equal(together, layers.traced(rows, sizes).states)
    for size in sizes:
        assert together[at : at + size] == pytest.approx(np.array(plainly(layers, rows[at : at + size].tolist())), abs=2e-4)
        at += size


@settings(max_examples=10, deadline=None)
@given(SIZES, st.integers(0, 99))
def test_slopes_are_those_of_small_steps(sizes: list[int], seed: int) -> None:
    layers, rows = drawn_layers(seed, kind=np.float64), drawn_rows(seed, sum(sizes), np.float64)
    wanted = drawn_rows(seed + 1, sum(sizes), np.float64)

    def loss() -> float:
        return float((layers.states(rows, sizes) * wanted).sum())

    slopes = layers.traced(rows, sizes).slopes(wanted)
    arrays = arrays_of(layers)
    assert [slope.shape for slope in slopes] == [part.shape for part in arrays]
    draw = np.random.default_rng(seed)
    for part, slope in zip(arrays, slopes, strict=True):
        at = tuple(int(draw.integers(size)) for size in part.shape)
        before, step = part[at], 1e-4
        part[at] = before + step
        above = loss()
        part[at] = before - step
        below = loss()
        part[at] = before
        assert (above - below) / (2 * step) == pytest.approx(slope[at], rel=2e-2, abs=2e-2)


def test_layers_come_back_from_their_file(tmp_path: Path) -> None:
    encoder = Encoder(b"graph", VOCABULARY, 5, WIDTH, {}, (7, 8), drawn_layers(1))
    write_encoder(encoder, tmp_path / "e")
    again = read_encoder(tmp_path / "e")
    assert (again.graph, again.vocabulary, again.marks) == (encoder.graph, encoder.vocabulary, encoder.marks)
    assert encoder.upper is not None
    assert again.upper is not None
    for one, other in zip(encoder.upper.layers, again.upper.layers, strict=True):
        assert all(np.allclose(mine, theirs, atol=2e-3) for mine, theirs in zip(one, other, strict=True))
    assert np.allclose(encoder.upper.near, again.upper.near, atol=2e-3)


@pytest.mark.parametrize(
    "wrong",
    [
        {"bytes": 10},
        {"layers": 3},
        {"layers": 0},
        {"layers": 10**15},
        {"width": 5},
        {"width": 2**32},
        {"heads": 4},
        {"longest": -9},
        {"longest": float("inf")},
        {"inner": "many"},
    ],
)
def test_a_file_whose_layers_are_not_whole_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    write_encoder(Encoder(b"graph", VOCABULARY, 5, WIDTH, {}, (7, 8), drawn_layers(1)), tmp_path / "e")
    head, body = ENCODER.read(tmp_path / "e")
    ENCODER.write(tmp_path / "wrong", {**head, "upper": {**head["upper"], **wrong}}, body)
    with pytest.raises(InputError, match="wrong"):
        read_encoder(tmp_path / "wrong")


@pytest.mark.parametrize("wrong", [{"width": WIDTH + 1}, {"longest": LONGEST - 1}])
def test_layers_that_are_not_those_of_the_graph_are_refused(tmp_path: Path, wrong: dict[str, int]) -> None:
    write_encoder(Encoder(b"graph", VOCABULARY, LONGEST - 2, WIDTH, {}, (7, 8), drawn_layers(1)), tmp_path / "e")
    assert read_encoder(tmp_path / "e").upper is not None
    head, body = ENCODER.read(tmp_path / "e")
    ENCODER.write(tmp_path / "wrong", {**head, **wrong}, body)
    with pytest.raises(InputError, match="wrong"):
        read_encoder(tmp_path / "wrong")


def test_states_of_words_are_means_over_their_pieces_and_back() -> None:
    pieces = PieceStates.of(np.zeros((9, 1), np.float16), [[2, 1], [1, 3]], [5, 4], 2)  # of the last word one piece was read
    assert pieces.owners.tolist() == [-1, 0, 0, 1, -1, -1, 2, 3, -1]
    means = pieces.of_words(np.arange(9, dtype=np.float32)[:, None])
    assert means[:, 0].tolist() == [1.5, 3, 6, 7, 0]
    slopes = np.array([[4], [5], [6], [7], [99]], np.float32)
    assert pieces.to_pieces(slopes)[:, 0].tolist() == [0, 2, 2, 5, 0, 0, 6, 7, 0]
    second = pieces.picked(np.array([1]))
    assert (second.owners.tolist(), second.words.tolist(), second.sizes) == ([-1, 0, 1, -1], [0, 2], [4])
    both = pieces.picked(np.array([1, 0]))
    assert both.owners.tolist() == [-1, 0, 1, -1, -1, 2, 2, 3, -1]


def test_pieces_and_layers_give_the_states_of_words() -> None:
    encoder, _ = encoder_of({}, WIDTH, (4, 5))
    encoder = Encoder(encoder.graph, VOCABULARY, 5, WIDTH, {}, (4, 5), drawn_layers(2))
    _, network = encoder_of({}, WIDTH, (4, 5))
    encoder.__dict__["_session"] = network
    queries = [("yorkers", "a"), ("new",), ("new", "york", "a", "a", "yorkers"), ("york", "a", "new", "a", "yorkers", "new")]
    assert encoder.upper is not None
    apart = states_of(encoder.upper, encoder.pieces(queries))
    assert apart == pytest.approx(encoder.states_with_end(queries), abs=1e-4)
    assert not apart[-1].any()
    assert not apart[-2].any(), "too far behind to be read"


def material(seed: int, count: int) -> tuple[PieceStates, Any, Any]:
    """Queries of three words of a piece each; who breaks after the first word decides by what the second is like."""
    draw = np.random.default_rng(seed)
    rows = draw.normal(size=(5 * count, WIDTH)).astype(np.float16)
    pieces = PieceStates.of(rows, [[1, 1, 1]] * count, [5] * count, 2)
    second = rows.reshape(count, 5, WIDTH)[:, 2, 0] > 0
    targets = np.stack([second, ~second], axis=1).astype(np.float64).ravel()
    return pieces, np.ones((2 * count, 1), np.float32), targets


def drawn_head(seed: int) -> Member:
    draw = np.random.default_rng(seed)
    weights, outputs = draw.normal(size=(1 + 4 * 3, 8)), draw.normal(size=8)
    return Member((0.3 * weights).astype(np.float32), np.zeros(8, np.float32), outputs.astype(np.float32), 0.0)


def test_layers_and_heads_learn_together_and_leave_their_start_alone() -> None:
    upper, heads = drawn_layers(3), [drawn_head(1), drawn_head(2)]
    project = np.random.default_rng(4).normal(size=(WIDTH, 3)).astype(np.float32)
    pieces, inputs, targets = material(5, 200)
    start = [part.copy() for layer in upper.layers for part in layer]
    found, members = tuned(upper, heads, project, pieces, inputs, targets, 1)
    assert all(np.array_equal(one, other) for one, other in zip(start, (p for layer in upper.layers for p in layer), strict=True))
    assert all(
        not np.array_equal(one, other) for one, other in zip(start, (p for layer in found.layers for p in layer), strict=True)
    )

    def surprise(layers: UpperLayers, taught: Sequence[Member]) -> float:
        unseen, their_inputs, their_targets = material(6, 200)
        shown = seen_with_states(their_inputs, states_of(layers, unseen), project, words_around([3] * 200))
        odds = np.mean([member.log_odds(shown, np.repeat(np.arange(200), 2)) for member in taught], axis=0)
        return float((np.logaddexp(0, odds) - their_targets * odds).mean())

    assert surprise(found, members) < surprise(upper, heads) - 0.1
    again, same = tuned(upper, heads, project, pieces, inputs, targets, 1)
    assert np.array_equal(members[0].weights, same[0].weights)
    assert np.array_equal(found.layers[0][0], again.layers[0][0])
    other, _ = tuned(upper, heads, project, pieces, inputs, targets, 2)
    assert not np.array_equal(found.layers[0][0], other.layers[0][0])


def test_a_teacher_with_layers_of_its_own_learns_from_the_examples_it_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("caesura_best")
    pytest.importorskip("onnxruntime")
    from caesura.segmenters import larger_teachers
    from caesura.segmenters.best.shipped import shipped_conventions

    model = shipped_conventions()
    width = len(model.heads[0].project)
    plain, network = encoder_of({"transformer": model.card["transformer"]}, width, (4, 5))
    draw = np.random.default_rng(7)
    square, line = (width, width), (width,)
    shapes = [*(square, line) * 4, line, line, (width, 8), (8,), (8, width), line, line, line]
    layer = [(0.03 * draw.normal(size=shape)).astype(np.float32) for shape in shapes]
    upper = UpperLayers((layer,), np.zeros((4, 9, 9), np.float32))
    encoder = Encoder(plain.graph, VOCABULARY, 5, width, plain.card, (4, 5), upper)
    encoder.__dict__["_session"] = network
    monkeypatch.setattr("caesura.segmenters.best.teaching.read_encoder", lambda _: encoder)
    queries = [("new", "york"), ("yorkers", "a", "new"), ("a", "york")] * 8
    taught = larger_teachers(tmp_path / "any")(queries)
    assert taught.states is not None
    assert taught.states == pytest.approx(encoder.states_with_end(queries)[:-1], abs=1e-3)
    assert taught.tuned is not None
    places = [len(words) - 1 for words in queries]
    found = taught.tuned(np.arange(20), np.ones(sum(places[:20])), 1)
    assert len(found) == len(model.heads), "they stand for as many heads"
    owners = np.repeat(np.arange(len(queries)), places)
    for (member, seen), (early, before) in zip(found, taught.heads, strict=False):
        assert seen.shape == before.shape == (sum(places), len(early.weights))
        assert member.log_odds(seen, owners).mean() > early.log_odds(before, owners).mean(), "all that was shown breaks"
