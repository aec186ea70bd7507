"""Frequency and click entropy, and that dealing lines out to files changes nothing."""

from __future__ import annotations

import math
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.corpus import log_groups
from caesura.corpus.log_groups import click_entropy, group_step, grouped, same_query
from caesura.corpus.log_reader import LogLine
from caesura.corpus.log_steps import Steps


def line(user: str, query: str, second: int, address: str = "") -> LogLine:
    return LogLine(user, query, f"2006-03-01 00:00:{second:02}", f"\t{'1' if address else ''}\t{address}")


def kept(lines: list[LogLine], *, log_bytes: int = 0, **rules: object) -> tuple[list[LogLine], Steps]:
    steps = Steps(lines=len(lines))
    frequency, entropy = rules.get("frequency"), rules.get("entropy")
    return list(grouped(lines, group_step(frequency, entropy), steps, log_bytes=log_bytes)), steps  # type: ignore[arg-type]


def test_click_entropy_by_hand() -> None:
    assert click_entropy([]) is None
    assert click_entropy(["a", "a"]) == 0
    assert click_entropy(["a", "b"]) == 1
    assert click_entropy(["a", "a", "b", "c"]) == 1.5
    assert click_entropy("aab") == pytest.approx(math.log2(3) - 2 / 3)


def test_a_query_is_asked_once_however_many_clicks_follow() -> None:
    lines = [line("a", "new york map", 1, "x"), line("a", "new york map", 1, "y"), line("b", "New  York map", 1)]
    assert kept(lines, frequency=(2, 2))[0] == lines
    assert kept(lines, frequency=(3, None))[0] == []


def test_the_entropy_must_be_exceeded_and_a_query_without_clicks_falls() -> None:
    even = [line("a", "p q r", 1, "x"), line("b", "p q r", 2, "y")]
    lines = [*even, line("a", "never clicked", 3)]
    assert kept(lines, entropy=0.9)[0] == even
    found, steps = kept(lines, entropy=1.0)
    assert found == []
    assert steps.rows()[-1] == {"step": "click-entropy", "fell": 3, "remained": 0}


def test_a_query_is_the_same_whatever_its_case_and_spaces() -> None:
    assert same_query(" New   YORK ") == same_query("new york")


LINES = st.lists(
    st.builds(
        line,
        st.sampled_from("ab"),
        st.sampled_from(["p q", "P  q", "r", "s t u"]),
        st.integers(0, 3),
        st.sampled_from(["", "x", "y"]),
    ),
    max_size=30,
)


@given(
    lines=LINES, least=st.integers(1, 3), most=st.integers(3, 5), entropy=st.sampled_from([None, 0.0, 0.5]), parts=st.integers(1, 5)
)
def test_equals_brute_force_in_the_order_of_the_log(
    lines: list[LogLine], least: int, most: int, entropy: float | None, parts: int
) -> None:
    groups: dict[str, list[LogLine]] = defaultdict(list)
    for one in lines:
        groups[same_query(one.query)].append(one)

    def passes(one: LogLine) -> bool:
        group = groups[same_query(one.query)]
        clicks = [other.clicked for other in group if other.clicked]
        bits = sum(-clicks.count(a) / len(clicks) * math.log2(clicks.count(a) / len(clicks)) for a in set(clicks))
        asked = len({(other.user, other.time) for other in group})
        return least <= asked <= most and (entropy is None or (bool(clicks) and bits > entropy + 1e-12))

    found, steps = kept(lines, frequency=(least, most), entropy=entropy, log_bytes=parts * log_groups._PART_BYTES)
    assert found == [one for one in lines if passes(one)]
    assert steps.remained == len(found)
