"""The parser alone: one tree over the whole query, or what it gives."""

from __future__ import annotations

from caesura.shapes import Words
from caesura.syntax.methods.base import Parsed, SyntaxMethod, Tools, each


def _on_query(words: Words, tools: Tools) -> Parsed:
    return Parsed(tools.parser.parse(words))


METHOD = SyntaxMethod("parser-only", "baseline", "the parser on the whole query", each(_on_query), _on_query, two_steps=False)
