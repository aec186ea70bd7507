"""Trigram language models as CMU Sphinx packs them: a trie of bit fields, decoded with numpy.

The file holds, in this order: a magic text; the order and the number of n-grams per order; the two kinds of tables that 16-bit
codes stand for; the one-word entries; the two-word and the three-word entries as bit fields without padding; the words. The
trie is turned round: below a word stand the words before it. Probabilities and back-off weights are logarithms to the
base 1.0001.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from caesura.foundation import InputError, PathLike

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ids = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Bytes = NDArray[np.uint8]

_MAGIC = b"Trie Language Model"
_LOG_BASE = float(np.log(1.0001))
_CODE_BITS = 16
_CODES = 1 << _CODE_BITS
_ONE_WORD = np.dtype([("probability", "<f4"), ("backoff", "<f4"), ("next", "<u4")])
# The packer leaves this many bytes after each block of bit fields, so that reading the last field cannot leave it.
_SLACK = 8


class TrigramModel(NamedTuple):
    """A back-off model: P(last word | words before), and the weight a context hands to its shorter form.

    `pairs` and `triples` have one row of word numbers per n-gram, in reading order, sorted.
    """

    words: list[str]
    probability: Floats
    backoff: Floats
    pairs: Ids
    pair_probability: Floats
    pair_backoff: Floats
    triples: Ids
    triple_probability: Floats


def read_trigram_model(packed: bytes, name: PathLike) -> TrigramModel:
    """The model in a `.lm.bin` file's bytes; `name` is for the error where they are something else."""
    try:
        return _decoded(packed)
    except (ValueError, IndexError, struct.error) as error:
        raise InputError(
            f"is not a whole trigram model of CMU Sphinx ({error})", cure="fetch the package again", file=name
        ) from error


def _decoded(packed: bytes) -> TrigramModel:
    if not packed.startswith(_MAGIC):
        raise ValueError("its first bytes differ")
    at = len(_MAGIC)
    order = packed[at]
    if order != 3:
        raise ValueError(f"it has order {order}")
    sizes = struct.unpack_from("<3I", packed, at + 1)
    at += 1 + 4 * order + 4  # the last four bytes say that tables are used, as they always are
    tables = np.frombuffer(packed, "<f4", 3 * _CODES, at).reshape(3, _CODES)
    at += tables.nbytes
    ones = np.frombuffer(packed, _ONE_WORD, sizes[0] + 1, at)
    at += ones.nbytes
    starts = ones["next"].astype(np.int64)
    word_bits, next_bits = sizes[0].bit_length(), sizes[2].bit_length()
    pair_fields, at = _fields(packed, at, sizes[1], [word_bits, _CODE_BITS, _CODE_BITS, next_bits])
    triple_fields, at = _fields(packed, at, sizes[2], [word_bits, _CODE_BITS])
    (text_bytes,) = struct.unpack_from("<I", packed, at)
    words = [_text(word) for word in packed[at + 4 : at + 4 + text_bytes].split(b"\0")[:-1]]
    if len(words) != sizes[0]:
        raise ValueError(f"{len(words)} words where {sizes[0]} were promised")
    # The header may promise a few pairs more than there are; the last word's pointer knows.
    pair_count = int(starts[-1])
    before, backoff_code, probability_code, next_triple = (field[: pair_count + 1] for field in pair_fields)
    last = np.repeat(np.arange(sizes[0]), np.diff(starts))
    pair_of = np.repeat(np.arange(pair_count), np.diff(next_triple))
    pairs = np.stack([before[:pair_count], last], axis=1)
    triples = np.column_stack([triple_fields[0][: len(pair_of)], pairs[pair_of]])
    pair_order, triple_order = np.lexsort(pairs.T[::-1]), np.lexsort(triples.T[::-1])
    return TrigramModel(
        words,
        _probabilities(ones["probability"][: sizes[0]]),
        _probabilities(ones["backoff"][: sizes[0]]),
        pairs[pair_order],
        _probabilities(tables[0][probability_code[:pair_count]])[pair_order],
        _probabilities(tables[1][backoff_code[:pair_count]])[pair_order],
        triples[triple_order],
        _probabilities(tables[2][triple_fields[1][: len(pair_of)]])[triple_order],
    )


def _fields(packed: bytes, at: int, rows: int, widths: list[int]) -> tuple[list[Ids], int]:
    """The columns of `rows` + 1 records of bit fields (the one beyond the end holds a pointer), and where the block ends."""
    record = sum(widths)
    size = ((1 + rows) * record + 7) // 8 + _SLACK
    block = np.frombuffer(packed, np.uint8, size, at)
    starts = np.arange(rows + 1, dtype=np.int64) * record
    columns = []
    for width in widths:
        # A field of at most 25 bits lies within four bytes, wherever it begins.
        first = starts >> 3
        value = np.zeros(rows + 1, np.int64)
        for byte in range(4):
            value |= block[first + byte].astype(np.int64) << (8 * byte)
        columns.append((value >> (starts & 7)) & ((1 << width) - 1))
        starts = starts + width
    return columns, at + size


def _probabilities(logarithms: NDArray[np.float32]) -> Floats:
    return np.exp(logarithms.astype(np.float64) * _LOG_BASE)


def _text(word: bytes) -> str:
    try:
        return word.decode("utf-8")
    except UnicodeDecodeError:
        return word.decode("latin-1")
