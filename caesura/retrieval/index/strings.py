"""Many strings in two mapped files: their bytes one after the other, and where each begins."""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
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

    def many(self, numbers: NDArray[np.int64]) -> list[str]:
        """Several at once, without a look at the numbers one by one."""
        ends = zip(self._starts[numbers].tolist(), self._starts[numbers + 1].tolist(), strict=True)
        return [self._bytes[start:end].decode("utf-8") for start, end in ends]

    def raw(self, number: int) -> bytes:
        """The UTF-8 bytes; their order is the order of the code points."""
        return self._bytes[int(self._starts[number]) : int(self._starts[number + 1])]


@contextmanager
def written_strings(folder: Path, name: str) -> Iterator[Callable[[str], None]]:
    """`with written_strings(folder, "ids") as add: add("d1")`; the strings need not fit into memory."""
    ends = array("Q", [0])
    with (folder / f"{name}.bytes").open("wb") as out:

        def add(text: str) -> None:
            ends.append(ends[-1] + out.write(text.encode("utf-8")))

        yield add
    np.array(ends, "<u8").tofile(folder / f"{name}.starts")


def write_strings(folder: Path, name: str, texts: Iterable[str]) -> None:
    with written_strings(folder, name) as add:
        for text in texts:
            add(text)
