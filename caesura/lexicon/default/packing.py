"""The lexicon as it is shipped: words once, n-grams as gaps between word numbers, counts on a fine scale, all of it in xz.

A table of fingerprints does not compress; the n-grams themselves do. The content is a row of columns, each cut into byte
planes (all lowest bytes, then all second bytes, ...), so that like stands beside like:

- the words, sorted, and the code of each one's count;
- pairs as a tree: how many pairs each word begins, then the second words as gaps; triples likewise below the pairs. Words
  are numbered by falling count here, which keeps the gaps small;
- a bit per pair and triple that says whether it is a title, and the codes of the counts;
- titles of four and more words as text, with codes.

A count is kept as its logarithm in steps of a sixteenth of an octave (within 2.2 %); code 0 says that nothing was counted. What
is unpacked is what was packed, to the last bit: rounding happens before packing. The columns lie in two xz streams of about
the same size, which are unpacked side by side.
"""

from __future__ import annotations

import json
import lzma
import struct
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Places = NDArray[np.int32]
    Codes = NDArray[np.uint16]
    Flags = NDArray[np.bool_]

_Kind = TypeVar("_Kind", np.int32, np.uint16)

_MAGIC = b"CAESPACK1\n"
_SIZE = struct.Struct("<Q")
_STEPS = 16
_SMALLEST_WINDOW, _LARGEST_WINDOW = 1 << 12, 1 << 25


class DamagedError(Exception):
    """These are not the bytes that were packed."""


class Grams(NamedTuple):
    """Pairs or triples, sorted by parent and then by last word; code 0 without a title only leads to longer ones.

    A pair's parent is the place of its first word among the words, a triple's the place of its first two words among the pairs.
    """

    parents: Places
    last: Places
    codes: Codes
    titles: Flags


class Content(NamedTuple):
    """All that a default lexicon holds. `words` are sorted by falling code, then by spelling."""

    words: list[str]
    codes: Codes
    pairs: Grams
    triples: Grams
    long_titles: list[str]
    long_codes: Codes
    facts: dict[str, Any]


def codes_of(counts: NDArray[np.float64]) -> Codes:
    """The nearest code of each count; counts below 1/2 have none."""
    steps = np.rint(np.log2(np.maximum(counts, 1.0)) * _STEPS) + 1
    return np.where(counts < 0.5, 0, steps).astype(np.uint16)


def counts_of(codes: Codes) -> NDArray[np.uint64]:
    """The count that each code stands for, to the nearest whole number; the same on every machine."""
    scale = np.array([0] + [round(2 ** (step / _STEPS)) for step in range(64 * _STEPS)], np.uint64)
    if codes.size and int(codes.max()) >= len(scale):
        raise DamagedError("a count that cannot be")
    return scale[codes]


def packed(content: Content) -> bytes:
    """The content in one piece, the same bytes for the same content."""
    spelled = sorted(range(len(content.words)), key=content.words.__getitem__)
    streams = [
        [
            json.dumps(content.facts, ensure_ascii=False, sort_keys=True).encode(),
            "\n".join(content.words[place] for place in spelled).encode(),
            _planes(content.codes[spelled]),
            "\n".join(content.long_titles).encode(),
            _planes(content.long_codes),
            *_tree(content.triples, len(content.pairs.last)),
        ],
        _tree(content.pairs, len(content.words)),
    ]
    return _MAGIC + _chained([_compressed(_chained(parts)) for parts in streams])


def unpacked(package: bytes) -> Content:
    """What `packed` was given; anything else is a `DamagedError`."""
    try:
        return _content(package)
    except (ValueError, IndexError, struct.error, lzma.LZMAError, EOFError) as error:
        raise DamagedError(str(error)) from error


