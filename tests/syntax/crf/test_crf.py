"""The CRF: decoder and marginals against all labelings, the slope against differences, and that it learns."""

from __future__ import annotations

from itertools import product
from math import exp
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.shapes import Flat, parse_pipe, split_words
from caesura.syntax.crf.decoding import best_breaks, best_segments, marginals, segment_chances
from caesura.syntax.crf.example import CrfExample
from caesura.syntax.crf.features import break_rows
from caesura.syntax.crf.model import BreakModel, load_break_model
from caesura.syntax.crf.training import CrfOptions, _Group, _likelihood, train_break_model
from caesura.syntax.hashed_weights import HashedWeights
from caesura.tagging import FEATURE_ROWS

SCORE = st.floats(-4, 4)
SCORES = st.lists(SCORE, max_size=6)
TRANSITIONS = st.tuples(st.tuples(SCORE, SCORE), st.tuples(SCORE, SCORE))


def weight(breaks: tuple[int, ...], scores: list[float], transitions: tuple[tuple[float, float], tuple[float, float]]) -> float:
    before, total = 1, 0.0
    for here, score in zip(breaks, scores, strict=True):
        total += transitions[before][here] + score * here
        before = here
    return total


@given(SCORES, TRANSITIONS)
def test_the_decoder_finds_the_best_of_all(
    scores: list[float], transitions: tuple[tuple[float, float], tuple[float, float]]
) -> None:
    found = best_breaks(scores, transitions)
    best = max(weight(breaks, scores, transitions) for breaks in product((0, 1), repeat=len(scores)))
    assert weight(found.breaks, scores, transitions) == pytest.approx(best, abs=1e-9)


@given(SCORES, TRANSITIONS, st.floats(0, 1))
def test_the_best_segments_are_the_best_of_all(
    scores: list[float], transitions: tuple[tuple[float, float], tuple[float, float]], cost: float
) -> None:
    chances = segment_chances(scores, transitions)

    def worth(flat: Flat) -> float:
        return sum(chances[span] - cost for span in flat.spans)

    best = max(worth(Flat(breaks)) for breaks in product((0, 1), repeat=len(scores)))
    assert worth(best_segments(scores, transitions, cost)) == pytest.approx(best, abs=1e-9)


@given(SCORES, TRANSITIONS)
def test_marginals_are_sums_over_all(scores: list[float], transitions: tuple[tuple[float, float], tuple[float, float]]) -> None:
    ways = {breaks: exp(weight(breaks, scores, transitions)) for breaks in product((0, 1), repeat=len(scores))}
    whole = sum(ways.values())
    for (start, end), chance in segment_chances(scores, transitions).items():
        wanted = sum(value for breaks, value in ways.items() if (start, end) in Flat(breaks).spans)
        assert chance == pytest.approx(wanted / whole, abs=1e-9)
    for at, probability in enumerate(marginals(scores, transitions)):
        assert probability == pytest.approx(sum(value for breaks, value in ways.items() if breaks[at]) / whole, abs=1e-9)


def test_the_slope_is_the_slope() -> None:
    random = np.random.default_rng(1)
    scores = random.normal(size=12)
    transitions = random.normal(size=(2, 2))
    groups = [
        _Group(np.arange(8).reshape(2, 4), random.integers(0, 2, (2, 4)).astype(np.int8)),
        _Group(np.arange(8, 12).reshape(4, 1), random.integers(0, 2, (4, 1)).astype(np.int8)),
    ]
    value, residual, edges = _likelihood(scores, transitions, groups)
    step = 1e-6
    for at in range(len(scores)):
        moved = scores.copy()
        moved[at] += step
        assert (_likelihood(moved, transitions, groups)[0] - value) / step == pytest.approx(residual[at], abs=1e-4)
    for one, other in product((0, 1), repeat=2):
        changed = transitions.copy()
        changed[one, other] += step
        assert (_likelihood(scores, changed, groups)[0] - value) / step == pytest.approx(edges[one, other], abs=1e-4)


def example(pipe: str) -> CrfExample:
    words, flat = parse_pipe(pipe)
    return CrfExample(words, tuple("ADV" if word == "how" else "NOUN" for word in words), flat)


def test_it_learns_keeps_and_loads(tmp_path: Path) -> None:
    learned = train_break_model(
        [example(pipe) for pipe in ("tea|how made", "green tea|how drunk", "cups|how washed", "green cups", "tea leaves")] * 3,
        CrfOptions(penalty=0.1, minimum=1),
    )
    for pipe in ("mugs|how made", "green mugs"):
        asked = example(pipe)
        assert learned.segment(asked.words, asked.tags) == asked.flat
    learned.save(tmp_path / "model")
    again = load_break_model(tmp_path / "model")
    assert again == learned
    assert again.probabilities(("mugs", "how", "made"), ("NOUN", "ADV", "NOUN"))[0] > 0.5


@pytest.mark.parametrize("text", ["", "tea"])
def test_nothing_to_decide(text: str) -> None:
    model = BreakModel(HashedWeights(bytes([128]) * FEATURE_ROWS, 1.0), ((0, 0), (0, 0)))
    words = split_words(text)
    assert break_rows(words, ["NOUN"] * len(words)) == []
    assert model.segment(words, ["NOUN"] * len(words)) == Flat(())


def test_bad_models_are_one_line(tmp_path: Path) -> None:
    file = tmp_path / "model"
    file.write_bytes(b"something else")
    with pytest.raises(InputError, match="is not a crf file of Caesura"):
        load_break_model(file)
    file.write_bytes(b"caesura crf 1\n{}\nxx")
    with pytest.raises(InputError, match="damaged"):
        load_break_model(file)
    with pytest.raises(InputError, match="weights"):
        HashedWeights(b"", 1.0)
    with pytest.raises(InputError, match="no query of two or more words"):
        train_break_model([])
