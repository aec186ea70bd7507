"""The compiled way from text to term numbers gives what the plain way gives."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.retrieval import Analysis
from caesura.retrieval.index.numbering import TermNumbers, numbering

_LETTERS = st.text(st.sampled_from("aAbB1é ̈ﬁß́_'-. \n\t\u00a0\u1100\u1161日"), max_size=30)
_TEXTS = st.lists(st.one_of(_LETTERS, st.text(max_size=30)), max_size=6)


@given(_TEXTS, st.sampled_from([frozenset[str](), frozenset({"a", "b1"})]))
def test_both_ways_number_alike(texts: list[str], stopped: frozenset[str]) -> None:
    pytest.importorskip("caesura.retrieval._numbering", reason="nothing was compiled here")
    analysis = Analysis(stop_words=stopped)
    slow_numbers, fast_numbers = TermNumbers(analysis), TermNumbers(analysis)
    slow, fast = numbering(analysis, slow_numbers, compiled=False), numbering(analysis, fast_numbers)
    for text in texts:
        assert fast(text).tolist() == slow(text).tolist()
    assert list(fast_numbers.terms) == list(slow_numbers.terms)
    # And both are the terms of the analysis.
    assert [list(slow_numbers.terms)[number] for text in texts for number in slow(text)] == [
        term for text in texts for term in analysis.terms(text)
    ]


def test_many_words_make_the_table_grow() -> None:
    analysis = Analysis()
    numbers = TermNumbers(analysis)
    number = numbering(analysis, numbers)
    texts = [" ".join(f"Word{index}x{index * 7}" for index in range(start, start + 1000)) for start in range(0, 20_000, 1000)]
    for _ in range(2):
        assert [found for text in texts for found in number(text)] == list(range(20_000))


def test_a_very_long_word() -> None:
    analysis = Analysis()
    numbers = TermNumbers(analysis)
    number = numbering(analysis, numbers)
    assert number("x" * 200_000 + " y " + "X" * 200_000).tolist() == [0, 1, 0]
    assert number("x" * 100_000 + "é").tolist() == [2]
