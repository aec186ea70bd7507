from array import array
from collections.abc import Callable

from caesura.segment._network import CompiledNetwork

class LearnedKernel:
    def __init__(
        self,
        table: object,
        total: float,
        network: CompiledNetwork,
        vectors: object,
        seed: int,
        tagger_weights: bytes,
        tag_names: list[bytes],
        tag_classes: list[int],
        tag_serving: list[int],
    ) -> None: ...
    def scores(self, text: str) -> list[int] | None: ...
    def masks(self, texts: tuple[str, ...], plain: Callable[[str], int], threads: int = 1) -> array[int]: ...
