"""The rules about users, and that spilling to disk changes nothing."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.corpus.log_reader import LogBlock
from caesura.corpus.log_users import UserRules, dropped_users


def block(*lines: tuple[str, str, int]) -> LogBlock:
    return [(user, query, f"2006-03-01 07:{second // 60:02}:{second % 60:02}", "") for user, query, second in lines]


def test_more_queries_than_allowed() -> None:
    lines = block(*(("a", f"query {i}", 10 * i) for i in range(5)), *(("b", f"query {i}", 10 * i) for i in range(4)))
    assert dropped_users([lines], UserRules(max_queries=4)) == {"a": "user-queries"}


def test_more_characters_on_average() -> None:
    lines = block(("a", "x" * 11, 0), ("a", "x" * 10, 60), ("b", "x" * 12, 0), ("b", "x" * 8, 60))
    assert dropped_users([lines], UserRules(max_characters=10)) == {"a": "user-characters"}


def test_less_time_between_queries() -> None:
    lines = block(("a", "p", 0), ("a", "q", 1), ("a", "r", 1), ("b", "p", 0), ("b", "q", 1), ("b", "r", 2), ("c", "p", 5))
    assert dropped_users([lines], UserRules()) == {"a": "user-gap"}


def test_several_clicks_are_one_query() -> None:
    lines = block(*[("a", "new york", 5)] * 50, ("a", "new york", 6))
    assert dropped_users([lines], UserRules(max_queries=2)) == {}


def test_the_gap_does_not_depend_on_the_order_of_lines() -> None:
    lines = block(("a", "p", 9), ("a", "q", 0), ("a", "r", 5))
    assert dropped_users([lines], UserRules(min_gap=4.5)) == {}
    assert dropped_users([lines], UserRules(min_gap=4.6)) == {"a": "user-gap"}


def test_the_gap_over_midnight_and_months() -> None:
    lines = [("a", "p", "2006-02-28 23:59:59", ""), ("a", "q", "2006-03-01 00:00:00", "")]
    assert dropped_users([lines], UserRules(min_gap=1)) == {}
    assert dropped_users([lines], UserRules(min_gap=1.1)) == {"a": "user-gap"}


def test_rules_can_be_off() -> None:
    lines = block(("a", "x" * 500, 0), ("a", "y" * 500, 0))
    assert dropped_users([lines], UserRules(max_characters=None, min_gap=None)) == {}
    assert not UserRules(None, None, None).any


def brute_force(lines: LogBlock, rules: UserRules) -> dict[str, str]:
    """Straight from the definition, everything in memory."""
    found: dict[str, str] = {}
    for user in {line[0] for line in lines}:
        asked = [(query, time) for who, query, time, _ in lines if who == user]
        asked = [one for i, one in enumerate(asked) if i == 0 or asked[i - 1] != one]
        times = sorted(datetime.fromisoformat(time) for _, time in asked)
        if len(asked) > (rules.max_queries or 0):
            found[user] = "user-queries"
        elif sum(len(query) for query, _ in asked) / len(asked) > (rules.max_characters or 0):
            found[user] = "user-characters"
        elif len(asked) > 1 and (times[-1] - times[0]).total_seconds() / (len(asked) - 1) < (rules.min_gap or 0):
            found[user] = "user-gap"
    return found


LINES = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(["p", "qq", "rrrr"]), st.integers(0, 6)), max_size=40)


@given(lines=LINES, size=st.integers(1, 10), most_open=st.integers(1, 5))
def test_equals_brute_force_with_and_without_spilling(lines: list[tuple[str, str, int]], size: int, most_open: int) -> None:
    rules = UserRules(max_queries=6, max_characters=2.5, min_gap=0.75)
    whole = block(*lines)
    blocks = [whole[i : i + size] for i in range(0, len(whole), size)]
    assert dropped_users(blocks, rules) == brute_force(whole, rules)
    assert dropped_users(blocks, rules, most_open=most_open) == brute_force(whole, rules)


@pytest.mark.parametrize("time", ["2006-02-31 00:00:00", "1000-01-01 00:00:00", "2999-12-31 23:59:60"])
def test_any_time_the_reader_lets_through_can_be_reckoned_with(time: str) -> None:
    assert dropped_users([[("a", "p", time, ""), ("a", "q", time, "")]], UserRules()) == {"a": "user-gap"}
