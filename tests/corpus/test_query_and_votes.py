from __future__ import annotations

import pytest

from caesura.corpus import Query, Vote, Votes
from caesura.foundation import InputError
from caesura.shapes import Flat, Nested, all_flat, parse_pipe


def votes_of(counts: list[int]) -> Votes:
    shapes = list(all_flat(5))
    return Votes(tuple(Vote(shapes[i], count) for i, count in enumerate(counts)))


# Beyer 2011, formula 3.1, with the rules for more and fewer than ten votes.
SAFE = [[10], [9, 1], [8, 2], [7, 3], [6, 3, 1], [6, 2, 2], [6, 1, 1, 1, 1], [5, 1, 1, 1, 1, 1], [3], [12, *[1] * 9], [1]]
UNSAFE = [[6, 4], [5, 5], [5, 4, 1], [5, 3, 2], [5, 2, 2, 1], [4, 4, 2], [4, 3, 3], [3, 3, 2, 2], [1, 1, 1], [2, 1], [8, 1], [9, 9]]


@pytest.mark.parametrize("counts", SAFE)
def test_safe(counts: list[int]) -> None:
    assert votes_of(counts).is_safe


@pytest.mark.parametrize("counts", UNSAFE)
def test_unsafe(counts: list[int]) -> None:
    assert not votes_of(counts).is_safe


def test_halves_are_rounded_up_when_scaled_to_ten() -> None:
    assert votes_of([13, 7]).first_two == (7, 4)
    assert votes_of([13, 7]).is_safe


def test_equal_votes_keep_the_order_of_the_file() -> None:
    votes = votes_of([2, 4, 4, 2])
    assert votes.top is votes.all[1]
    assert [vote.count for vote in votes.ranked] == [4, 4, 2, 2]
    assert votes.ranked[0] is votes.all[1]
    assert votes.ranked[2] is votes.all[0]


def test_break_counts() -> None:
    # Beyer 2011, table 4.4.
    listed = {"new york city|news": 4, "new york|city news": 3, "new york|city|news": 2, "new york city news": 1}
    votes = Votes(tuple(Vote(parse_pipe(text)[1], count) for text, count in listed.items()))
    assert votes.break_counts == (0, 5, 6)
    assert votes.total == 10


def test_counting_annotations_keeps_names_where_all_are_known() -> None:
    one, two = Flat((0,)), Flat((1,))
    votes = Votes.count([(two, "ann", ()), (one, "bob", ()), (two, "cy", ()), (one, None, ())])
    assert votes.all == (Vote(two, 2, ("ann", "cy")), Vote(one, 2))


@pytest.mark.parametrize(
    "votes",
    [
        lambda: Vote(Flat((0,)), 0),
        lambda: Vote(Flat((0,)), True),
        lambda: Vote(Flat((0,)), 2, ("ann",)),
        lambda: Vote(Flat((1,)), 1, types=("brand",)),
        lambda: Votes((Vote(Flat((0,)), 1), Vote(Flat((0,)), 2))),
        lambda: Votes((Vote(Flat((0,)), 1), Vote(Flat((0, 0)), 2))),
        lambda: Votes((Vote(Flat((0,)), 1), Vote(Nested((0,)), 2))),
    ],
)
def test_what_cannot_be(votes: object) -> None:
    with pytest.raises(InputError):
        votes()  # type: ignore[operator]


def test_no_votes_have_no_top() -> None:
    with pytest.raises(InputError, match="no top vote"):
        _ = Votes(()).top


@pytest.mark.parametrize(
    ("text", "tags", "nominal"),
    [
        ("new york hotels", ("JJ", "NP", "NNS"), True),
        ("the beatles 1964", ("DT", "NP", "CD"), True),
        ("how to cook", ("WRB", "TO", "VB"), False),
        ("zyx hotels", ("???", "NNS"), False),
        ("u.s. embassy", ("NP", ".", "NP", ".", "NN"), False),
        ("the hotels", ("DET", "NOUN"), True),
        ("this hotel", ("DET", "NOUN"), False),
        ("new hotels", None, None),
    ],
)
def test_nominal(text: str, tags: tuple[str, ...] | None, nominal: bool | None) -> None:
    assert Query("1", text, tags).is_nominal is nominal


@pytest.mark.parametrize(("query_id", "text"), [("", "a"), ("a\tb", "a"), ("1", " ")])
def test_queries_need_an_id_and_words(query_id: str, text: str) -> None:
    with pytest.raises(InputError):
        Query(query_id, text)
