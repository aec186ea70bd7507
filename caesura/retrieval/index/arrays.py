"""Files as arrays, mapped: nothing is read before it is needed, and processes share one copy.

Where it is not known before how large the numbers of a file will be, they are written with four bytes each and narrowed afterwards
to what the largest needs.
"""

from __future__ import annotations

import mmap
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_BY_WIDTH: dict[int, type[np.generic]] = {1: np.uint8, 2: np.uint16, 4: np.uint32}
_PIECE = 1 << 20


def mapped_array(path: Path, kind: type[np.generic]) -> NDArray[Any]:
    """The numbers of a file, little-endian; an empty file (which cannot be mapped) is an empty array."""
    return np.frombuffer(mapped_bytes(path), np.dtype(kind).newbyteorder("<"))


def mapped_narrow(path: Path, count: int) -> NDArray[Any]:
    """As many numbers as are said to be in a file; their width follows from its size."""
    return mapped_array(path, _BY_WIDTH[path.stat().st_size // count] if count else np.uint32)


def narrow(path: Path) -> None:
    """Write a file of four-byte numbers again with as few bytes each as the largest needs."""
    wide = mapped_array(path, np.uint32)
    largest = int(wide.max()) if len(wide) else 0
    width = next(width for width in _BY_WIDTH if largest < 1 << 8 * width)
    if len(wide) and width < wide.itemsize:
        narrowed = path.with_name(f"{path.name}.narrowed")
        with narrowed.open("wb") as out:
            for start in range(0, len(wide), _PIECE):
                out.write(wide[start : start + _PIECE].astype(np.dtype(_BY_WIDTH[width]).newbyteorder("<")).tobytes())
        narrowed.replace(path)


def mapped_bytes(path: Path) -> mmap.mmap | bytes:
    with path.open("rb") as raw:
        if path.stat().st_size == 0:
            return b""
        return mmap.mmap(raw.fileno(), 0, access=mmap.ACCESS_READ)
