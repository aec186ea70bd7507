"""Cues: the paper's worked examples, and what must hold for any pair."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.shapes import Flat, print_pipe
from caesura.syntax import Pair, plain_words, segment_by_cues, segment_pairs
from caesura.syntax.cues.alignment import align, longest_in_order
from caesura.syntax.cues.filters import CueCounts

WORDS = st.lists(st.sampled_from(["a", "b", "c", "of", "is", "and", "have", "to", "site:x"]), max_size=7).map(tuple)


def cut(query: str, title: str) -> str | None:
    found = segment_by_cues(Pair(plain_words(query), plain_words(title)))
    return None if found is None else print_pipe(found.words, found.flat)


def test_the_papers_examples(shared_data: Path) -> None:
    worked = json.loads((shared_data.parent / "vectors" / "cues.json").read_text())["pairs"]
    assert worked
    for title, segmented in worked:
        assert cut(segmented.replace("|", " "), title) == segmented


@pytest.mark.parametrize(
    ("query", "title", "segmented"),
    [
        # A part that was moved is marked at both ends, wherever it went.
        ("sour dough starter how to feed daily", "How to feed a sour dough starter daily?", "sour dough starter|how to feed daily"),
        ("feed daily starter", "How to feed a starter daily?", "feed daily|starter"),
        # Intruding words: alone, or among the last three of a longer sequence.
        ("price lisbon", "What is the price in Lisbon?", "price|lisbon"),
        ("tea milk", "Can tea without any of the usual milk spoil?", "tea|milk"),
        ("tea milk", "Can tea without any strong usual milk spoil?", "tea milk"),
        ("best tea", "What is the best green tea?", "best tea"),
        # `to` may be missing in the title: it stays with what follows; site: terms are left out.
        ("boat to lisbon site:example.org", "Which boat is from Lisbon?", "boat|to lisbon"),
        ("boat trip to lisbon", "Which boat trip has Lisbon?", "boat trip|to lisbon"),
        # Words that are not in the title.
        ("cheap boat lisbon", "Which boat is from Lisbon?", None),
        ("boat boat", "Which boat is it?", None),
    ],
)
def test_cues(query: str, title: str, segmented: str | None) -> None:
    assert cut(query, title) == segmented


def test_a_repeated_word_keeps_order_where_it_can() -> None:
    assert align(("b", "a", "b"), ("a", "b", "a", "b")) == (1, 2, 3)
    assert align(("b", "b", "a"), ("a", "b", "b")) == (1, 2, 0)


def test_of_two_parts_as_long_the_earlier_one_was_moved() -> None:
    assert longest_in_order((2, 3, 0, 1)) == {2, 3}
    assert longest_in_order((0, 2, 1, 3)) == {0, 2, 3}


@given(WORDS, WORDS)
def test_words_stay_and_order_alone_gives_no_cue(query: tuple[str, ...], title: tuple[str, ...]) -> None:
    found = segment_by_cues(Pair(query, title))
    if found is not None:
        assert found.words == tuple(word for word in query if not word.startswith("site:"))
        assert [bool(cues) for cues in found.cues] == [bool(value) for value in found.flat.breaks]
    same = segment_by_cues(Pair(title, title))
    if same is not None and len(set(title)) == len(title) and not any(word.startswith("site:") for word in title):
        assert same.flat == Flat.together(len(title))


def test_filters_are_counted_by_name() -> None:
    pairs = [
        Pair(("tea", "milk"), plain_words("How is tea with milk made?")),
        Pair(("tea",), plain_words("Tea with milk")),
        Pair(("tea",), ("what", *["tea"] * 20)),
        Pair((), ("what", "is", "tea")),
        Pair(("coffee",), ("what", "is", "tea")),
    ]
    counts = CueCounts()
    assert [one.words for one in segment_pairs(pairs, counts)] == [("tea", "milk")]
    found = counts.as_json()
    assert found["rejected"] == {
        "title-at-most-20-words": 1,
        "title-begins-with-question-word": 1,
        "query-not-empty": 1,
        "query-words-in-title": 1,
    }
    assert (found["pairs"], found["kept"], found["breaks"], found["cues"]["intruding-preposition"]) == (5, 1, 1, 1)


@given(st.permutations(range(6)).map(tuple))
def test_what_is_kept_is_the_longest_part_in_order(places: tuple[int, ...]) -> None:
    kept = sorted(longest_in_order(places))
    assert [places[at] for at in kept] == sorted(places[at] for at in kept)
    subsets = ([at for at in range(6) if mask >> at & 1] for mask in range(64))
    longest = max(len(some) for some in subsets if [places[at] for at in some] == sorted(places[at] for at in some))
    assert len(kept) == longest


def test_of_parts_as_long_the_one_with_fewest_ends_stays() -> None:
    assert longest_in_order((0, 4, 5, 2, 3)) == {0, 1, 2}
    assert longest_in_order(()) == frozenset()
