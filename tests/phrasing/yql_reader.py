"""A small reader of Vespa's query language, after its published grammar: the subset we write."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

_TOKEN = re.compile(
    r"""\s*(?:(?P<name>[A-Za-z_][A-Za-z0-9_-]*)|(?P<number>-?\d+)|(?P<mark>[(){},:*.!])
    |(?P<string>"(?:\\[btnfr"'\\/]|\\u[0-9a-fA-F]{4}|[^\\"])*"))""",
    re.VERBOSE,
)
_NAMED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r"}


@dataclass
class Node:
    """An operator with its arguments and annotations."""

    name: str
    arguments: list[Any]
    annotations: dict[str, int] = field(default_factory=dict)


class Reader:
    """Recursive descent over the tokens; anything outside the subset is an error."""

    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str]] = []
        position = 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            assert match, text[position:]
            assert match.lastgroup
            self.tokens.append((match.lastgroup, match[match.lastgroup]))
            position = match.end()

    def take(self, text: str) -> bool:
        if self.tokens and self.tokens[0][1] == text and self.tokens[0][0] != "string":
            del self.tokens[0]
            return True
        return False

    def need(self, text: str) -> None:
        assert self.take(text), (text, self.tokens[:3])

    def statement(self) -> Any:
        for token in ("select", "*", "from", "sources", "*", "where"):
            self.need(token)
        found = self.expression()
        assert not self.tokens
        return found

    def expression(self) -> Any:
        annotations = {}
        if self.take("{"):
            while not self.take("}"):
                name = self.tokens.pop(0)[1]
                self.need(":")
                annotations[name] = int(self.tokens.pop(0)[1])
                self.take(",")
        found = self.alternatives()
        if annotations:
            found = found if isinstance(found, Node) else Node("term", [found])
            found.annotations = annotations
        return found

    def alternatives(self) -> Any:
        found = [self.conjunction()]
        while self.take("or"):
            found.append(self.conjunction())
        return found[0] if len(found) == 1 else Node("or", found)

    def conjunction(self) -> Any:
        found = [self.comparison()]
        while self.take("and"):
            found.append(self.comparison())
        return found[0] if len(found) == 1 else Node("and", found)

    def comparison(self) -> Any:
        left = self.primary()
        return Node("contains", [left, self.primary()]) if self.take("contains") else left

    def primary(self) -> Any:
        if self.take("!"):
            self.need("(")
            found = self.expression()
            self.need(")")
            return Node("not", [found])
        if self.take("("):
            found = self.expression()
            self.need(")")
            return found
        kind, text = self.tokens.pop(0)
        if kind == "string":
            return _unescaped(text[1:-1])
        assert kind == "name", text
        if not self.take("("):
            return text
        arguments = [self.expression()]
        while self.take(","):
            arguments.append(self.expression())
        self.need(")")
        return Node(text, arguments)


def _unescaped(text: str) -> str:
    units = re.sub(
        r"\\(u....|.)", lambda m: chr(int(m[1][1:], 16)) if len(m[1]) > 1 else _NAMED.get(m[1], m[1]), text, flags=re.DOTALL
    )
    return units.encode("utf-16", "surrogatepass").decode("utf-16")
