from collections.abc import Callable

from caesura.segmenters.kernel._batch import BatchKernel

KINDS: dict[str, int]

class ClassicKernel(BatchKernel):
    def __init__(
        self, table: object, method: str, published: bool, total: float, threshold: float, plain: Callable[[str], int]
    ) -> None: ...
