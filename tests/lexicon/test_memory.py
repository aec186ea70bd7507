"""The look-up rule, on the lexicon that is easiest to read."""

from __future__ import annotations

import pytest

from caesura.foundation import InputError
from caesura.lexicon import MemoryLexicon


def test_counts_titles_and_total() -> None:
    lexicon = MemoryLexicon({"New York": 5, "new york": 7, "new": 10, "york": 3}, ["New York"])
    assert lexicon.lookup(["NEW", "York"]) == (12, True)
    assert (lexicon.count(["new"]), lexicon.is_title(["new"])) == (10, False)
    assert lexicon.lookup(["york", "new"]) == (0, False)
    assert (lexicon.total, lexicon.longest) == (13, 2)


def test_a_stated_total_wins() -> None:
    assert MemoryLexicon({"a": 1}, total=1000).total == 1000


def test_of_all_forms_of_an_n_gram_the_largest_count_counts() -> None:
    lexicon = MemoryLexicon({"u.s. open": 3, "u.s open": 8, "paris texas": 4}, ["yahoo"])
    assert lexicon.count(["U.S.", "open"]) == 8
    assert lexicon.lookup(["U.S.", "open"], as_typed=True) == (3, False)
    assert lexicon.count(["Paris,", "Texas."]) == 4
    assert lexicon.is_title(["Yahoo!"])


def test_separators_alone_are_taken_off_too() -> None:
    lexicon = MemoryLexicon({"u.s. navy": 7, "new york,": 1, "new york": 9}, ["procter and gamble"])
    assert lexicon.count(["U.S.", "navy,"]) == 7
    assert lexicon.count(["new", "york,"]) == 9
    assert lexicon.is_title(["Procter", "&", "Gamble,"])


def test_one_form_is_the_title_and_another_has_the_count() -> None:
    lexicon = MemoryLexicon({"yahoo": 5}, ["Yahoo!"])
    assert lexicon.lookup(["yahoo!"]) == (5, True)
    assert lexicon.lookup(["yahoo!"], as_typed=True) == (0, True)


def test_a_text_is_split() -> None:
    assert MemoryLexicon({"new york": 5}).count("new york") == 5


@pytest.mark.parametrize("counts", [{"a b c d e f": 1}, {" ": 1}, {"a": -1}, {"a": 2**64}, {"a": True}, {"a": 2**63, "A": 2**63}])
def test_what_cannot_be_is_refused(counts: dict[str, int]) -> None:
    with pytest.raises(InputError):
        MemoryLexicon(counts)
