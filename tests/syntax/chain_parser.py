"""A parser for tests: every word hangs on the one before it, so that it is plain what a method did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from caesura.syntax import Parse


class ChainParser:
    """One tree, a chain; the tags say VERB for words in -e and NOUN for others."""

    name = "chain"
    fingerprint = "0"

    def parse(self, words: Sequence[str], /) -> Parse:
        tags = tuple("ADP" if word in ("of", "in") else "VERB" if word.endswith("e") else "NOUN" for word in words)
        return Parse(tags, tuple(range(len(words))), tuple("dep" if at else "root" for at in range(len(words))), 0.5)

    def parse_many(self, queries: Iterable[Sequence[str]], /) -> list[Parse]:
        return [self.parse(words) for words in queries]
