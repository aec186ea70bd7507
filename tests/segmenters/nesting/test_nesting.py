"""Trees by every method: worked examples, brute force over all trees, ties, and what all methods have in common."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.foundation import InputError
from caesura.lexicon import MemoryLexicon
from caesura.segmenters import NESTING_METHODS, NestedSegmentation, nester
from caesura.segmenters.nesting.building import best_tree, preferred
from caesura.segmenters.nesting.cohesion import UNIT, Cohesion
from caesura.segmenters.nesting.learned import building
from caesura.shapes import Nested, Words, all_nested, nodes

CLASSIC = ["balanced", "bottom-up", "segment-pmi", "top-down"]
WORDS = ["a", "b", "c", "d"]


def lexicons() -> st.SearchStrategy[MemoryLexicon]:
    """Small counts, so that ties are common; a pair is never counted more often than its words."""
    ngrams = st.lists(st.sampled_from(WORDS), min_size=2, max_size=4).map(" ".join)
    return st.dictionaries(ngrams, st.integers(1, 5), max_size=12).map(
        lambda counts: MemoryLexicon({**dict.fromkeys(WORDS, 40), **counts})
    )


def queries(largest: int = 7) -> st.SearchStrategy[Words]:
    return st.lists(st.sampled_from([*WORDS, "unknown"]), min_size=2, max_size=largest).map(tuple)


@pytest.mark.parametrize("name", CLASSIC)
def test_new_york_is_joined_first(name: str, lexicon: MemoryLexicon) -> None:
    tree = nester(name, lexicon=lexicon).nest("new york times square dance")
    assert (0, 2) in tree.nested.spans
    assert tree.method == name


def test_worked_examples(lexicon: MemoryLexicon) -> None:
    def brackets(name: str, text: str) -> str:
        return nester(name, lexicon=lexicon).nest(text).brackets

    # Neighbours: ln(3000 N / (9000 * 4000)) > times square > york times > square dance, so dance is split off first.
    assert brackets("top-down", "new york times square dance") == "(((new york) (times square)) dance)"
    # "cheap flights to" was not counted: 400 N / (1800 * 50000) * .4 = .144; "to new york" by "to new" in the same way: .018.
    assert brackets("bottom-up", "cheap flights to new york") == "(((cheap flights) to) (new york))"
    assert brackets("balanced", "new york times square dance") == "(((new york) times) (square dance))"


def test_a_single_word_is_a_tree_without_nodes(lexicon: MemoryLexicon) -> None:
    for name in CLASSIC:
        tree = nester(name, lexicon=lexicon).nest(" york ")
        assert (tree.brackets, tree.scores) == ("york", ())
        assert tree.as_json() == {"query": " york ", "brackets": "york", "heights": [], "nodes": [], "method": name}


@given(lexicons(), queries())
def test_the_plain_sum_of_pmi_is_the_same_for_every_tree(lexicon: MemoryLexicon, words: Words) -> None:
    cohesion = Cohesion.of(lexicon, words)
    sums = [sum(cohesion.pmi(start, at + 1, end) for start, at, end in nodes(tree.heights)) for tree in all_nested(len(words))]
    assert max(sums) - min(sums) <= 2 * len(words)  # each PMI is rounded once


@given(lexicons(), queries())
def test_segment_pmi_equals_brute_force(lexicon: MemoryLexicon, words: Words) -> None:
    cohesion = Cohesion.of(lexicon, words)

    def worth(tree: Nested) -> int:
        return sum(cohesion.weakest(start, end) // (end - start) for start, end in tree.spans)

    found = nester("segment-pmi", lexicon=lexicon).nest(" ".join(words)).nested
    assert worth(found) == max(map(worth, all_nested(len(words))))


@given(lexicons(), queries())
def test_splitting_at_the_weakest_break_is_the_optimum_over_weakest_breaks(lexicon: MemoryLexicon, words: Words) -> None:
    cohesion = Cohesion.of(lexicon, words)
    strengths = [cohesion.neighbours(boundary) for boundary in range(len(words) - 1)]
    found = nester("top-down", lexicon=lexicon).nest(" ".join(words)).nested
    assert found == best_tree(len(words), lambda start, end: min(strengths[start : end - 1]))


@given(st.dictionaries(st.tuples(st.integers(0, 6), st.integers(2, 7)), st.integers(-3, 3)), st.integers(1, 7))
def test_best_tree_equals_brute_force_and_ties_go_to_the_middle(values: dict[tuple[int, int], int], size: int) -> None:
    def value(start: int, end: int) -> int:
        return values.get((start, end), 0)

    def worth(tree: Nested) -> int:
        return sum(value(start, end) for start, end in tree.spans)

    found = best_tree(size, value)
    best = max(map(worth, all_nested(size)))
    assert worth(found) == best
    if size > 1:
        splits = {tree.heights.index(tree.height) + 1 for tree in all_nested(size) if worth(tree) == best}
        assert found.heights.index(found.height) + 1 == preferred((0, size), splits)


@given(queries())
def test_where_nothing_is_known_trees_are_balanced(words: Words) -> None:
    nothing = MemoryLexicon({"x": 10})
    balanced = nester("balanced").nest(" ".join(words)).nested
    for name in ("top-down", "segment-pmi"):
        assert nester(name, lexicon=nothing).nest(" ".join(words)).nested.height <= balanced.height + 1
    assert nester("top-down", lexicon=nothing).nest(" ".join(words)).nested == balanced


@given(lexicons(), queries(12))
def test_every_method_gives_a_tree_over_the_words_as_typed(lexicon: MemoryLexicon, words: Words) -> None:
    for name in CLASSIC:
        tree = nester(name, lexicon=lexicon).nest("  ".join(words))
        assert tree.query_words == words
        assert len(tree.scores) in (0, len(words) - 1)
        assert all(map(math.isfinite, tree.scores))


def test_sixty_four_words_are_possible(lexicon: MemoryLexicon) -> None:
    for name in CLASSIC:
        assert nester(name, lexicon=lexicon).nest("new york " * 32).nested.size == 64


class Breaks:
    """A model by which people break at each place as if they had forgotten the other places."""

    def __init__(self, *shares: float) -> None:
        self.shares = shares
        self.steps = tuple(((1 - share, share), (1 - share, share)) for share in shares[1:])

    def chain(self, words: Sequence[str]) -> Breaks:
        assert len(words) == len(self.shares) + 1
        return self

    def segment(self, start: int, end: int) -> float:
        edges = [1.0, *self.shares, 1.0]
        return edges[start] * edges[end] * math.prod(1 - share for share in self.shares[start : end - 1])


def test_learned_holds_the_most_likely_segments() -> None:
    build = building(Breaks(0.1, 0.9, 0.2, 0.7).chain)
    nested, scores = build(("new", "york", "times", "square", "dance"))
    assert nested == Nested((0, 2, 0, 1))
    assert scores == pytest.approx((0.9, 0.1, 0.8, 0.3))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_learned_equals_brute_force(shares: list[float]) -> None:
    model = Breaks(*shares)

    def worth(tree: Nested) -> float:
        return sum(model.segment(start, end) for start, end in tree.spans)

    nested, _ = building(model.chain)(("w",) * (len(shares) + 1))
    assert worth(nested) == pytest.approx(max(map(worth, all_nested(len(shares) + 1))), abs=10 / UNIT)


def test_errors_name_the_cure(lexicon: MemoryLexicon) -> None:
    with pytest.raises(InputError, match="choose one of balanced, best, bottom-up"):
        nester("sideways")
    with pytest.raises(InputError, match="takes no model"):
        nester("top-down", model="x.model")
    with pytest.raises(InputError, match="without words"):
        nester("top-down", lexicon=lexicon).nest("  ")
    with pytest.raises(InputError, match="no counts of words"):
        nester("top-down", lexicon=MemoryLexicon({"new york": 3})).nest("new york")
    with pytest.raises(InputError, match="2 words for a tree of 3"):
        NestedSegmentation(("a", "b"), Nested((0, 1)))
    with pytest.raises(InputError, match="1 scores for 2 nodes"):
        NestedSegmentation(("a", "b", "c"), Nested((0, 1)), (1.0,))


def test_every_method_says_what_it_does() -> None:
    assert list(NESTING_METHODS) == sorted(NESTING_METHODS)
    assert all(method.description for method in NESTING_METHODS.values())
