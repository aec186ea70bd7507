"""Counting n-grams: queries of a log, or lines of any text. N-grams of one to five words, never across a line.

The words of a query are folded and otherwise taken as typed (cleaning a log is a step of its own: `caesura log`). In running
text punctuation belongs to the sentence, so it is taken off the edges of each word.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from caesura.lexicon.formats.blocks import Batch, LineBlock, folded_text
from caesura.lexicon.log_statistics import log_records
from caesura.lexicon.protocol import LONGEST_COUNTED
from caesura.lexicon.records import Records, hash_text
from caesura.shapes import bare


def read_queries(block: LineBlock, seed: int, column: int | None, *, statistics: bool = False) -> Batch:
    """A query per line, or in one column (from 1) of lines with tabs; `statistics` says more of them than n-grams do."""
    if column is None:
        tab = block.data.find(b"\t")
        if tab >= 0:
            raise block.wrong("has a tab", block.data.count(b"\n", 0, tab), "say which column holds the query: --log-column")
        return _batch(block, seed, strip=False, statistics=statistics)
    queries = []
    for index, line in enumerate(block.data.split(b"\n")):
        columns = line.split(b"\t")
        if len(columns) < column:
            if line.strip():
                raise block.wrong(f"has {len(columns)} columns, not {column}", index, "check --log-column")
            columns = [b""] * column
        queries.append(columns[column - 1])
    return _batch(LineBlock(b"\n".join(queries), block.line, block.end, block.path), seed, strip=False, statistics=statistics)


def read_text(block: LineBlock, seed: int) -> Batch:
    """Lines of running text."""
    return _batch(block, seed, strip=True)


def _batch(block: LineBlock, seed: int, *, strip: bool, statistics: bool = False) -> Batch:
    if block.data.isascii():
        texts = [(block.data.lower(), strip)]
    else:
        plain: list[bytes] = []
        other: list[str] = []
        for line in block.texts():
            if line.isascii():
                plain.append(line.lower().encode())
            else:
                words = folded_text(line)
                other.append(" ".join(map(bare, words.split())) if strip else words)
        # Lines beyond ASCII are stripped already: which of their characters are punctuation, only Unicode knows.
        texts = [(b"\n".join(plain), strip), ("\n".join(other).encode(), False)]
    parts = [_counted(text, stripped, seed) for text, stripped in texts]
    if statistics:
        parts += [log_records(text, seed) for text, _ in texts]
    return Batch(Records.joined(parts), Counter())


def _counted(folded: bytes, strip: bool, seed: int) -> Records:
    first, second, words = hash_text(folded, LONGEST_COUNTED, strip, seed)
    return Records(first, second, np.ones(len(first), np.uint64), words)
