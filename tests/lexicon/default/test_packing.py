"""What is shipped packed comes out as it went in, damage is seen, and the table holds what the content says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caesura.lexicon import Lexicon
from caesura.lexicon.default.packing import (
    Content,
    DamagedError,
    Grams,
    _compressed,
    _expanded,
    codes_of,
    counts_of,
    packed,
    unpacked,
)
from caesura.lexicon.default.table import ascending, extended_hashes, write_content
from caesura.lexicon.hashing import extended
from caesura.shapes import fold

_FACTS: dict[str, Any] = {"total": 1000, "sources": [{"name": "made up", "kind": "counts", "licence": "none", "origin": "here"}]}
_word = (
    st.text(st.characters(codec="utf-8", categories=["Ll", "Nd"]), min_size=1, max_size=12)
    .map(fold)
    .filter(lambda word: fold(word) == word)
)
_code = st.integers(0, 700)


@st.composite
def contents(draw: st.DrawFn) -> Content:
    codes_by_word = draw(st.dictionaries(_word, _code, min_size=2, max_size=30))
    words = sorted(codes_by_word, key=lambda word: (-codes_by_word[word], word))
    place = st.integers(0, len(words) - 1)
    triples = draw(st.dictionaries(st.tuples(place, place, place), st.tuples(_code, st.booleans()), max_size=20))
    pairs = draw(st.dictionaries(st.tuples(place, place), st.tuples(_code, st.booleans()), max_size=20))
    pairs = {**{key[:2]: (0, False) for key in triples}, **pairs}
    ordered = sorted(pairs)
    long_titles = draw(st.lists(st.lists(st.sampled_from(words), min_size=4, max_size=8).map(" ".join), unique=True, max_size=5))
    return Content(
        words,
        np.array([codes_by_word[word] for word in words], np.uint16),
        _grams([key[0] for key in ordered], [key[1] for key in ordered], [pairs[key] for key in ordered]),
        _grams(
            [ordered.index(key[:2]) for key in sorted(triples)],
            [key[2] for key in sorted(triples)],
            [triples[key] for key in sorted(triples)],
        ),
        sorted(long_titles),
        np.array([0 if title.count(" ") > 4 else draw(_code) for title in sorted(long_titles)], np.uint16),
        _FACTS,
    )


def _grams(parents: list[int], last: list[int], rest: list[tuple[int, bool]]) -> Grams:
    return Grams(
        np.array(parents, np.int32),
        np.array(last, np.int32),
        np.array([code for code, _ in rest], np.uint16),
        np.array([title for _, title in rest], bool),
    )


def _plain(content: Content) -> str:
    """Everything in a form that `==` compares."""
    return json.dumps(content, default=lambda column: column.tolist(), sort_keys=True)


@settings(max_examples=40)
@given(contents())
def test_what_was_packed_comes_out_and_packs_to_the_same_bytes(content: Content) -> None:
    package = packed(content)
    again = unpacked(package)
    assert _plain(again) == _plain(content)
    assert packed(again) == package


@settings(max_examples=40)
@given(contents())
def test_the_table_holds_what_the_content_says(tmp_path: Path, content: Content) -> None:
    path = tmp_path / "t.lexicon"
    write_content(content, path)
    pairs = [(content.words[one], content.words[two]) for one, two in zip(content.pairs.parents, content.pairs.last, strict=True)]
    triples = [(*pairs[two], content.words[last]) for two, last in zip(content.triples.parents, content.triples.last, strict=True)]
    expected: dict[tuple[str, ...], tuple[int, bool]] = {}
    for ngrams, codes, titles in (
        ([(word,) for word in content.words], content.codes, [False] * len(content.words)),
        (pairs, content.pairs.codes, content.pairs.titles.tolist()),
        (triples, content.triples.codes, content.triples.titles.tolist()),
        ([tuple(title.split()) for title in content.long_titles], content.long_codes, [True] * len(content.long_titles)),
    ):
        expected |= dict(zip(ngrams, zip(counts_of(codes).tolist(), titles, strict=True), strict=True))
    with Lexicon.open(path) as lexicon:
        assert {words: lexicon.lookup(words) for words in expected} == expected
        assert lexicon.info()["entries"] == sum(count > 0 or title for count, title in expected.values())
        assert lexicon.total == 1000
        assert lexicon.info()["sources"] == _FACTS["sources"]
        lexicon.verify()


@given(st.lists(st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))))
def test_hashes_on_columns_equal_the_definition(rows: list[tuple[int, int]]) -> None:
    left, right = (np.array([row[side] for row in rows], np.uint64) for side in (0, 1))
    assert extended_hashes(left, right).tolist() == [extended(one, other) for one, other in rows]


@given(st.lists(st.one_of(st.integers(0, 2**64 - 1), st.integers(2**63, 2**63 + 20)), unique=True))
def test_hashes_are_put_in_order_even_where_their_high_bits_agree(hashes: list[int]) -> None:
    column = np.array(hashes, np.uint64)
    assert column[ascending(column)].tolist() == sorted(hashes)


@given(st.binary(max_size=2000), st.booleans())
def test_parts_come_out_whatever_they_are_compressed_with(part: bytes, repeated: bool) -> None:
    assert _expanded(memoryview(_compressed(part * 50 if repeated else part))) == (part * 50 if repeated else part)


@given(st.floats(0.5, 1e13))
def test_a_code_is_within_a_thirty_second_of_an_octave(count: float) -> None:
    back = counts_of(codes_of(np.array([count])))[0]
    assert abs(float(back) - count) <= 0.5 + 0.0222 * count


def test_codes_are_stable_and_nothing_is_below_one() -> None:
    codes = np.arange(700, dtype=np.uint16)
    counts = counts_of(codes)
    assert counts[0] == 0
    assert counts[1] == 1
    assert (np.diff(counts.astype(np.int64)) >= 0).all()
    large = codes[counts > 100]
    assert (codes_of(counts_of(large).astype(np.float64)) == large).all()
    assert codes_of(np.array([0.0, 0.49, 0.5])).tolist() == [0, 0, 1]


def _example() -> bytes:
    words = ["new", "york", "times", "square"]
    pairs = _grams([0, 1, 2], [1, 2, 3], [(300, True), (200, False), (250, True)])
    triples = _grams([0], [2], [(100, True)])
    return packed(Content(words, np.array([400, 300, 200, 100], np.uint16), pairs, triples, [], np.array([], np.uint16), _FACTS))


@given(st.data())
def test_damage_is_seen(data: st.DataObject) -> None:
    package = _example()
    at = data.draw(st.integers(0, len(package) - 1))
    changed = bytearray(package)
    changed[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(DamagedError):
        unpacked(bytes(changed))
    with pytest.raises(DamagedError):
        unpacked(package[:at])


def test_a_count_beyond_the_scale_is_refused() -> None:
    with pytest.raises(DamagedError):
        counts_of(np.array([5000], np.uint16))
