"""The lexicon as it is shipped: words once, n-grams as gaps between word numbers, counts on a fine scale, all of it compressed.

A table of fingerprints does not compress; the n-grams themselves do. The content is a row of columns, each cut into byte
planes (all lowest bytes, all second bytes, ...), so that like stands beside like:

- the words, sorted, and the code of each one's count;
- pairs as a tree: how many pairs each word begins, then the second words as gaps; triples likewise below the pairs. Words
  are numbered by falling count here, which keeps the gaps small;
- a bit per pair and triple that says whether it is a title, and the codes of the counts, ordered by what is known about them
  (titles or not, codes of the words before and of the last word): like codes stand beside like;
- titles of four and more words as text, with codes.

A count is kept as its logarithm in steps of a sixteenth of an octave (within 2.2 %); code 0 says that nothing was counted. What
is unpacked is what was packed, to the last bit: rounding happens before packing.

Each text and each plane is compressed for itself, and several are unpacked side by side. Low bytes repeat little, and
what can be saved lies in how often each byte occurs: there zlib takes hardly more room than xz and is read ten times as fast.
"""

from __future__ import annotations

import json
import lzma
import struct
import zlib
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from caesura.foundation import deflated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Places = NDArray[np.int32]
    Codes = NDArray[np.uint16]
    Flags = NDArray[np.bool_]

_Kind = TypeVar("_Kind", np.int32, np.uint16)

_MAGIC = b"CAESPACK3\n"
_SIZE = struct.Struct("<Q")
_STEPS = 16
#: Every column has this many planes; those above its largest number are empty.
_PLANES = 4
_COLUMNS_OF_A_TREE = 3
#: So many codes one after the other count as alike where other codes are ordered by them, in at most 32 steps.
_ALIKE, _MOST_STEPS = 24, 31
_XZ, _ZLIB = b"x", b"z"
#: zlib is taken where it needs at most this much more room than xz.
_FOR_SPEED = 1.12
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
        raise DamagedError("an impossible count")
    return scale[codes]


def packed(content: Content) -> bytes:
    """The content in one piece, the same bytes for the same content."""
    spelled = sorted(range(len(content.words)), key=content.words.__getitem__)
    parts = [
        json.dumps(content.facts, ensure_ascii=False, sort_keys=True).encode(),
        "\n".join(content.words[place] for place in spelled).encode(),
        *_planes(content.codes[spelled]),
        *_tree(content.pairs, content.codes, content.codes),
        *_tree(content.triples, content.pairs.codes, content.codes),
        "\n".join(content.long_titles).encode(),
        *_planes(content.long_codes),
    ]
    chain = _chained([_compressed(part) for part in parts])
    return _MAGIC + _SIZE.pack(zlib.crc32(chain)) + chain


def unpacked(package: bytes) -> Content:
    """What `packed` was given; anything else is a `DamagedError`."""
    try:
        return _content(package)
    except (ValueError, IndexError, struct.error, lzma.LZMAError, zlib.error, EOFError) as error:
        raise DamagedError(str(error)) from error


def _content(package: bytes) -> Content:
    if not package.startswith(_MAGIC):
        raise ValueError("its first bytes differ")
    (checksum,) = _SIZE.unpack_from(package, len(_MAGIC))
    chain = memoryview(package)[len(_MAGIC) + _SIZE.size :]
    if zlib.crc32(chain) != checksum:
        raise ValueError("its checksum differs")
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(_expanded, _links(chain)))
    tree = _COLUMNS_OF_A_TREE * _PLANES + 1
    facts, text, word_codes, pair_tree, triple_tree, long_text, long_codes = _shared_out(
        parts, (1, 1, _PLANES, tree, tree, 1, _PLANES)
    )
    spelled = str(text[0], "utf-8").split("\n")
    codes = _numbers(word_codes, np.uint16)
    order = np.argsort(-codes.astype(np.int32), kind="stable")
    codes = codes[order]
    pairs = _from_tree(pair_tree, codes, codes)
    return Content(
        [spelled[place] for place in order.tolist()],
        codes,
        pairs,
        _from_tree(triple_tree, pairs.codes, codes),
        str(long_text[0], "utf-8").split("\n") if long_text[0] else [],
        _numbers(long_codes, np.uint16),
        json.loads(facts[0]),
    )


def _shared_out(parts: Sequence[bytes], numbers: Sequence[int]) -> list[Sequence[bytes]]:
    """The parts in groups of this many."""
    if len(parts) != sum(numbers):
        raise ValueError("a part is missing, or one too many")
    ends = list(accumulate(numbers))
    return [parts[end - number : end] for number, end in zip(numbers, ends, strict=True)]


