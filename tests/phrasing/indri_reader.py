"""A small reader of Indri's and Terrier's query language: the subset we write."""

from __future__ import annotations

import re
from typing import Any

_OPEN = re.compile(r"#(combine(?::\d=[\d.]+)*|weight|wsum|filreq|filrej|band|syn|uw\d+|\d+)\(")
_TERM = re.compile(r"[^\s()#.]+")

Tree = tuple[str, list[Any], str]


def read(text: str) -> Tree:
    """(operator, arguments, field); an argument is a term, a (weight, argument) pair or a tree."""
    found, end = _read(text, 0)
    assert end == len(text)
    assert not isinstance(found, str)
    return found


def _read(text: str, position: int) -> tuple[str | Tree, int]:
    opened = _OPEN.match(text, position)
    if opened is None:
        term = _TERM.match(text, position)
        assert term, text[position:]
        return term.group(), term.end()
    arguments: list[Any] = []
    position = opened.end()
    while text[position] != ")":
        weight = re.compile(r"\d+(?:\.\d+)? ").match(text, position) if opened[1] in ("weight", "wsum") else None
        found, position = _read(text, weight.end() if weight else position)
        arguments.append((float(weight.group()), found) if weight else found)
        if text[position] == " ":
            position += 1
    assert arguments
    place = re.compile(r"\.([A-Za-z]\w*)").match(text, position + 1)
    return (opened[1], arguments, place[1] if place else ""), place.end() if place else position + 1


def leaves(tree: Any) -> list[str]:
    """The terms below, from left to right."""
    if isinstance(tree, str):
        return [tree]
    if isinstance(tree[0], float):
        return leaves(tree[1])
    return [term for argument in tree[1] for term in leaves(argument)]
