"""The studio's cache: one computation per key, nobody waits for another's, errors are not kept."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from caesura.studio.pages.result_cache import ResultCache


def test_who_asks_for_the_same_meanwhile_waits_for_one_computation() -> None:
    cache: ResultCache[int] = ResultCache(4)
    begun, go_on, count = Event(), Event(), []

    def slow() -> int:
        count.append(1)
        begun.set()
        assert go_on.wait(30)
        return 7

    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(cache.get, "a", slow)
        assert begun.wait(30)
        others = [pool.submit(cache.get, "a", slow) for _ in range(2)]
        go_on.set()
        assert [each.result(30) for each in (first, *others)] == [7, 7, 7]
    assert len(count) == 1


def test_a_long_computation_holds_up_nobody_who_asks_for_another() -> None:
    cache: ResultCache[int] = ResultCache(4)
    begun, go_on = Event(), Event()

    def slow() -> int:
        begun.set()
        assert go_on.wait(30)
        return 1

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(cache.get, "slow", slow)
        assert begun.wait(30)
        try:
            assert pool.submit(cache.get, "quick", lambda: 2).result(30) == 2
        finally:
            go_on.set()
        assert first.result(30) == 1


def test_an_error_is_raised_and_tried_again() -> None:
    cache: ResultCache[int] = ResultCache(4)

    def fails() -> int:
        raise ValueError("no disk")

    with pytest.raises(ValueError, match="no disk"):
        cache.get("a", fails)
    assert cache.get("a", lambda: 3) == 3


def test_the_one_not_asked_for_longest_goes_first() -> None:
    cache: ResultCache[int] = ResultCache(2)
    for key in ("a", "b", "a", "c"):
        cache.get(key, lambda: 1)
    assert cache.get("a", lambda: 2) == 1
    assert cache.get("b", lambda: 2) == 2