def _content(package: bytes) -> Content:
    if not package.startswith(_MAGIC):
        raise ValueError("its first bytes differ")
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(lzma.decompress, _links(memoryview(package)[len(_MAGIC) :]))
    facts, text, word_codes, long_text, long_codes, *triples = _links(memoryview(one))
    spelled = str(text, "utf-8").split("\n")
    codes = _numbers(word_codes, np.uint16)
    order = np.argsort(-codes.astype(np.int32), kind="stable")
    pairs = _from_tree(_links(memoryview(other)), len(spelled), len(spelled))
    return Content(
        [spelled[place] for place in order.tolist()],
        codes[order],
        pairs,
        _from_tree(triples, len(pairs.last), len(spelled)),
        str(long_text, "utf-8").split("\n") if len(long_text) else [],
        _numbers(long_codes, np.uint16),
        json.loads(bytes(facts)),
    )


def _compressed(stream: bytes) -> bytes:
    window = min(max(len(stream), _SMALLEST_WINDOW), _LARGEST_WINDOW)
    # Planes have no period, and the byte before says little about the next.
    settings = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 1, "lp": 0, "pb": 0, "dict_size": window}
    return lzma.compress(stream, check=lzma.CHECK_SHA256, filters=[settings])


def _tree(grams: Grams, parents: int) -> list[bytes]:
    """How many children each parent has, their last words as gaps, codes, titles."""
    first = np.diff(grams.parents, prepend=-1) > 0
    before = np.where(first, -1, np.concatenate(([-1], grams.last[:-1]))[: len(grams.last)])
    children = np.bincount(grams.parents, minlength=parents)
    return [_planes(children), _planes(grams.last - before - 1), _planes(grams.codes), np.packbits(grams.titles).tobytes()]


def _from_tree(parts: Sequence[memoryview], parents: int, words: int) -> Grams:
    children = _numbers(parts[0], np.int32)
    steps = _numbers(parts[1], np.int32).astype(np.int64) + 1
    codes = _numbers(parts[2], np.uint16)
    titles = np.unpackbits(np.frombuffer(parts[3], np.uint8), count=len(steps)).astype(bool)
    ends = np.cumsum(children, dtype=np.int64)
    if len(children) != parents or int(children.sum()) != len(steps) or len(codes) != len(steps):
        raise ValueError("a tree of another size")
    running = np.concatenate(([0], np.cumsum(steps)))
    last = running[1:] - np.repeat(running[ends - children], children) - 1
    if len(last) and int(last.max()) >= words:
        raise ValueError("a word beyond the last one")
    return Grams(np.repeat(np.arange(parents, dtype=np.int32), children), last.astype(np.int32), codes, titles)


def _planes(numbers: NDArray[Any]) -> bytes:
    """The bytes of all numbers, lowest first, in as many planes as the largest needs; their number goes ahead."""
    width = max(1, (int(numbers.max(initial=0)).bit_length() + 7) // 8)
    return bytes([width]) + numbers.astype("<u4").view(np.uint8).reshape(-1, 4)[:, :width].T.tobytes()


def _numbers(planes: memoryview, kind: type[_Kind]) -> NDArray[_Kind]:
    columns = np.frombuffer(planes[1:], np.uint8).reshape(planes[0], -1)
    numbers: NDArray[_Kind] = columns[0].astype(kind)
    for place, column in enumerate(columns[1:], start=1):
        numbers |= np.left_shift(column, 8 * place, dtype=kind)
    return numbers


def _chained(parts: Sequence[bytes]) -> bytes:
    """The parts one after the other, each with its size ahead."""
    return b"".join(_SIZE.pack(len(part)) + part for part in parts)


def _links(chain: memoryview) -> list[memoryview]:
    parts = []
    while len(chain):
        (size,) = _SIZE.unpack_from(chain)
        if _SIZE.size + size > len(chain):
            raise ValueError("it is cut short")
        parts.append(chain[_SIZE.size : _SIZE.size + size])
        chain = chain[_SIZE.size + size :]
    return parts
