"""Windows are counted greedily from the left, without overlap, alike on the plain and the compiled path."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.retrieval import Index, OrderedWindow, UnorderedWindow
from caesura.retrieval.index.windows import ordered_windows, unordered_windows
from caesura.retrieval.language.values import Part
from tests.retrieval.engine.collections_of_words import collections, frequency, index_of, parts, texts

compiled = pytest.importorskip("caesura.retrieval._windows", reason="nothing was compiled here")


@pytest.mark.parametrize(
    ("window", "text", "count"),
    [
        (OrderedWindow(("new", "york")), "new york is new york", 2),
        (OrderedWindow(("new", "york")), "york new", 0),
        (OrderedWindow(("a", "a")), "a a a", 1),
        (OrderedWindow(("a", "a")), "a a a a", 2),
        (OrderedWindow(("a", "b", "a")), "a b a b a", 1),
        (OrderedWindow(("a", "b"), 2), "a x b", 1),
        (OrderedWindow(("a", "b"), 2), "a x x b", 0),
        (OrderedWindow(("a", "b"), 3), "a a b b", 1),
        (UnorderedWindow(("a", "b"), 2), "b a b a", 2),
        (UnorderedWindow(("a", "b"), 2), "a x b", 0),
        (UnorderedWindow(("a", "b"), 3), "a x b a", 1),
        (UnorderedWindow(("a", "b"), 3), "a a x b", 1),
        (UnorderedWindow(("a", "b", "c"), 3), "c b a b c", 1),
        (UnorderedWindow(("a", "b"), 1), "a b", 0),
        (UnorderedWindow(("a", "a"), 8), "a a a", 3),  # as in Indri: named twice, needed once
    ],
)
def test_worked_examples(window: Part, text: str, count: int, tmp_path: Path) -> None:
    assert frequency(window, text.split()) == count
    index = index_of([text.split()], tmp_path)
    assert index.collection_frequency(window) == count


@given(texts, st.integers(1, 5))
def test_unordered_windows_by_listing_all(text: Sequence[str], size: int) -> None:
    """Of all stretches of the text that hold both words and are as short as they can be, the leftmost that do not overlap."""
    found, at = 0, 0
    while at < len(text):
        ends = [end for end in range(at + 1, min(at + size, len(text)) + 1) if {"a", "b"} <= set(text[at:end])]
        found, at = (found + 1, ends[0]) if ends else (found, at + 1)
    assert unordered_windows([_places(text, "a"), _places(text, "b")], size) == found


@given(texts)
def test_exact_phrases_by_listing_all(text: Sequence[str]) -> None:
    for phrase in product("ab", repeat=2):
        found, at = 0, 0
        while at < len(text):
            found, at = (found + 1, at + 2) if tuple(text[at : at + 2]) == phrase else (found, at + 1)
        assert ordered_windows([_places(text, word) for word in phrase], 1) == found


@given(collections, st.lists(parts, min_size=1, max_size=6))
def test_plain_and_compiled_count_alike(tmp_path: Path, documents: list[list[str]], asked: list[Part]) -> None:
    index = index_of(documents, tmp_path)
    plain = Index.open(index.path, compiled=False)
    assert index.compiled
    for part in asked:
        fast, slow = index.part(part), plain.part(part)
        assert fast.documents.tolist() == slow.documents.tolist()
        assert fast.frequencies.tolist() == slow.frequencies.tolist()
        assert fast.collection_frequency == slow.collection_frequency == sum(frequency(part, words) for words in documents)
        assert fast.document_frequency == sum(frequency(part, words) > 0 for words in documents)


def test_long_lists_are_galloped_through(tmp_path: Path) -> None:
    documents = [["a", "x"] if number % 7 else ["b", "a"] for number in range(1000)]
    found = index_of(documents, tmp_path).part(UnorderedWindow(("a", "b"), 2))
    assert found.documents.tolist() == list(range(0, 1000, 7))


def _places(text: Sequence[str], word: str) -> list[int]:
    return [place for place, found in enumerate(text) if found == word]
