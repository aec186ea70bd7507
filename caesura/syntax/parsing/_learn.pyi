from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

class Learner:
    def __init__(
        self,
        examples: tuple[Any, ...],
        transition_bits: int,
        relation_bits: int,
        label_count: int,
        width: int,
        transition_templates: Sequence[Sequence[int]],
        relation_templates: Sequence[Sequence[int]],
    ) -> None: ...
    def learn(self, order: npt.NDArray[np.int64], root_label: int) -> int: ...
    def averaged(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]: ...
