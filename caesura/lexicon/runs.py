"""Sorted runs: records summed up in memory, written to a file, merged without ever holding all of them.

A run file is a row of blocks, each sorted by hash with every n-gram once, each block's hashes above the last one's. Hashes are
spread evenly, so runs are merged range by range: the same range of every run is read, joined, sorted and summed with numpy.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from caesura.foundation import InputError, PathLike, written_bytes
from caesura.lexicon.protocol import LARGEST_COUNT
from caesura.lexicon.records import Records

_MAGIC = b"CAESRUN\n"
_BLOCK = struct.Struct("<Q")
#: Bytes of one record in a run file.
RECORD_BYTES = 25
#: Bytes that sorting and summing take per record at their peak.
SORTING_BYTES = 100


class HashCollisionError(Exception):
    """Two different n-grams have the same 64-bit hash under this seed."""


def summed(records: Records) -> Records:
    """Sorted by hash, each n-gram once, its counts added up, a title if one of them was."""
    if not len(records.first):
        return records
    order = np.argsort(records.first)
    first, second = records.first[order], records.second[order]
    starts = np.flatnonzero(np.concatenate(([True], first[1:] != first[:-1])))
    if len(starts) == len(first):
        return Records(first, second, records.counts[order], records.kinds[order])
    if (np.maximum.reduceat(second, starts) != np.minimum.reduceat(second, starts)).any():
        raise HashCollisionError
    counts = records.counts[order]
    if np.add.reduceat(counts.astype(np.float64), starts).max() > LARGEST_COUNT * (1 - 1e-9):
        raise InputError("the counts of one n-gram add up to more than 2^64-1", cure="scale the counts down")
    return Records(
        first[starts], second[starts], np.add.reduceat(counts, starts), np.bitwise_or.reduceat(records.kinds[order], starts)
    )


def write_run(path: PathLike, blocks: Iterable[Records]) -> None:
    """Write sorted blocks, in order; the file is there when it is whole."""
    with written_bytes(path) as out:
        out.write(_MAGIC)
        for block in blocks:
            if len(block.first):
                out.write(_BLOCK.pack(len(block.first)))
                for column in (block.first, block.second, block.counts):
                    out.write(column.astype("<u8", copy=False).data)
                out.write(block.kinds.data)


def read_run(path: Path) -> list[Records]:
    """The blocks of a run file, mapped: nothing is read before it is used."""
    damaged = InputError("is not a complete run file", cure="delete the folder and build again", file=path)
    try:
        with path.open("rb") as raw:
            mapped = mmap.mmap(raw.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise damaged from error
    if mapped[: len(_MAGIC)] != _MAGIC:
        raise damaged
    blocks = []
    at = len(_MAGIC)
    while at < len(mapped):
        if at + _BLOCK.size > len(mapped):
            raise damaged
        (rows,) = _BLOCK.unpack_from(mapped, at)
        at += _BLOCK.size
        if at + RECORD_BYTES * rows > len(mapped):
            raise damaged
        first, second, counts = (np.frombuffer(mapped, np.uint64, rows, at + 8 * rows * column) for column in range(3))
        blocks.append(Records(first, second, counts, np.frombuffer(mapped, np.uint8, rows, at + 24 * rows)))
        at += RECORD_BYTES * rows
    return blocks


def merged(blocks: Sequence[Records], memory: int) -> Iterator[Records]:
    """All blocks as one run, in pieces whose sorting fits `memory` bytes."""
    total = sum(len(block.first) for block in blocks)
    parts = max(1, -(-total * SORTING_BYTES // memory))
    places = [0] * len(blocks)
    for part in range(1, parts + 1):
        ends = [
            len(block.first) if part == parts else int(np.searchsorted(block.first, np.uint64((part << 64) // parts)))
            for block in blocks
        ]
        pieces = [block.picked(slice(start, end)) for block, start, end in zip(blocks, places, ends, strict=True) if end > start]
        places = ends
        # A single piece is sorted and summed already.
        if pieces:
            yield pieces[0] if len(pieces) == 1 else summed(Records.joined(pieces))
