"""What a tagger is: a function from the words of a query to their parts of speech."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

Tags = tuple[str, ...]


class Tagger(Protocol):
    """`tagger(("new", "york"))` -> `("PROPN", "PROPN")`. Any tag set will do that `Query.is_nominal` knows."""

    def __call__(self, words: Sequence[str], /) -> Tags: ...
