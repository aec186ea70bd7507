"""Noun phrases of a treebank as queries, cut by four conventions: which relations between words hold a segment together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from caesura.tagging import Token, sentences

_NAMES = {"compound", "flat", "fixed", "goeswith"}

#: Names and compounds alone; with what describes them; with numbers; with what a preposition ties to them.
CONVENTIONS = (
    _NAMES,
    _NAMES | {"amod", "nummod"},
    _NAMES | {"nummod"},
    _NAMES | {"amod", "nummod", "case", "nmod"},
)

_BEFORE = {"amod", "compound", "nummod", "flat", "nmod"}
_ANYWHERE = {"flat", "fixed"}
_BEHIND = {"nmod", "conj", "acl"}
_SHORTEST, _LONGEST = 2, 7

#: Words this far apart are held together by a relation between them; farther ones have too much in between.
_REACH = 2


class NounPhrase(NamedTuple):
    """Folded words, and for each convention whether there is a break at each place."""

    words: tuple[str, ...]
    breaks: tuple[tuple[bool, ...], ...]


def noun_phrases(treebank: Path) -> Iterator[NounPhrase]:
    """The different phrases of two to seven words."""
    seen: set[tuple[str, ...]] = set()
    for sentence in sentences(treebank):
        tokens = [token for token in sentence if token.until == token.number]
        for phrase in _phrases(tokens):
            words = tuple(token.word for token in phrase)
            if _SHORTEST <= len(words) <= _LONGEST and words not in seen:
                seen.add(words)
                yield NounPhrase(words, tuple(_breaks(phrase, relations) for relations in CONVENTIONS))


def _phrases(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Each noun with its modifiers before it, and also with what follows it."""
    children: dict[int, list[Token]] = {}
    for token in tokens:
        children.setdefault(token.head, []).append(token)
    for noun in tokens:
        if noun.tag in ("NOUN", "PROPN"):
            for behind in (set(), _BEHIND):
                members = {noun.number}
                for child in children.get(noun.number, ()):
                    relation = _relation(child)
                    if relation in _ANYWHERE | behind or (child.number < noun.number and relation in _BEFORE):
                        members |= _subtree(child, children)
                yield [token for token in tokens if min(members) <= token.number <= max(members) and _is_typed(token)]


def _subtree(top: Token, children: dict[int, list[Token]]) -> set[int]:
    members, todo = set(), [top]
    while todo:
        token = todo.pop()
        members.add(token.number)
        todo += [child for child in children.get(token.number, ()) if child.number not in members]
    return members


def _relation(token: Token) -> str:
    return token.label.partition(":")[0]


def _is_typed(token: Token) -> bool:
    """Queries have no punctuation, few articles, and no possessive endings as words of their own."""
    if token.tag in ("PUNCT", "SYM", "DET") or (token.label == "case" and token.tag != "ADP"):
        return False
    return token.word[:1].isalnum() and " " not in token.word


def _breaks(phrase: Sequence[Token], relations: set[str]) -> tuple[bool, ...]:
    place = {token.number: at for at, token in enumerate(phrase)}
    apart = [True] * (len(phrase) - 1)
    for token in phrase:
        if token.head in place and _relation(token) in relations:
            first, last = sorted((place[token.number], place[token.head]))
            if last - first <= _REACH:
                apart[first:last] = [False] * (last - first)
    return tuple(apart)
