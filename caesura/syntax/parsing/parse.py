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

    `confidence` is the parser's own estimate of the share of heads that are right, None where it gives none. `labels` may
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
    """`parser.parse(("cheap", "flights"))`; the words are as typed, marks and all. No words give an empty parse."""

    @property
    def name(self) -> str:
        """By which `parser_named` finds it."""
        ...

    @property
    def fingerprint(self) -> str:
        """Stands for its model in signatures, whatever its file is called."""
        ...

    def parse(self, words: Sequence[str], /) -> Parse: ...

    def parse_many(self, queries: Iterable[Sequence[str]], /) -> list[Parse]: ...


def parse_segments(parser: Parser, words: Sequence[str], segments: Flat) -> Parse:
    """Segment, then parse: each segment is parsed by itself, as if there were nothing beside it."""
    return join_parses(parser.parse_many([words[start:end] for start, end in segments.spans]))


def join_parses(parses: Sequence[Parse]) -> Parse:
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


def cut_parse(parse: Parse, segments: Flat) -> Parse:
    """Parse, then segment: every edge that crosses a break becomes a root edge (Pinter et al. 2016, section 4).

    So a segment may come out as several trees. They are contiguous, since no edges cross.
    """
    if segments.size != len(parse.heads):
        raise InputError(f"a segmentation of {segments.size} words for a parse of {len(parse.heads)}")
    heads = tuple(
        parse.heads[word] if start < parse.heads[word] <= end else 0 for start, end in segments.spans for word in range(start, end)
    )
    labels = tuple("root" if not head else label for head, label in zip(heads, parse.labels, strict=True)) if parse.labels else ()
    return Parse(parse.tags, heads, labels, parse.confidence)
