"""A nested segmentation as SVG: the words in a row, and over them what joins them, the first joins lowest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from caesura.shapes import Nested, Words, print_brackets

if TYPE_CHECKING:
    from markupsafe import Markup

# In a font of fixed width the place of every word is known without asking the browser.
_LETTER = 8.6
_GAP = 18
_STEP = 22
_LINE = 20


def tree_svg(words: Words, nested: Nested) -> Markup:
    """The drawing, with the bracket form as what a screen reader says."""
    from markupsafe import Markup

    widths = [max(len(word), 1) * _LETTER for word in words]
    starts = [sum(widths[:place]) + _GAP * place + 2 for place in range(len(words))]
    levels = max(nested.heights, default=-1) + 1
    floor = levels * _STEP + 6
    # Each group so far: where its stem stands and how high it has grown. Lower joins come first.
    groups: dict[int, tuple[float, float]] = {
        place: (start + width / 2, floor) for place, (start, width) in enumerate(zip(starts, widths, strict=True))
    }
    last = {place: place for place in groups}
    lines: list[Markup] = []
    for boundary in sorted(range(len(nested.heights)), key=lambda place: nested.heights[place]):
        left = next(first for first, end in last.items() if end == boundary)
        right = boundary + 1
        (x, y), (x2, y2) = groups[left], groups.pop(right)
        top = floor - (nested.heights[boundary] + 1) * _STEP
        lines.append(Markup('<path d="M{:.1f} {:.1f}V{:.1f}H{:.1f}V{:.1f}"/>').format(x, y, top, x2, y2))
        groups[left] = ((x + x2) / 2, top)
        last[left] = last.pop(right)
    texts = [
        Markup('<text x="{:.1f}" y="{}">{}</text>').format(start + width / 2, floor + _LINE - 4, word)
        for start, width, word in zip(starts, widths, words, strict=True)
    ]
    width = round(starts[-1] + widths[-1] + 2)
    return Markup(
        '<figure class="tree"><svg role="img" aria-label="{}" viewBox="0 0 {} {}" style="max-width: {}px">{}{}</svg></figure>'
    ).format(print_brackets(words, nested), width, floor + _LINE, width, Markup("").join(lines), Markup("").join(texts))
