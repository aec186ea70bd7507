from array import array
from collections.abc import Callable

from caesura.segment._network import CompiledNetwork
from caesura.segment._tagger import CompiledTagger

class LearnedKernel:
    def __init__(
        self,
        table: object,
        total: float,
        network: CompiledNetwork,
        vectors: object,
        seed: int,
        tagger: CompiledTagger,
        tag_classes: list[int],
        tag_serving: list[int],
    ) -> None: ...
    def scores(self, text: str) -> list[int] | None: ...
    def masks(self, texts: tuple[str, ...], plain: Callable[[str], int], threads: int = 1) -> array[int]: ...
