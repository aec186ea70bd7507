"""Files as arrays, mapped: nothing is read before it is needed, and processes share one copy."""

from __future__ import annotations

import mmap
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


def mapped_array(path: Path, kind: type[np.generic]) -> NDArray[Any]:
    """The numbers of a file, little-endian; an empty file (which cannot be mapped) is an empty array."""
    return np.frombuffer(mapped_bytes(path), np.dtype(kind).newbyteorder("<"))


def mapped_bytes(path: Path) -> mmap.mmap | bytes:
    with path.open("rb") as raw:
        if path.stat().st_size == 0:
            return b""
        return mmap.mmap(raw.fileno(), 0, access=mmap.ACCESS_READ)
