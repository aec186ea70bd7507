"""Segmenters for queries they have not seen: no vote of a query may reach the model that judges it."""

from __future__ import annotations

import pytest

from caesura.corpus import Corpus, Entry, Query, Vote, Votes
from caesura.foundation import InputError
from caesura.lexicon import MemoryLexicon
from caesura.segmenters import FeatureSources, Recipe, predict_in_folds
from caesura.segmenters.learned.cross_validation import learned_in_folds
from caesura.shapes import Flat
from caesura.tagging import default_tagger

LEXICON = MemoryLexicon({"red": 50, "wine": 40, "wool": 30, "from": 90, "spain": 20, "red wine": 12}, ["red wine"])
GROUND = FeatureSources(LEXICON, default_tagger())
QUICK = Recipe(members=2, hidden=4, epochs=3)
TEXTS = [f"{colour} {thing} from {place}" for colour in ("red", "Red", "blue") for thing in ("wine", "wool") for place in "abcdefg"]


def corpus(changed: frozenset[str] = frozenset()) -> Corpus:
    """What everyone says, but the opposite for the queries that were changed."""
    return Corpus(
        "made",
        tuple(
            Entry(Query(f"q{n}", text), Votes((Vote(Flat((1, 0, 0)) if f"q{n}" in changed else Flat((0, 1, 1)), 3),)))
            for n, text in enumerate(TEXTS)
        ),
    )


def test_every_query_once_and_equal_queries_together() -> None:
    own = [{entry.query.id for entry in entries} for _, entries in learned_in_folds(corpus(), GROUND, 2, QUICK)]
    assert sorted(query_id for part in own for query_id in part) == sorted(f"q{n}" for n in range(len(TEXTS)))
    # "Red wine from a" folds to the words of "red wine from a".
    for one in range(14):
        assert any({f"q{one}", f"q{one + 14}"} <= part for part in own)


def test_the_votes_of_a_part_do_not_reach_its_own_model() -> None:
    first, own = next(learned_in_folds(corpus(), GROUND, 2, QUICK))
    changed = frozenset(entry.query.id for entry in own)
    again, same = next(learned_in_folds(corpus(changed), GROUND, 2, QUICK))
    assert {entry.query.id for entry in same} == changed
    words = own[0].query.words
    assert again.chain(words).shares == first.chain(words).shares
    # They do reach the model of the other part.
    others = [list(learned_in_folds(made, GROUND, 2, QUICK))[1][0] for made in (corpus(), corpus(changed))]
    assert others[0].chain(words).shares != others[1].chain(words).shares


def test_the_models_are_those_that_predictions_come_from() -> None:
    mixed = Corpus("mixed", (Entry(Query("one", "word"), Votes((Vote(Flat(()), 3),))), *corpus().entries))
    flats, chances = predict_in_folds(mixed, GROUND, 3, QUICK)
    seen = 0
    for trained, own in learned_in_folds(mixed, GROUND, 3, QUICK):
        for entry in own:
            assert trained.break_probabilities(entry.query.words) == chances[entry.query.id]
            assert trained.segment(entry.query.text).flat == flats[entry.query.id]
            seen += 1
    assert seen == len(mixed)


def test_too_many_folds_are_told() -> None:
    with pytest.raises(InputError, match="1 folds of 42 queries"):
        next(learned_in_folds(corpus(), GROUND, 1, QUICK))
