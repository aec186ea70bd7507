"""Many strings in two mapped files: their bytes one after the other, and where each begins."""

from __future__ import annotations

import mmap
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from caesura.retrieval.index.arrays import mapped_array, mapped_bytes


class Strings:
    """Read by number; `ids.bytes` and `ids.starts` are the strings called `ids`."""

    def __init__(self, folder: Path, name: str) -> None:
        self._bytes: mmap.mmap | bytes = mapped_bytes(folder / f"{name}.bytes")
        self._starts: NDArray[np.uint64] = mapped_array(folder / f"{name}.starts", np.uint64)

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, number: int) -> str:
        return self.raw(number).decode("utf-8")

    def raw(self, number: int) -> bytes:
        """The UTF-8 bytes; their order is the order of the code points."""
        return self._bytes[int(self._starts[number]) : int(self._starts[number + 1])]


class StringsWriter:
    """Written one by one, so that the strings need not fit into memory."""

    def __init__(self, folder: Path, name: str) -> None:
        self._out = (folder / f"{name}.bytes").open("wb")
        self._starts_file = folder / f"{name}.starts"
        self._ends = [0]

    def add(self, text: str) -> None:
        written = self._out.write(text.encode("utf-8"))
        self._ends.append(self._ends[-1] + written)

    def close(self) -> None:
        self._out.close()
        np.array(self._ends, "<u8").tofile(self._starts_file)


def write_strings(folder: Path, name: str, texts: Iterable[str]) -> None:
    writer = StringsWriter(folder, name)
    for text in texts:
        writer.add(text)
    writer.close()
