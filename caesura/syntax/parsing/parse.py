"""What a parser is and what it gives: tags, heads and labels for the words of a query, and how sure it is of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from caesura.foundation import InputError
from caesura.shapes import Flat, Forest


@dataclass(frozen=True, slots=True)
class Parse:
    """Universal tags, heads (0 = root, else the number of a word from 1) and relations, one of each for every word.

    `confidence` is the parser's own estimate of the share of heads that are right, None where it makes none. `labels` may
    be empty. The heads are contiguous, projective trees: `forest` is the same as a shape.
    """

    tags: tuple[str, ...]
    heads: tuple[int, ...]
    labels: tuple[str, ...] = ()
    confidence: float | None = None

    @property
    def forest(self) -> Forest:
        return Forest(self.heads, self.tags, self.labels)


class Parser(Protocol):
    """`parser.parse(("cheap", "flights"))`; the words are as typed. No words give an empty parse."""

    @property
    def name(self) -> str:
        """By which `parser_named` finds it."""
        ...

    def parse(self, words: Sequence[str], /) -> Parse: ...

    def parse_many(self, queries: Iterable[Sequence[str]], /) -> list[Parse]: ...


def parse_segments(parser: Parser, words: Sequence[str], segments: Flat) -> Parse:
    """Segment, then parse: each segment is parsed by itself, as if there were nothing beside it."""
    return joined(parser.parse_many([words[start:end] for start, end in segments.spans]))


def joined(parses: Sequence[Parse]) -> Parse:
    """Parses of the segments of one query as a parse of the whole; the confidence is the mean over the words."""
    heads: list[int] = []
    for parse in parses:
        first = len(heads)
        heads += [head + first if head else 0 for head in parse.heads]
    labels = [label for parse in parses for label in parse.labels]
    known = [(parse.confidence, len(parse.heads)) for parse in parses if parse.confidence is not None]
    sure = sum(confidence * size for confidence, size in known) / (sum(size for _, size in known) or 1)
    return Parse(
        tags=tuple(tag for parse in parses for tag in parse.tags),
        heads=tuple(heads),
        labels=tuple(labels) if len(labels) == len(heads) else (),
        confidence=sure if len(known) == len(parses) else None,
    )


def cut(parse: Parse, segments: Flat) -> Parse:
    """Parse, then segment: an edge that crosses a break becomes a root edge.

    A segment that is left in pieces becomes one tree again: its first root keeps its place, the others hang on it.
    """
    if segments.size != len(parse.heads):
        raise InputError(f"a segmentation of {segments.size} words for a parse of {len(parse.heads)}")
    heads = list(parse.heads)
    labels = list(parse.labels)
    for start, end in segments.spans:
        roots = [word for word in range(start, end) if not start < heads[word] <= end]
        # The word that was highest in the whole tree rules; of several the leftmost.
        top = min(roots, key=lambda word: (_depth(parse.heads, word), word))
        for word in roots:
            heads[word] = 0 if word == top else top + 1
            if labels:
                labels[word] = "root" if word == top else labels[word] if labels[word] != "root" else "dep"
    return Parse(parse.tags, tuple(heads), tuple(labels), parse.confidence)


def _depth(heads: Sequence[int], word: int) -> int:
    depth = 0
    while heads[word]:
        word, depth = heads[word] - 1, depth + 1
    return depth
