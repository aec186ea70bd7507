from collections.abc import Callable, Sequence

from caesura.segmenters.kernel._batch import BatchKernel
from caesura.segmenters.kernel._classic import ClassicKernel
from caesura.tagging import CompiledTagger

class HybridKernel(BatchKernel):
    def __init__(
        self,
        for_nominal: ClassicKernel,
        for_others: ClassicKernel,
        tagger: CompiledTagger,
        nominal: Sequence[bool | None],
        also_parts: bool,
        plain: Callable[[str], int],
    ) -> None: ...
