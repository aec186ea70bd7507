"""Word lists packed by efrt, the trie format of the npm packages around `compromise`.

After the list's name stands the trie, node after node between semicolons. A node is a row of edges: letters, then a
reference in base 36 to the node that follows, or a comma where a word ends. `!` at a node's start ends a word there. The
first nodes may be a table of references used often, written `0:HR0`.
"""

from __future__ import annotations

import re

from caesura.foundation import InputError, PathLike

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SHORT_CUT = re.compile(r"[0-9A-Z]+:([0-9A-Z]+)")
_LONGEST = 1000
_EDGE = re.compile(r"([^A-Z0-9,]+)([A-Z0-9,]+|$)")


def unpacked_words(packed: str, name: PathLike) -> list[str]:
    """The words of a packed list, sorted; `name` is for the error where it is something else."""
    _, mark, trie = packed.partition("¦")
    nodes = trie.split(";")
    short_cuts = []
    while nodes and (found := _SHORT_CUT.fullmatch(nodes[0])):
        short_cuts.append(_number(found[1]))
        nodes.pop(0)
    words = []
    waiting = [(0, "")]
    try:
        while waiting:
            at, before = waiting.pop()
            node = nodes[at]
            if node.startswith("!"):
                words.append(before)
                node = node[1:]
            for letters, reference in _EDGE.findall(node):
                if reference in ("", ","):
                    words.append(before + letters)
                    continue
                number = _number(reference)
                following = short_cuts[number] if number < len(short_cuts) else at + number + 1 - len(short_cuts)
                if len(before) > _LONGEST:
                    raise IndexError  # a damaged list can lead round in circles
                waiting.append((following, before + letters))
    except (IndexError, ValueError) as error:
        raise InputError("is not a word list packed by efrt", cure="fetch the package again", file=name) from error
    if not mark or not words:
        raise InputError("is not a word list packed by efrt", cure="fetch the package again", file=name)
    return sorted(words)


def _number(reference: str) -> int:
    """Base 36, where every shorter reference comes before the longer ones: `Z` is 35, `00` is 36."""
    value = -1
    for digit in reference:
        value = 36 * (value + 1) + _DIGITS.index(digit)
    return value
