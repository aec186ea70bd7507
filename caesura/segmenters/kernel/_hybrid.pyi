from collections.abc import Callable, Sequence

from caesura.segmenters.kernel._batch import BatchKernel
from caesura.tagging import CompiledTagger

class HybridKernel(BatchKernel):
    def __init__(
        self,
        for_nominal: BatchKernel,
        for_others: BatchKernel,
        tagger: CompiledTagger,
        nominal: Sequence[bool | None],
        also_parts: bool,
        plain: Callable[[str], int],
    ) -> None: ...
