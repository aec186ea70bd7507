from typing import Any

import numpy as np
from numpy.typing import NDArray

def count(tokens: NDArray[Any], lengths: NDArray[Any], occurrences: NDArray[np.uint64], postings: NDArray[np.uint64]) -> None: ...
def place(
    tokens: NDArray[Any],
    lengths: NDArray[Any],
    occurrence_starts: NDArray[np.uint64],
    posting_starts: NDArray[np.uint64],
    documents: NDArray[Any],
    frequencies: NDArray[Any],
    positions: NDArray[Any],
) -> None: ...
