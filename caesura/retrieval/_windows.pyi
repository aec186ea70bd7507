from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from caesura.retrieval.index.postings import Occurrences

def windows(words: Sequence[Occurrences], in_order: bool, size: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]: ...
