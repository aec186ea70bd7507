"""What `make mutants` does to a file: one change each, found in one function, and put into functions that are already there."""

from __future__ import annotations

import ast
import time
from types import CodeType

import pytest

from scripts import mutants
from scripts.mutations import changed_function, functions, mutated, mutations

SOURCE = """
LIMIT = 3

def few(count, limit=LIMIT):
    return count < limit and count + 1 > 0

class Box:
    size = 2

    def full(self):
        if self.size == 2:
            return 1
        return 0
"""


def code(tree: ast.Module) -> CodeType:
    return compile(tree, "made.py", "exec")


def test_every_change_is_one_place_in_the_file() -> None:
    found = list(mutations("made.py", SOURCE))
    assert len({one.place for one in found}) == len(found) == 13
    assert {one.line for one in found} == {2, 5, 8, 11, 12, 13}
    for one in found:
        assert ast.unparse(mutated(SOURCE, one.place)) != ast.unparse(ast.parse(SOURCE))


def test_a_change_is_known_by_its_function_or_lies_outside() -> None:
    before = code(ast.parse(SOURCE))
    places = {one.line: changed_function(before, code(mutated(SOURCE, one.place))) for one in mutations("made.py", SOURCE)}
    assert places == {2: None, 8: None, 5: ("few", 4), 11: ("Box.full", 10), 12: ("Box.full", 10), 13: ("Box.full", 10)}


def test_the_changed_code_can_take_the_place_of_the_old() -> None:
    names: dict[str, object] = {}
    exec(code(ast.parse(SOURCE)), names)  # noqa: S102 - the text above
    few = names["few"]
    turned = next(one for one in mutations("made.py", SOURCE) if "the comparison turned" in one.says and "limit" in one.says)
    after = functions(code(mutated(SOURCE, turned.place)))
    assert after is not None
    assert (few(2), few(3)) == (True, False)  # type: ignore[operator]
    few.__code__ = after["few", 4]  # type: ignore[attr-defined]
    assert (few(2), few(3)) == (True, True)  # type: ignore[operator]


def test_lambdas_that_share_a_line_cannot_be_told_apart() -> None:
    both = "pair = (lambda x: x + 1, lambda x: x - 1)\n"
    assert functions(code(ast.parse(both))) is None


def test_a_child_may_wait_for_the_machine_but_not_compute_or_sleep_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    def compute() -> int:
        while True:
            pass

    def sleep(seconds: float) -> int:
        time.sleep(seconds)
        return 0

    assert mutants.in_a_child(lambda: 0, 1) == 0
    assert mutants.in_a_child(lambda: 7, 1) == 1
    assert mutants.in_a_child(compute, 1) == 1
    assert mutants.in_a_child(lambda: sleep(0.3), 0.1) == 0
    monkeypatch.setattr(mutants, "_WAITING", 2)
    assert mutants.in_a_child(lambda: sleep(60), 0.1) == 1
