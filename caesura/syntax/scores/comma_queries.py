"""Keyword queries whose commas are the gold breaks (QALD): a test of segmentation on real queries.

There are no gold trees: each segment is given a flat one, and only the segments are scored. Titles held out from training are the
test; the commas of the others are never learned from either, only their cues.
"""

from __future__ import annotations

from collections.abc import Iterator

from caesura.foundation import InputError, PathLike, lines
from caesura.shapes import MAX_WORDS, Flat, Forest
from caesura.syntax.cues.held_out import is_held_out
from caesura.syntax.cues.pairs import plain_words
from caesura.syntax.treebank.reading import TreebankQuery


def flat_forest(flat: Flat) -> Forest:
    """Trees of depth one under the first word of each segment: enough to score segments."""
    heads: list[int] = []
    for start, end in flat.spans:
        heads += [0, *[start + 1] * (end - start - 1)]
    return Forest(tuple(heads), ("X",) * flat.size)


def comma_queries(path: PathLike, *, held_out: bool = True) -> list[TreebankQuery]:
    """Distinct queries of `keywords<TAB>question` lines whose question is held out (or all others)."""
    queries: dict[tuple[str, ...], TreebankQuery] = {}
    for number, keywords, title in _rows(path):
        parts = [plain_words(part) for part in keywords.split(",")]
        lengths = [len(part) for part in parts if part]
        words = tuple(word for part in parts for word in part)
        if not lengths or len(words) > MAX_WORDS or is_held_out(plain_words(title)) != held_out:
            continue
        queries.setdefault(words, TreebankQuery(str(number), words, flat_forest(Flat.from_lengths(lengths)), {}, number))
    if not queries:
        raise InputError(
            "holds no keyword query of a held-out question", cure="write keywords, with commas<TAB>question", file=path
        )
    return list(queries.values())


def _rows(path: PathLike) -> Iterator[tuple[int, str, str]]:
    for number, line in lines(path):
        if line.strip():
            keywords, tab, rest = line.partition("\t")
            if not tab:
                raise InputError("no tab in the line", cure="write keywords<TAB>question", file=path, line=number)
            yield number, keywords, rest.partition("\t")[0]
