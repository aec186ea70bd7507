"""Small trigram models for tests: made up, and packed into the bits of the real files."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from typing import Any

import numpy as np

from recipes.sources import TrigramModel

LOG_BASE = math.log(1.0001)


def packed_model(
    words: Sequence[str],
    singles: Sequence[tuple[float, float]],
    pairs: dict[tuple[int, int], tuple[float, float]],
    triples: dict[tuple[int, int, int], float],
) -> bytes:
    """The bytes of a `.lm.bin` file: probability and back-off of words and pairs, probability of triples.

    N-grams are given in reading order; the file has them turned round.
    """
    turned_pairs = sorted((second, first) for first, second in pairs)
    turned_triples = sorted((third, second, first) for first, second, third in triples)
    tables = np.zeros((3, 65536), "<f4")
    for code, (second, first) in enumerate(turned_pairs):
        tables[0][code], tables[1][code] = (math.log(value) / LOG_BASE for value in pairs[first, second])
    for code, (third, second, first) in enumerate(turned_triples):
        tables[2][code] = math.log(triples[first, second, third]) / LOG_BASE
    starts = [sum(second < word for second, _ in turned_pairs) for word in range(len(words) + 1)]
    ones = b"".join(
        struct.pack("<ffI", math.log(probability) / LOG_BASE, math.log(backoff) / LOG_BASE, start)
        for (probability, backoff), start in zip([*singles, (1.0, 1.0)], starts, strict=True)
    )
    word_bits, next_bits = len(words).bit_length(), len(triples).bit_length()
    pair_rows = [
        [(first, word_bits), (code, 16), (code, 16), (sum(row[:2] < (second, first) for row in turned_triples), next_bits)]
        for code, (second, first) in enumerate(turned_pairs)
    ]
    pair_rows.append([(0, word_bits), (0, 16), (0, 16), (len(triples), next_bits)])
    triple_rows = [[(first, word_bits), (code, 16)] for code, (_, _, first) in enumerate(turned_triples)]
    triple_rows.append([(0, word_bits), (0, 16)])
    text = b"".join(word.encode("latin-1") + b"\0" for word in words)
    sizes = struct.pack("<3I", len(words), len(pairs), len(triples))
    head = b"Trie Language Model" + bytes([3]) + sizes + struct.pack("<i", 1)
    return head + tables.tobytes() + ones + _bits(pair_rows) + _bits(triple_rows) + struct.pack("<I", len(text)) + text


def model_of(
    words: Sequence[str],
    singles: Sequence[tuple[float, float]],
    pairs: dict[tuple[int, int], tuple[float, float]],
    triples: dict[tuple[int, int, int], float],
) -> TrigramModel:
    """The same model without the bits."""

    def columns(values: Sequence[Any], place: int) -> Any:
        return np.array([value[place] for value in values], np.float64)

    return TrigramModel(
        list(words),
        columns(singles, 0),
        columns(singles, 1),
        np.array(sorted(pairs), np.int64).reshape(-1, 2),
        columns([pairs[key] for key in sorted(pairs)], 0),
        columns([pairs[key] for key in sorted(pairs)], 1),
        np.array(sorted(triples), np.int64).reshape(-1, 3),
        np.array([triples[key] for key in sorted(triples)], np.float64),
    )


def _bits(rows: list[list[tuple[int, int]]]) -> bytes:
    number = at = 0
    for row in rows:
        for value, width in row:
            number |= value << at
            at += width
    return number.to_bytes((at + 7) // 8 + 8, "little")
