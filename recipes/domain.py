"""Builds the weights that tell which profile a log looks like: `python -m recipes.domain DATA`.

Multinomial regression on the queries that the profiles were trained on, each kind counting the same. What it says of queries that
it has not seen is printed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from caesura.corpus import read_corpus
from caesura.foundation import written_bytes
from caesura.segmenters.learned.domain import WIDTH, DomainWeights, describe_query, packed_weights
from caesura.segmenters.learned.profiles import PROFILES
from caesura.tagging import default_tagger

_CORPORA = {"web": "webis-qsec-10", "shop": "queryner/train.tsv", "keywords": "question-pairs/en-keyword-question-pairs.tsv"}
_OUTPUT = Path(__file__).parents[1] / "caesura" / "segmenters" / "learned" / "profiles" / "domain.weights"
_DECAY = 1e-3
_LEFT_OUT = 5

Matrix = npt.NDArray[np.float64]


def fitted(described: Matrix, kinds: npt.NDArray[np.int64], count: int) -> Matrix:
    weight = 1 / (count * np.bincount(kinds, minlength=count))[kinds]

    def loss(flat: Matrix) -> tuple[float, Matrix]:
        weights = flat.reshape(count, -1)
        scores = described @ weights.T
        logs = scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)
        error = np.exp(logs)
        error[np.arange(len(kinds)), kinds] -= 1
        value = -(weight * logs[np.arange(len(kinds)), kinds]).sum() + _DECAY * (flat @ flat)
        return float(value), ((error * weight[:, None]).T @ described).ravel() + 2 * _DECAY * flat

    best = minimize(loss, np.zeros(count * described.shape[1]), jac=True, method="L-BFGS-B")
    return np.asarray(best.x, np.float64).reshape(count, -1)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    options.add_argument("--output", type=Path, default=_OUTPUT)
    given = options.parse_args()
    tagger, names = default_tagger(), list(PROFILES)
    rows, kinds = [], []
    for number, name in enumerate(names):
        for entry in read_corpus(given.data / _CORPORA[name]):
            rows.append(describe_query(entry.query.words, tagger))
            kinds.append(number)
    described, wanted = np.array(rows).reshape(-1, WIDTH), np.array(kinds)
    unseen = np.arange(len(wanted)) % _LEFT_OUT == 0
    guessed = (described[unseen] @ fitted(described[~unseen], wanted[~unseen], len(names)).T).argmax(axis=1)
    for number, name in enumerate(names):
        own = wanted[unseen] == number
        sys.stderr.write(f"{name}: {np.mean(guessed[own] == number):.3f} of {own.sum()} unseen queries\n")
    weights = fitted(described, wanted, len(names))
    with written_bytes(given.output) as raw:
        raw.write(packed_weights(DomainWeights(tuple(names), tuple(map(tuple, weights.tolist())))))


if __name__ == "__main__":
    main()
