"""The decoder of speech models, against models packed here bit by bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caesura.foundation import InputError
from recipes.sources import read_trigram_model
from tests.recipes.models import model_of, packed_model

_probability = st.floats(1e-6, 1.0)


@st.composite
def models(draw: st.DrawFn) -> tuple[list[str], list[tuple[float, float]], dict, dict]:  # type: ignore[type-arg]
    size = draw(st.integers(2, 12))
    place = st.integers(0, size - 1)
    words = [f"w{number}" for number in range(size)]
    singles = [(draw(_probability), draw(_probability)) for _ in words]
    pairs = draw(st.dictionaries(st.tuples(place, place), st.tuples(_probability, _probability), min_size=1, max_size=20))
    # A triple's last two words are a pair in every such file.
    tails = draw(st.lists(st.tuples(place, st.sampled_from(sorted(pairs))), max_size=15))
    triples = {(first, *tail): draw(_probability) for first, tail in tails}
    return words, singles, pairs, triples


@settings(max_examples=20)  # each file has tables of 786 KB
@given(models())
def test_a_packed_model_is_read_back(model: tuple) -> None:  # type: ignore[type-arg]
    read, expected = read_trigram_model(packed_model(*model), "m"), model_of(*model)
    assert read.words == expected.words
    assert read.pairs.tolist() == expected.pairs.tolist()
    assert read.triples.tolist() == expected.triples.tolist()
    for column in ("probability", "backoff", "pair_probability", "pair_backoff", "triple_probability"):
        # 32-bit logarithms to a base of 1.0001
        np.testing.assert_allclose(getattr(read, column), getattr(expected, column), rtol=1e-2)


def test_an_old_encoding_of_a_word_is_read() -> None:
    packed = packed_model(["caf\xe9", "noir"], [(0.5, 1.0)] * 2, {(0, 1): (0.5, 1.0)}, {})
    assert read_trigram_model(packed, "m").words == ["café", "noir"]


@pytest.mark.parametrize("cut", [0, 10, 25, 400_000, -20, -3])
def test_what_is_no_whole_model_is_refused_in_one_line(cut: int) -> None:
    packed = packed_model(["a", "b"], [(0.5, 1.0)] * 2, {(0, 1): (0.5, 1.0)}, {(0, 0, 1): 0.5})
    with pytest.raises(InputError, match=r"some\.bin: is not a whole trigram model"):
        read_trigram_model(packed[:cut], "some.bin")


def test_another_order_is_refused() -> None:
    with pytest.raises(InputError, match="order 4"):
        read_trigram_model(b"Trie Language Model\x04" + bytes(1000), "some.bin")
