"""Sentences of a treebank as queries: lower case, no punctuation, written words; with their trees.

The words are what the tagger learns from (`caesura.tagging`). A written word that the treebank splits (`don't`) takes the place
of its highest part, and whatever hung on any part hangs on it. What hung on punctuation hangs on the punctuation's head.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from caesura.syntax.parsing.projective import make_projective
from caesura.tagging import Token, as_typed, phrases, sentences


class TreeExample(NamedTuple):
    """Folded words with gold tags, heads and relations; the heads are one projective tree. A phrase has its sentence's number."""

    words: tuple[str, ...]
    tags: tuple[str, ...]
    heads: tuple[int, ...]
    labels: tuple[str, ...]
    sentence: int = 0


def read_trees(path: str | Path, *, fragments: bool = False) -> Iterator[TreeExample]:
    """The sentences of a CoNLL-U file; with `fragments` also their phrases of two to six words, as trees of their own."""
    for number, sentence in enumerate(sentences(path)):
        kept = as_typed(sentence)
        if not kept:
            continue
        heads, labels = _tree(sentence, kept)
        yield _example(kept, heads, labels, number)
        if fragments:
            for first, last in phrases(sentence):
                inside = [i for i, token in enumerate(kept) if first <= token.number and token.until <= last]
                if 2 <= len(inside) <= 6 and len(inside) < len(kept):
                    place = {i + 1: new for new, i in enumerate(inside, start=1)}
                    part = _one_root([place.get(heads[i], 0) for i in inside], [labels[i] for i in inside])
                    yield _example([kept[i] for i in inside], *part, number)


def _tree(sentence: Sequence[Token], kept: Sequence[Token]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    single = {token.number: token for token in sentence if token.until == token.number}
    place = {number: i for i, token in enumerate(kept, start=1) for number in range(token.number, token.until + 1)}
    depths = {number: _depth(single, number) for number in single}
    heads: list[int] = []
    labels: list[str] = []
    for token in kept:
        parts = [number for number in range(token.number, token.until + 1) if number in single]
        highest = single[min(parts, key=lambda number: (depths[number], number))] if parts else token
        head = highest.head
        while head not in place and head in single:
            head = single[head].head
        heads.append(place.get(head, 0))
        labels.append(highest.label)
    return _one_root(heads, labels)


def _depth(single: dict[int, Token], number: int) -> int:
    depth = 0
    while number in single and depth <= len(single):
        number, depth = single[number].head, depth + 1
    return depth


def _one_root(heads: list[int], labels: list[str]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Where punctuation was the root, the first of its children takes its place."""
    top = heads.index(0)
    heads = [top + 1 if head == 0 and i != top else head for i, head in enumerate(heads)]
    return tuple(heads), tuple("root" if i == top else label for i, label in enumerate(labels))


def _example(kept: Sequence[Token], heads: Sequence[int], labels: tuple[str, ...], number: int) -> TreeExample:
    words, tags = tuple(token.word for token in kept), tuple(token.tag for token in kept)
    return TreeExample(words, tags, make_projective(heads), labels, number)
