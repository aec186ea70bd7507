"""Where annotators break, by the length of the query."""

from __future__ import annotations

from caesura.agreement.bias.positions import position_distribution
from caesura.agreement.items import AnnotatedQuery

_ITEMS = [AnnotatedQuery("1", (((1, 0), 3), ((0, 1), 1))), AnnotatedQuery("2", (((1, 1), 4),)), AnnotatedQuery("3", (((0,), 2),))]


def test_shares_by_length_and_place() -> None:
    rows = position_distribution(_ITEMS, [AnnotatedQuery("x", (((0, 1), 1),))])
    assert [(row["words"], row["position"], row["share"], row["other"]) for row in rows] == [
        (2, 1, 0.0, None),
        (3, 1, 7 / 8, 0.0),
        (3, 2, 5 / 8, 1.0),
    ]
    assert {row["expected"] for row in rows} == {0.5}
