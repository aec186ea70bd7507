"""The text form of a query read: the subset of Indri's language that term dependence needs.

    word   #1(new york)   #od3(new york)   #uw8(new york)   #combine(a b)   #weight(.85 #combine(a b) .15 #1(a b))

Several parts side by side are combined. What is wrong is named with its place in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from caesura.foundation import InputError
from caesura.retrieval.language.values import WIDEST, Combine, OrderedWindow, Part, Query, Term, UnorderedWindow, Weight

_TOKENS = re.compile(r"(?P<operator>#(?P<name>[A-Za-z]*)(?P<size>\d*)\()|(?P<close>\))|(?P<word>[^\s()]+)|(?P<open>\()")
_OPERATOR = re.compile(r"(?:^|[\s(])#[A-Za-z]*\d*\(")
_KNOWN = "#1(...), #odN(...), #uwN(...), #combine(...) and #weight(...)"

#: Deeper queries are a mistake, and would end in Python's own limit.
_DEEPEST = 100


class _Token(NamedTuple):
    kind: str
    text: str
    name: str
    size: str
    place: int


def is_query_language(text: str) -> bool:
    """Whether a text uses an operator; all else is plain words, whatever signs they hold."""
    return _OPERATOR.search(text) is not None


def parse_query(text: str) -> Query:
    """The value of a query's text; `str` of it parses back to the same value."""
    reader = _Reader(text)
    parts = reader.parts(depth=0)
    return parts[0] if len(parts) == 1 else Combine(tuple(parts))


class _Reader:
    """Tokens left to right, with one look ahead."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = self._cut()
        self._next = next(self._tokens, None)

    def _cut(self) -> Iterator[_Token]:
        for token in _TOKENS.finditer(self._text):
            kind = token.lastgroup or ""
            yield _Token(kind, token.group(), token["name"] or "", token["size"] or "", token.start() + 1)

    def _take(self) -> _Token | None:
        token, self._next = self._next, next(self._tokens, None)
        return token

    def _problem(self, what: str, place: int | None, cure: str) -> InputError:
        where = "its end" if place is None else f"character {place}"
        return InputError(f"{what} at {where} of the query {_short(self._text)!r}", cure=cure)

    def parts(self, depth: int) -> list[Query]:
        """All parts up to the closing bracket (inside) or the end of the text (outside)."""
        parts: list[Query] = []
        while True:
            token = self._take()
            if token is None or token.kind == "close":
                self._check_end(token, depth)
                return parts
            parts.append(self._part(token, depth))

    def _check_end(self, token: _Token | None, depth: int) -> None:
        if token is None and depth:
            raise self._problem("a bracket is missing", None, "close what you opened")
        if token is not None and not depth:
            raise self._problem("a bracket closes nothing", token.place, "take it out")

    def _part(self, token: _Token, depth: int) -> Query:
        if token.kind == "open":
            raise self._problem("a bracket without an operator", token.place, f"the operators are {_KNOWN}")
        if token.kind == "word":
            if token.text.startswith("#"):
                raise self._problem(f"{token.text!r} stands without its bracket", token.place, f"the operators are {_KNOWN}")
            return Term(token.text)
        return self._operator(token, depth)

    def _operator(self, token: _Token, depth: int) -> Query:
        if depth == _DEEPEST:
            raise self._problem(f"more than {_DEEPEST} operators inside each other", token.place, "write it flatter")
        name = token.name.lower()
        if name == "combine" and not token.size:
            return Combine(tuple(self.parts(depth + 1)))
        if name == "weight" and not token.size:
            return self._weighted(depth + 1)
        if name not in ("", "od", "uw") or not (name or token.size):
            raise self._problem(f"{token.text[:-1]!r} is not an operator", token.place, f"they are {_KNOWN}")
        if not token.size:
            raise self._problem(f"{token.text[:-1]!r} without a size", token.place, f"write {token.text[:-1]}8(...)")
        return self._window(name, token, depth)

    def _window(self, name: str, token: _Token, depth: int) -> Part:
        words = self.parts(depth + 1)
        if not all(isinstance(word, Term) for word in words):
            raise self._problem("a window holds something other than words", token.place, "windows are made of words")
        texts = tuple(word.word for word in words if isinstance(word, Term))
        try:
            size = int(token.size) if len(token.size) < 20 else WIDEST + 1
            return UnorderedWindow(texts, size) if name == "uw" else OrderedWindow(texts, size)
        except InputError as error:
            raise self._problem(error.problem, token.place, error.cure or "") from None

    def _weighted(self, depth: int) -> Weight:
        parts: list[Query] = []
        weights: list[float] = []
        while True:
            token = self._take()
            if token is None or token.kind == "close":
                self._check_end(token, depth)
                return Weight(tuple(parts), tuple(weights))
            weights.append(self._number(token))
            part = self._take()
            if part is None or part.kind == "close":
                raise self._problem("a weight without its part", token.place, "write a weight, then what it weighs")
            parts.append(self._part(part, depth))

    def _number(self, token: _Token) -> float:
        try:
            return float(token.text) if token.kind == "word" else float("")
        except ValueError:
            raise self._problem(f"{token.text!r} where a weight should be", token.place, "write #weight(.8 a .2 b)") from None


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
