from array import array
from collections.abc import Callable

from caesura.segmenters._network import CompiledNetwork
from caesura.segmenters._tagger import CompiledTagger
from caesura.segmenters._vectors import CompiledVectors

class LearnedKernel:
    def __init__(
        self,
        lexicons: list[tuple[object, float]],
        network: CompiledNetwork,
        vectors: CompiledVectors,
        seed: int,
        tagger: CompiledTagger,
        tags: tuple[str, ...],
        tag_classes: list[int],
        tag_serving: list[int],
        certain: int,
    ) -> None: ...
    def scores(self, text: str) -> list[int] | None: ...
    def scores_of(self, forms: list[tuple[str, str, str]], separated: int, tags: tuple[str, ...]) -> list[int] | None: ...
    def masks(self, texts: tuple[str, ...], plain: Callable[[str], int], threads: int = 1) -> array[int]: ...
