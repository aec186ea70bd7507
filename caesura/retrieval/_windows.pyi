from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from caesura.retrieval.index.postings import Occurrences

def windows(
    words: Sequence[Occurrences], positions: NDArray[np.uint32], needed: Sequence[int] | None, size: int
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]: ...
