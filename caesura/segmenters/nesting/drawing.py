"""A tree as text: under the words where the line is wide enough, else on its side with one word per line.

new   york   times   square   dance
 └──┬──┘       └───┬───┘        │
    │              └─────┬──────┘
    └─────────┬──────────┘
"""

from __future__ import annotations

from collections.abc import Sequence

from caesura.shapes import Nested, nodes

_GAP = 3


def draw_tree(words: Sequence[str], nested: Nested, width: int | None = None) -> str:
    """Under the words if that takes at most `width` columns (None: any number), else on its side."""
    shown = ["".join(c if c.isprintable() else "\ufffd" for c in word) for word in words]
    sizes = [_columns(word) for word in shown]
    if width is None or sum(sizes) + _GAP * (len(words) - 1) <= width:
        return "\n".join(_upright(shown, sizes, nested))
    return "\n".join(_sideways(shown, nested))


def _upright(words: Sequence[str], sizes: Sequence[int], nested: Nested) -> list[str]:
    """One line for the words and one for each height; a node stands over the middle of what it joins."""
    centres: dict[tuple[int, int], int] = {}
    place = 0
    for number, size in enumerate(sizes):
        centres[number, number + 1] = place + (size - 1) // 2
        place += size + _GAP
    lines = [(" " * _GAP).join(words)]
    open_spans = {(number, number + 1) for number in range(len(words))}
    inner = nodes(nested.heights)
    for height in range(nested.height + 1):
        row = [" "] * place
        joining = [(start, at + 1, end) for start, at, end in inner if nested.heights[at] == height]
        for start, middle, end in joining:
            left, right = centres[start, middle], centres[middle, end]
            centres[start, end] = (left + right) // 2
            row[left : right + 1] = ["─"] * (right - left + 1)
            row[left], row[right], row[centres[start, end]] = "└", "┘", "┬"
            open_spans -= {(start, middle), (middle, end)}
        for span in open_spans:
            row[centres[span]] = "│"
        open_spans |= {(start, end) for start, _, end in joining}
        lines.append("".join(row).rstrip())
    return lines


def _sideways(words: Sequence[str], nested: Nested) -> list[str]:
    splits = {(start, end): at + 1 for start, at, end in nodes(nested.heights)}

    def lines(start: int, end: int) -> list[str]:
        if end - start == 1:
            return [f" {words[start]}"]
        middle = splits[start, end]
        first, second = lines(start, middle), lines(middle, end)
        return [
            "┬─" + first[0],
            *("│ " + line for line in first[1:]),
            "└─" + second[0],
            *("  " + line for line in second[1:]),
        ]

    if len(words) == 1:
        return list(words)
    top, *rest = lines(0, len(words))
    return ["─" + top, *(" " + line for line in rest)]


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes: Chinese letters take two, accents of their own none."""
    from rich.cells import cell_len

    return cell_len(text)
