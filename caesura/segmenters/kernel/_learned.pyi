from collections.abc import Callable

from caesura.segmenters.kernel._network import CompiledNetwork
from caesura.segmenters.kernel._scored import ScoredKernel
from caesura.segmenters.kernel._vectors import CompiledVectors
from caesura.tagging import CompiledTagger

class LearnedKernel(ScoredKernel):
    def __init__(
        self,
        lexicons: list[tuple[object, float]],
        network: CompiledNetwork,
        vectors: CompiledVectors,
        seed: int,
        tagger: CompiledTagger,
        tags: tuple[str, ...],
        tag_classes: list[int],
        is_function: list[int],
        certain: int,
        scale: float,
        odds_ratio: float,
        plain: Callable[[str], int],
        logged: CompiledVectors | None = None,
    ) -> None: ...
    def scores(self, text: str) -> list[int] | None: ...
    def scores_of(self, forms: list[tuple[str, str, str]], separated: int, tags: tuple[str, ...]) -> list[int] | None: ...
    def features(self, text: str) -> tuple[bytes, bytes, bytes, int] | None: ...
