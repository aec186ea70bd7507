"""A state of the arc-hybrid system in plain Python: the reference for `_state.pxd`, line for line.

Words are numbered from 1, nothing is 0, and the root stands behind the last word (Ballesteros and Nivre 2013). A transition either
shifts the next word onto the stack, or takes the word on top of the stack and hangs it on the next word (left) or on the word below
it (right). The last word on the stack alone may hang on the root: there is always one tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SHIFT, LEFT, RIGHT = range(3)

#: What stands for the root where a word has its hash, class and tag.
ROOT = 255


@dataclass(frozen=True, slots=True)
class Sentence:
    """Hashes, classes and tag numbers of the words, with nothing in front and the root behind."""

    size: int
    words: tuple[int, ...]
    classes: tuple[int, ...]
    tags: tuple[int, ...]


def sentence(words: Sequence[int], classes: Sequence[int], tags: Sequence[int]) -> Sentence:
    # Two places behind the last word: the root, and what a neighbour of the root would be.
    return Sentence(len(words), (0, *words, ROOT, 0), (0, *classes, ROOT, 0), (0, *tags, ROOT, 0))


@dataclass(slots=True)
class State:
    """Stack, next word, and what hangs on each word so far: heads, relations, two outermost children and counts per side."""

    front: int
    score: int
    stack: list[int]
    heads: list[int]
    labels: list[int]
    left: list[int]
    left2: list[int]
    right: list[int]
    right2: list[int]
    lefts: list[int]
    rights: list[int]

    def copy(self) -> State:
        lists = [list(getattr(self, name)) for name in _LISTS]
        return State(self.front, self.score, *lists)

    def possible(self, size: int, action: int) -> bool:
        if action == SHIFT:
            return self.front <= size
        if action == LEFT:
            return len(self.stack) == 1 or (len(self.stack) > 1 and self.front <= size)
        return len(self.stack) > 1

    def head_and_dependent(self, action: int) -> tuple[int, int]:
        return (self.front if action == LEFT else self.stack[-2]), self.stack[-1]

    def shift(self) -> None:
        self.stack.append(self.front)
        self.front += 1

    def attach(self, action: int, label: int) -> None:
        """Children come from the inside out: the newest is the outermost."""
        head, dependent = self.head_and_dependent(action)
        self.stack.pop()
        self.heads[dependent], self.labels[dependent] = head, label
        if action == LEFT:
            self.left2[head], self.left[head] = self.left[head], dependent
            self.lefts[head] += 1
        else:
            self.right2[head], self.right[head] = self.right[head], dependent
            self.rights[head] += 1


_LISTS = ("stack", "heads", "labels", "left", "left2", "right", "right2", "lefts", "rights")


def start(size: int) -> State:
    lists = [[0] * (size + 3) for _ in _LISTS[1:]]
    return State(1, 0, [], *lists)


def state_atoms(sentence: Sentence, state: State) -> list[int]:
    """The values of `STATE_NODES` and `STATE_COUNTS`."""
    s0, s1, s2 = (state.stack[-depth] if len(state.stack) >= depth else 0 for depth in (1, 2, 3))
    b0, last = state.front, sentence.size + 1
    nodes = (
        *(s0, s1, s2, b0, b0 + 1 if b0 + 1 <= last else 0, b0 + 2 if b0 + 2 <= last else 0),
        *(state.left[s0], state.left2[s0], state.right[s0], state.right2[s0]),
        *(state.left[s1], state.left2[s1], state.right[s1], state.right2[s1]),
        *(state.left[b0], state.left2[b0], b0 - 1, s0 + 1 if s0 else 0),
    )
    return [
        *_at(sentence, state, nodes),
        *map(_few, (state.lefts[s0], state.rights[s0], state.lefts[s1], state.rights[s1], state.lefts[b0])),
        _bucket(b0 - s0) if s0 else 0,
        _bucket(s0 - s1) if s1 else 0,
    ]


def edge_atoms(sentence: Sentence, state: State, head: int, dependent: int) -> list[int]:
    """The values of `EDGE_NODES` and `EDGE_COUNTS`, before the edge is added."""
    nodes = (
        *(head, dependent, state.left[dependent], state.left2[dependent], state.right[dependent], state.right2[dependent]),
        *(state.left[head], state.right[head], dependent - 1, dependent + 1),
        *(head - 1, head + 1 if head <= sentence.size else 0),
    )
    return [
        *_at(sentence, state, nodes),
        int(head > dependent),
        _bucket(abs(head - dependent)),
        _few(state.lefts[dependent]) * 8 + _few(state.rights[dependent]),
    ]


def _at(sentence: Sentence, state: State, nodes: Sequence[int]) -> list[int]:
    return [
        value for node in nodes for value in (sentence.words[node], sentence.classes[node], sentence.tags[node], state.labels[node])
    ]


def _few(count: int) -> int:
    return min(count, 7)


def _bucket(distance: int) -> int:
    return distance if distance < 5 else 5 if distance < 8 else 6 if distance < 12 else 7