def _compressed(part: bytes) -> bytes:
    window = min(max(len(part), _SMALLEST_WINDOW), _LARGEST_WINDOW)
    # Planes have no period, and the byte before says little about the next.
    settings = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 1, "lp": 0, "pb": 0, "dict_size": window}
    small = lzma.compress(part, check=lzma.CHECK_CRC32, filters=[settings])
    quick = deflated(part)
    return _ZLIB + quick if len(quick) <= len(small) * _FOR_SPEED else _XZ + small


def _expanded(link: memoryview) -> bytes:
    kind, compressed = bytes(link[:1]), link[1:]
    if kind not in (_XZ, _ZLIB):
        raise ValueError("a part compressed in another way")
    return zlib.decompress(compressed, wbits=-zlib.MAX_WBITS) if kind == _ZLIB else lzma.decompress(compressed)


def _tree(grams: Grams, parent_codes: Codes, word_codes: Codes) -> list[bytes]:
    """How many children each parent has, their last words as gaps, codes, titles."""
    first = np.diff(grams.parents, prepend=-1) > 0
    before = np.where(first, -1, np.concatenate(([-1], grams.last[:-1]))[: len(grams.last)])
    children = np.bincount(grams.parents, minlength=len(parent_codes))
    order = _order_of_codes(grams.parents, grams.last, grams.titles, parent_codes, word_codes)
    columns = (children, grams.last - before - 1, grams.codes[order])
    return [*(plane for column in columns for plane in _planes(column)), np.packbits(grams.titles).tobytes()]


def _from_tree(parts: Sequence[bytes], parent_codes: Codes, word_codes: Codes) -> Grams:
    children = _numbers(parts[:_PLANES], np.int32)
    steps = _numbers(parts[_PLANES : 2 * _PLANES], np.int32).astype(np.int64) + 1
    ordered = _numbers(parts[2 * _PLANES : 3 * _PLANES], np.uint16)
    titles = np.unpackbits(np.frombuffer(parts[-1], np.uint8), count=len(steps)).astype(bool)
    ends = np.cumsum(children, dtype=np.int64)
    if len(children) != len(parent_codes) or int(children.sum()) != len(steps) or len(ordered) != len(steps):
        raise ValueError("a tree of another size")
    running = np.concatenate(([0], np.cumsum(steps)))
    last = running[1:] - np.repeat(running[ends - children], children) - 1
    if len(last) and int(last.max()) >= len(word_codes):
        raise ValueError("a word beyond the last one")
    parents, codes = np.repeat(np.arange(len(parent_codes), dtype=np.int32), children), np.empty_like(ordered)
    codes[_order_of_codes(parents, last, titles, parent_codes, word_codes)] = ordered
    return Grams(parents, last.astype(np.int32), codes, titles)


def _order_of_codes(
    parents: NDArray[Any], last: NDArray[Any], titles: Flags, parent_codes: Codes, word_codes: Codes
) -> NDArray[np.intp]:
    """Rare words stand in rare n-grams, and titles are rarer than what a language model learned as a phrase."""
    steps = np.arange(int(max(parent_codes.max(initial=0), word_codes.max(initial=0))) + 1) // _ALIKE
    # Numbers of sixteen bits are sorted by counting, in a tenth of the time; what does not fit only packs worse.
    step = np.minimum(steps, _MOST_STEPS).astype(np.uint16)
    key = titles.astype(np.uint16) << 10 | step[parent_codes][parents] << 5 | step[word_codes][last]
    return np.argsort(key, kind="stable")


def _planes(numbers: NDArray[Any]) -> list[bytes]:
    """The bytes of all numbers, lowest first; a plane of zeros above the lowest is empty."""
    planes = numbers.astype("<u4").view(np.uint8).reshape(-1, _PLANES).T
    return [plane.tobytes() if place == 0 or plane.any() else b"" for place, plane in enumerate(planes)]


def _numbers(planes: Sequence[bytes], kind: type[_Kind]) -> NDArray[_Kind]:
    numbers: NDArray[_Kind] = np.frombuffer(planes[0], np.uint8).astype(kind)
    for place, plane in enumerate(planes[1:], start=1):
        if plane:
            if place >= numbers.itemsize:
                raise ValueError("an impossible number")
            numbers |= np.left_shift(np.frombuffer(plane, np.uint8), 8 * place, dtype=kind)
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
