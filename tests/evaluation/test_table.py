"""The arrays hold what the values hold."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caesura.corpus import Corpus, Vote, Votes
from caesura.evaluation.measures.corpus import majority
from caesura.evaluation.table import VoteTable
from caesura.shapes import Flat
from tests.evaluation.corpora import corpora


@settings(deadline=None)
@given(corpora())
def test_table_equals_the_values(corpus: Corpus) -> None:
    table = VoteTable.from_corpus(corpus)
    for number, entry in enumerate(corpus):
        votes = entry.votes
        places = slice(table.starts[number], table.starts[number + 1])
        assert [Flat.from_mask(votes.top.shape.size, int(m)) for m in table.masks[places]] == [v.shape for v in votes.ranked]
        assert table.counts[places].tolist() == [vote.count for vote in votes.ranked]
        assert table.totals[number] == votes.total
        assert Flat.from_mask(votes.top.shape.size, int(table.majority[number])) == majority(votes)


@settings(deadline=None, max_examples=300)
@given(st.lists(st.integers(1, 14), min_size=1, max_size=8))
def test_safe_equals_the_definition(counts: list[int]) -> None:
    votes = Votes(tuple(Vote(Flat.from_mask(4, mask), count) for mask, count in enumerate(counts)))
    assert bool(VoteTable.from_votes([votes]).safe[0]) is votes.is_safe


@pytest.mark.parametrize(
    ("votes", "safe"),
    [
        *(
            (votes, True)
            for votes in ([10], [9, 1], [8, 2], [7, 3], [6, 3, 1], [6, 2, 2], [6, 1, 1, 1, 1], [5, 1, 1, 1, 1, 1], [3])
        ),
        ([12, 1, 1, 1, 1, 1, 1, 1, 1, 1], True),
        *((votes, False) for votes in ([6, 4], [5, 5], [5, 4, 1], [5, 3, 2], [5, 2, 2, 1], [4, 4, 2], [4, 3, 3], [3, 3, 2, 2])),
        *((votes, False) for votes in ([1, 1, 1], [2, 1])),
    ],
)
def test_safe_and_unsafe_votes_of_the_thesis(votes: list[int], safe: bool) -> None:
    cast = Votes(tuple(Vote(Flat.from_mask(5, mask), count) for mask, count in enumerate(votes)))
    assert bool(VoteTable.from_votes([cast]).safe[0]) is safe
