"""The hash is part of the file format: it may not change, its twins agree, and it spreads."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.lexicon import compiled_here
from caesura.lexicon.hashing import MASK, SEED, extended, folded_product, hash_words, ngram_hash, word_hash

needs_compiled = pytest.mark.skipif(not compiled_here(), reason="nothing was compiled here")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["new"], 0xB149A17578B4263C),
        (["new", "york"], 0x022564530FA0851A),
        (["york", "new"], 0x6874B92F03C30A29),
        (["straße"], 0xD7D761490F351AB5),
        (["internationalisation"], 0x90A0B0389A9F12E1),
        ([""], 0xBA57B627B24519F7),
    ],
)
def test_values_are_fixed(words: list[str], expected: int) -> None:
    assert hash_words(words) == expected


@needs_compiled
@given(st.binary(max_size=40), st.integers(0, MASK))
def test_compiled_word_hash_is_the_same(word: bytes, seed: int) -> None:
    from caesura.lexicon._table import hash_folded

    assert hash_folded(word, seed) == word_hash(word, seed)


@given(st.integers(0, MASK), st.integers(0, MASK))
def test_folded_product_is_both_halves(one: int, other: int) -> None:
    high, low = divmod(one * other, 2**64)
    assert folded_product(one, other) == high ^ low


def test_padding_is_not_text() -> None:
    assert len({word_hash(b"new" + b"\0" * extra) for extra in range(12)}) == 12


def test_ngrams_grow_from_the_left() -> None:
    hashes = [word_hash(word) for word in (b"times", b"square", b"dance")]
    assert ngram_hash(hashes) == extended(extended(hashes[0], hashes[1]), hashes[2])


def test_every_input_bit_moves_half_the_output_bits() -> None:
    # Words that differ in one bit are the hardest case; 64 bits * 2000 pairs have a standard deviation of 0.14 %.
    changed = [0] * 64
    pairs = 0
    for number in range(250):
        word = f"w{number}".encode()
        for bit in range(8):
            other = word[:-1] + bytes([word[-1] ^ (1 << bit)])
            difference = word_hash(word) ^ word_hash(other)
            pairs += 1
            for place in range(64):
                changed[place] += difference >> place & 1
    assert all(0.44 < count / pairs < 0.56 for count in changed)


def test_seed_changes_everything() -> None:
    assert hash_words(["new", "york"], SEED) != hash_words(["new", "york"], SEED + 1)
