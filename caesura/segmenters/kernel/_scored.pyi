from collections.abc import Callable, Iterable

from typing_extensions import Buffer

from caesura.segmenters.kernel._batch import BatchKernel

def number_text(value: float) -> str: ...

class ScoredKernel(BatchKernel):
    scale: float
    odds_ratio: float
    certain: int

class Phrases:
    def __init__(self, listed: Iterable[tuple[tuple[str, ...], int]], seed: int = 1) -> None: ...
    def held_by(self, texts: Iterable[str]) -> list[int]: ...

class ChoosingKernel(BatchKernel):
    def __init__(self, base: ScoredKernel, phrases: Phrases | None, minimum: float, plain: Callable[[str], int]) -> None: ...
    def json_texts(
        self,
        texts: Iterable[str],
        plain: Callable[[str], bytes],
        method: bytes,
        compact: bool = True,
        between: bytes = b",",
        threads: int = 1,
    ) -> bytes: ...
    def json_lines(
        self, lines: Buffer, plain: Callable[[str], bytes], method: bytes, compact: bool = False, threads: int = 1
    ) -> bytes: ...
