"""The height sequences of binary trees as a small automaton, read from left to right.

While reading, a stack of strictly falling heights is enough: for each open node its height, and whether its left part is as high
as it must be (else the right part has to be). States from which the same can follow are the same: merging them backwards
leaves a few hundred per level for ten words, about a thousand for twelve, where there are 4,862 and 58,786 trees.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

_Stack = tuple[tuple[int, bool], ...]


@dataclass(frozen=True)
class Level:
    """What reading one boundary does: the ways `sources[i]` -> `targets[i]`, ordered by target.

    A state knows the height that was read last: `heights[t]` is that of target t.
    """

    before: int
    heights: tuple[int, ...]
    sources: tuple[int, ...]
    targets: tuple[int, ...]


@lru_cache(maxsize=4)
def tree_language(boundaries: int) -> tuple[Level, ...]:
    """One level per boundary. Every way through all levels is one tree, and every tree is one such way."""
    levels: list[Level] = []
    states: list[tuple[int, int]] = [(-1, 0)]  # height read last, and class
    for leads in _classes(boundaries):
        reached = sorted({lead for _, known_as in states for lead in leads[known_as]})
        number = {state: place for place, state in enumerate(reached)}
        ways = sorted((number[lead], source) for source, (_, known_as) in enumerate(states) for lead in leads[known_as])
        levels.append(
            Level(
                len(states),
                tuple(height for height, _ in reached),
                tuple(source for _, source in ways),
                tuple(target for target, _ in ways),
            )
        )
        states = reached
    return tuple(levels)


def _classes(boundaries: int) -> list[list[tuple[tuple[int, int], ...]]]:
    """Per boundary, for each class of states before it, where it leads: (height, class behind it)."""
    reached: set[_Stack] = {()}
    steps: list[list[tuple[_Stack, int, _Stack]]] = []
    for _ in range(boundaries):
        steps.append(
            [
                (stack, height, after)
                for stack in sorted(reached)
                for height in range(boundaries)
                if (after := _read(stack, height)) is not None
            ]
        )
        reached = {after for _, _, after in steps[-1]}
    # From the end: a state is known by where its heights lead.
    number = {stack: 0 for stack in reached if _is_whole(stack)}
    rests: list[list[tuple[tuple[int, int], ...]]] = []
    for step in reversed(steps):
        leads: dict[_Stack, list[tuple[int, int]]] = {}
        for stack, height, after in step:
            if after in number:
                leads.setdefault(stack, []).append((height, number[after]))
        classes: dict[tuple[tuple[int, int], ...], int] = {}
        number = {stack: classes.setdefault(tuple(lead), len(classes)) for stack, lead in leads.items()}
        rests.append(list(classes))
    return rests[::-1]


def _read(stack: _Stack, height: int) -> _Stack | None:
    """The stack behind a boundary of this height; None where no tree goes on like that."""
    left = -1
    end = len(stack)
    while end and stack[end - 1][0] < height:
        end -= 1
        closed, satisfied = stack[end]
        if not satisfied and left != closed - 1:
            return None
        left = closed
    if end and stack[end - 1][0] == height:
        return None
    return (*stack[:end], (height, left == height - 1))


def _is_whole(stack: _Stack) -> bool:
    right = -1
    for height, satisfied in reversed(stack):
        if not satisfied and right != height - 1:
            return False
        right = height
    return True
