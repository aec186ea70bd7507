"""A dependency forest for a page: the arcs of `caesura parse --svg`, in the page's own colours."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from caesura.shapes import Forest, Words
from caesura.syntax import svg_arcs

if TYPE_CHECKING:
    from markupsafe import Markup


def forest_svg(words: Words, forest: Forest) -> Markup:
    """The drawing without the style of its own: the studio's style sheet colours it, and its policy forbids others."""
    from markupsafe import Markup

    drawn = re.sub(r"<style>.*?</style>", "", svg_arcs(words, forest), count=1, flags=re.DOTALL)
    return Markup('<figure class="forest">{}</figure>').format(Markup(drawn))  # noqa: S704 - words are escaped by svg_arcs
