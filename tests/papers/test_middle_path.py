"""The tables of Ramanath et al. 2013."""

from __future__ import annotations

import pytest

from caesura.corpus import Vote, Votes
from caesura.foundation import InputError
from caesura.papers import MIDDLE_PATH_TABLES, middle_path_tables
from caesura.papers.middle_path import claims, distance_tables, height_table, simulated_rows, table_4
from caesura.shapes import Flat, Nested
from tests.agreement.test_agreement import corpus_of


def test_the_paper_s_claims_hold_on_simulated_annotators() -> None:
    for seed in (1, 2):
        rows = claims(simulated_rows(queries=120, seed=seed))
        assert len(rows) == 13
        assert [row for row in rows if not row["holds"]] == []


def test_tables() -> None:
    assert all(row["agrees"] for row in height_table())
    rows = distance_tables([3, 4])
    assert {row["distance"] for row in rows} == {"d", "d1", "d2"}
    for words in (3, 4):
        for name in ("d", "d1", "d2"):
            chosen = [row for row in rows if (row["words"], row["distance"]) == (words, name)]
            assert sum(row["probability"] for row in chosen) == pytest.approx(1)
            assert chosen[0]["at_least"] == 1
    nested = corpus_of(Votes((Vote(Nested((0, 1)), 2), Vote(Nested((1, 0)), 1))), Votes((Vote(Nested((0, 1, 0)), 2),)))
    flat = corpus_of(Votes((Vote(Flat((0, 1)), 2), Vote(Flat((1, 0)), 1))))
    (row,) = table_4([flat, nested])
    assert row["dataset"] == "small"
    assert all(isinstance(row[column], str) for column in ("flat d", "nested d1", "nested d2"))


def test_only_the_wanted_tables() -> None:
    assert list(middle_path_tables([], ["5", "4"])) == ["5"]  # no corpora, no table 4
    assert list(middle_path_tables([], queries=10)) == [name for name in MIDDLE_PATH_TABLES if name != "4"]
    with pytest.raises(InputError, match="9"):
        middle_path_tables([], ["9"])
    with pytest.raises(InputError, match="lengths 1-3"):
        middle_path_tables([], lengths=(1, 3))
