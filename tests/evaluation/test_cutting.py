"""Trees cut into flat segmentations: each by by hand, the sweep against trying every level, and no look at the test fold."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.corpus import Corpus, Entry, Vote, Votes
from caesura.evaluation import ScoredTree
from caesura.evaluation.cutting import CutBy, TreeCut, cut_at, cut_in_folds, values_of, worth_under
from caesura.evaluation.holding import compatible_annotators, held_segments, tree_fit
from caesura.foundation import InputError
from caesura.shapes import Flat, parse_brackets
from tests.evaluation.corpora import corpora, entry
from tests.strategies import nesteds


def cut(brackets: str, how: str, scores: tuple[float, ...] = ()) -> str:
    words, nested = parse_brackets(brackets)
    return "|".join(" ".join(segment) for segment in TreeCut.parse(how).flat(ScoredTree(nested, scores)).segments(words))


def test_each_way_by_hand() -> None:
    text = "((new york) ((times square) dance))"
    assert cut(text, "height=0") == "new|york|times|square|dance"
    assert cut(text, "height=1") == "new york|times square|dance"
    assert cut(text, "height=2") == "new york|times square dance"
    assert cut(text, "height=3") == "new york times square dance"
    assert cut(text, "depth=0") == "new york times square dance"
    assert cut(text, "depth=1") == "new york|times square dance"
    assert cut(text, "depth=2") == "new|york|times square|dance"
    assert cut(text, "depth=3") == "new|york|times|square|dance"
    scores = (6.0, -1.0, 4.0, 1.0)
    assert cut(text, "threshold=5", scores) == "new york|times|square|dance"
    assert cut(text, "threshold=4", scores) == "new york|times square|dance"
    assert cut(text, "threshold=0", scores) == "new york|times square dance"
    assert cut(text, "threshold=-1", scores) == "new york times square dance"


def test_a_part_holds_together_if_what_it_is_part_of_does() -> None:
    # The root is strong and one half is weak: nothing is broken, since the root is looked at first.
    assert cut("((a b) (c d))", "threshold=2", (0.0, 3.0, 0.0)) == "a b c d"


trees = st.integers(1, 7).flatmap(
    lambda size: st.builds(
        ScoredTree, nesteds(size), st.lists(st.integers(-3, 3).map(float), min_size=size - 1, max_size=size - 1).map(tuple)
    )
)


@given(trees, st.sampled_from(CutBy))
def test_nothing_changes_between_a_trees_own_values(tree: ScoredTree, by: CutBy) -> None:
    own = sorted(set(values_of(tree, by)))
    for low, high in zip([-inf, *own], [*own, inf], strict=True):
        inside = high if high < inf else (low + 1 if low > -inf else 0)
        between = (low + high) / 2 if -inf < low and high < inf else inside
        assert TreeCut(by, between).flat(tree) == TreeCut(by, inside).flat(tree)


@given(trees, st.integers(-4, 8), st.sampled_from(CutBy))
def test_segments_are_nodes_of_the_tree(tree: ScoredTree, level: int, by: CutBy) -> None:
    assert tree.nested.is_compatible(TreeCut(by, level).flat(tree))


@given(corpora(longest=6, most=5), st.data())
def test_the_best_level_equals_trying_all(corpus: Corpus, data: st.DataObject) -> None:
    if len(corpus) < 2:
        return
    made = {}
    for one in corpus:
        size = len(one.query.words)
        scores = data.draw(st.lists(st.integers(-3, 3).map(float), min_size=size - 1, max_size=size - 1))
        made[one.query.id] = ScoredTree(data.draw(nesteds(size)), tuple(scores))
    worth = worth_under("newbreak", "value")

    def value(how: TreeCut) -> Fraction:
        return sum((worth(one, how.flat(made[one.query.id])) for one in corpus), Fraction(0))

    found = cut_in_folds(corpus.entries, made, worth, 2)
    assert value(found.overall) == max(value(TreeCut(by, level)) for by in CutBy for level in range(-4, 9))


def test_a_folds_own_votes_do_not_choose_its_level() -> None:
    def made(votes_of_first: dict[str, int]) -> dict[str, Flat]:
        entries = [entry("1", votes_of_first), *(entry(str(n), {"a b|c d": 10}) for n in range(2, 8))]
        _, nested = parse_brackets("((a b) (c d))")
        everything = {one.query.id: ScoredTree(nested, (2.0, 0.0, 1.0)) for one in entries}
        return dict(cut_in_folds(entries, everything, worth_under("corpus", "query"), 7).flats)

    assert made({"a b c d": 10})["1"] == made({"a|b|c|d": 10})["1"] == Flat((0, 1, 0))


def test_all_queries_at_one_level() -> None:
    entries = [entry("1", {"a b|c": 3})]
    found = cut_at(entries, {"1": ScoredTree(parse_brackets("((a b) c)")[1])}, TreeCut.parse("height=1"))
    assert (found.flats, str(found.overall)) == ({"1": Flat((0, 1))}, "height=1")


def test_trees_and_flat_votes() -> None:
    one = entry("1", {"new york|times square|dance": 6, "new york times|square dance": 3, "new|york|times|square|dance": 1})
    nested = parse_brackets("((new york) ((times square) dance))")[1]
    # Segments made: 2 * 6 + 2 * 3; held as nodes: both of the six, none of the three ("square dance" is no node).
    assert held_segments(one, nested) == Fraction(12, 18)
    assert compatible_annotators(one, nested) == Fraction(7, 10)
    short = entry("2", {"a|b": 1})
    assert tree_fit([one, short], {"1": nested}) == {"segments_held": 12 / 18, "compatible": 0.7}
    assert tree_fit([short], {}) == {"segments_held": 1.0, "compatible": 1.0}
    assert held_segments(entry("3", {"a|b|c": 4}), parse_brackets("((a b) c)")[1]) == 1


def test_what_is_wrong_is_told() -> None:
    for text in ("height", "width=3", "height=x", "threshold=nan", "depth=inf"):
        with pytest.raises(InputError, match="not a level to cut at"):
            TreeCut.parse(text)
    with pytest.raises(InputError, match="cannot be cut by threshold"):
        cut("((a b) c)", "threshold=1")
    with pytest.raises(InputError, match="3 folds of 1 queries"):
        cut_in_folds([entry("1", {"a b": 1})], {}, worth_under("corpus", "query"), 3)
    with pytest.raises(InputError, match=r"no level of the measure \w+ is called 'value'"):
        worth_under("corpus", "value")
    nested = Entry(entry("1", {"a b": 1}).query, Votes((Vote(parse_brackets("(a b)")[1], 1),)))
    with pytest.raises(InputError, match="flat"):
        held_segments(nested, parse_brackets("(a b)")[1])
