"""Tables of weights by hashed features: one byte per row, a scale, and a file with a line of JSON in front.

Features become rows as the tagger's do (`feature_row`), so a shipped table holds no word list. 128 stands for zero.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from caesura.foundation import Advance, ArtifactKind, InputError, PathLike, extra
from caesura.tagging import FEATURE_ROWS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True)
class HashedWeights:
    """`weights.sum_of(rows)` adds up what the rows weigh."""

    table: bytes
    scale: float

    def __post_init__(self) -> None:
        if len(self.table) != FEATURE_ROWS:
            raise InputError(f"{len(self.table)} weights, {FEATURE_ROWS} expected", cure="train the model again")

    def sum_of(self, rows: Sequence[int]) -> float:
        table = self.table
        return self.scale * (sum([table[row] for row in rows]) - 128 * len(rows))


def as_table(weights: npt.NDArray[np.float64], rows: npt.NDArray[np.int64]) -> HashedWeights:
    """Weights as bytes around 128, the largest as far from it as a byte can be."""
    import numpy as np

    largest = float(np.abs(weights).max(initial=0.0))
    scale = round(largest / 127, 9) or 1.0
    table = np.full(FEATURE_ROWS, 128, dtype=np.uint8)
    table[rows] = np.clip(np.rint(weights / scale) + 128, 1, 255).astype(np.uint8)
    return HashedWeights(table.tobytes(), scale)


def sparse_rows(places: Sequence[Sequence[int]], minimum: int) -> tuple[Any, npt.NDArray[np.int64]]:
    """Places by rows as a sparse matrix, and which row each column is; rows seen fewer than `minimum` times are left out."""
    import numpy as np

    with extra("measure"):
        from scipy.sparse import csr_matrix

    flat = np.fromiter((number for rows in places for number in rows), dtype=np.int64)
    columns = np.flatnonzero(np.bincount(flat, minlength=FEATURE_ROWS) >= minimum)
    number = np.full(FEATURE_ROWS, -1, dtype=np.int64)
    number[columns] = np.arange(len(columns))
    belongs = np.repeat(np.arange(len(places)), [len(rows) for rows in places])
    known = number[flat] >= 0
    ones = np.ones(int(known.sum()))
    return csr_matrix((ones, (belongs[known], number[flat][known])), shape=(len(places), len(columns))), columns


def minimise(objective: Callable[[Any], Any], size: int, iterations: int, advance: Advance) -> Any:
    """Where an objective that gives value and slope is lowest, by L-BFGS from zero; `advance` is called after every step."""
    import numpy as np

    with extra("measure"):
        from scipy.optimize import minimize

    return minimize(
        objective,
        np.zeros(size),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": iterations},
        callback=lambda intermediate_result: advance(1),  # noqa: ARG005 - scipy goes by the name
    )


def save_table(path: PathLike, kind: ArtifactKind, weights: HashedWeights, head: dict[str, Any]) -> None:
    """One file: the scale and the rest of the head, then the table, compressed."""
    kind.write(path, {"scale": weights.scale, **head}, zlib.compress(weights.table, 9))


def unpacked_table(raw: bytes, kind: ArtifactKind, source: str) -> tuple[HashedWeights, dict[str, Any]]:
    """Weights and the rest of the head of such a file."""
    facts, body = kind.unpack(raw, source)
    try:
        return HashedWeights(zlib.decompress(body), facts.pop("scale")), facts
    except (ValueError, KeyError, zlib.error) as error:
        raise kind.damaged(source) from error
