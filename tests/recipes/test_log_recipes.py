"""What the teacher learns from: statistics of a log without the query's own part, and queries that nobody is judged on."""

from __future__ import annotations

from math import log
from pathlib import Path

import pytest

from recipes.log_queries import kept_back, plain, web_queries, words_around
from recipes.log_statistics import LogStatistics

LOG = ["new york hotels", "cheap hotels", "new york", "york new hotels", "new york times"]
#: Where the numbers of a row stand.
PAIR, REVERSED, WHOLE_PAIR, START_OF_PAIR, RIGHT_OF_PAIR = 5, 14, 21, 32, 38


def test_a_query_from_elsewhere_is_described_with_the_whole_log() -> None:
    first, second = LogStatistics(LOG).rows(["new", "york", "restaurants"])
    assert len(first) == len(second) == 42
    assert first[PAIR] == pytest.approx(log(4))  # three times "new york"
    assert first[REVERSED] == pytest.approx(log(2))
    assert first[WHOLE_PAIR] == pytest.approx(log(2))  # "new york" is itself a query
    assert first[START_OF_PAIR] == pytest.approx(3.2 / 4)
    assert first[RIGHT_OF_PAIR] == pytest.approx(log(3))  # hotels, times, nothing: once each
    assert second[PAIR] == 0


def test_a_query_of_the_log_is_described_without_itself() -> None:
    first, _ = LogStatistics(LOG).rows(["new", "york", "times"])
    assert first[PAIR] == pytest.approx(log(3))
    assert first[START_OF_PAIR] == pytest.approx(2.2 / 3)
    assert first[RIGHT_OF_PAIR] == pytest.approx(log(2))


def test_judged_queries_and_their_spellings_are_left_out(tmp_path: Path) -> None:
    spellings = tmp_path / "spellings.csv"
    spellings.write_text("1;new yrok hotels;new york hotels\n2;cheap flights;cheap flights\n")
    taken_out = kept_back(["New York hotels"], spellings)
    assert taken_out == {"new york hotels", "new yrok hotels"}
    logged = tmp_path / "log.tsv"
    lines = ["New-York hotels", "new yrok hotels", "cheap flights", "Cheap  flights", "one", "cape town map"]
    logged.write_text("".join(f"trec-mq-09\t{line}\n" for line in lines) + "quora-questions\twhat is a question\n")
    assert sorted(web_queries(logged, taken_out)) == ["cape town map", "cheap flights"]
    assert plain(" U.S.  Open, 2011 ") == "u s open 2011"


def test_words_are_numbered_through_all_queries() -> None:
    assert words_around(["a b c", "d e"], outside=9).tolist() == [[9, 0, 1, 2], [0, 1, 2, 9], [9, 3, 4, 9]]
