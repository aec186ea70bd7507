"""Lines to records: the compiled twins equal the Python ones, and both equal counting by hand."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.lexicon import compiled_here, records
from caesura.lexicon.hashing import SEED, hash_words

needs_compiled = pytest.mark.skipif(not compiled_here(), reason="nothing was compiled here")

LINES = st.text(alphabet="ab.,é \t\r\n\x1c\x0b!", max_size=80).map(str.encode)
COUNTED = st.lists(
    st.one_of(
        st.tuples(st.text("ab é\x1f", max_size=8), st.sampled_from(["\t", " ", "\t\t"]), st.integers(0, 10**21)).map(
            lambda parts: f"{parts[0]}{parts[1]}{parts[2]}"
        ),
        st.sampled_from(["", "a", "a\t1\r", "a b\t12", "a\t-1", "a\t1.5", "a\t1\t2"]),
    ),
    max_size=6,
).map(lambda lines: "\n".join(lines).encode())


def _plain(function: Any, *arguments: Any) -> Any:
    with mock.patch.dict(os.environ, CAESURA_PLAIN="1"):
        return function(*arguments)


def _listed(columns: Any) -> Any:
    return None if columns is None else [column.tolist() for column in columns]


@needs_compiled
@given(LINES)
def test_ngram_twins(block: bytes) -> None:
    assert _listed(records.hash_ngrams(block, SEED)) == _listed(_plain(records.hash_ngrams, block, SEED))


@needs_compiled
@given(COUNTED)
def test_counted_twins(block: bytes) -> None:
    assert _listed(records.hash_counted(block, SEED)) == _listed(_plain(records.hash_counted, block, SEED))


@needs_compiled
@given(LINES, st.integers(1, 6), st.booleans())
def test_text_twins(block: bytes, longest: int, strip: bool) -> None:
    compiled = records.hash_text(block, longest, strip, SEED)
    assert _listed(compiled) == _listed(_plain(records.hash_text, block, longest, strip, SEED))


@given(st.lists(st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=8), max_size=5))
def test_text_is_counted_as_by_hand(lines: list[list[str]]) -> None:
    expected: Counter[int] = Counter()
    for words in lines:
        for start in range(len(words)):
            for end in range(start + 1, min(start + 5, len(words)) + 1):
                expected[hash_words(words[start:end])] += 1
    first, _, _ = records.hash_text("\n".join(map(" ".join, lines)).encode(), 5, False, SEED)
    assert Counter(first.tolist()) == expected


def test_words_are_split_as_str_split_does() -> None:
    line = "".join(map(chr, range(128))).replace("\n", "")
    assert [word.decode() for word in records.words_of(line.encode())] == line.split()
