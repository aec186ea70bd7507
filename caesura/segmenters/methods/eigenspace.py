"""Words that point the same way in the main directions of the query's own matrix of frequencies stay together.

The matrix has the frequencies of the words on its diagonal and those of two-word sequences elsewhere, symmetric, divided by the
root of the frequencies of the two words. Its leading eigenvectors, scaled by their eigenvalues and as many as hold the share
`energy` of their sum, are the query's main space; two neighbours whose rows there have a cosine of at least `threshold` stay
together.

The published description leaves open how the matrix is scaled and how similarities become segments: the scaling is the usual one
for associations, and only neighbours are compared, each pair by itself. As a sum of segment weights every joined pair weighs its
cosine less the threshold, so the heaviest segmentation joins exactly the pairs that reach it.
"""

from __future__ import annotations

from math import floor

from caesura.foundation import InputError
from caesura.lexicon import LexiconLike
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.registry import Method, Parameter, Segmenter, Setup
from caesura.segmenters.separators import between_separators
from caesura.segmenters.span_counts import UNIT
from caesura.segmenters.weighted import Weigh, WeightedSegmenter
from caesura.shapes import Words
from caesura.tagging import Tags

THRESHOLD = 0.9
ENERGY = 0.5


def neighbour_cosines(lexicon: LexiconLike, words: Words, energy: float = ENERGY) -> list[float]:
    """The cosine of each two neighbours in the query's main space; 0 where one of them was never counted."""
    import numpy as np

    size = len(words)
    if size < 2:
        return []
    alone = np.array([lexicon.lookup((word,))[0] for word in words], dtype=np.float64)
    matrix = np.diag(alone)
    for one in range(size):
        for other in range(one + 1, size):
            matrix[one, other] = matrix[other, one] = lexicon.lookup((words[one], words[other]))[0]
    roots = np.sqrt(np.where(alone > 0, alone, 1.0))
    values, vectors = np.linalg.eigh(matrix / roots[:, None] / roots[None, :])
    order = np.argsort(-np.abs(values), kind="stable")
    shares = np.cumsum(np.abs(values[order]))
    # With rounding, the share of all of them may stay a little below 1.
    kept = order[: 1 + int(np.searchsorted(shares, energy * shares[-1] * (1 - 1e-12)))] if shares[-1] else order[:1]
    rows = vectors[:, kept] * values[kept]
    lengths = np.linalg.norm(rows, axis=1)
    cosines = []
    for place in range(size - 1):
        both = lengths[place] * lengths[place + 1]
        known = both > 0 and alone[place] and alone[place + 1]
        cosines.append(float(rows[place] @ rows[place + 1] / both) if known else 0.0)
    return cosines


def weighing(lexicon: LexiconLike, threshold: float, energy: float) -> Weigh:
    def weigh(words: Words, _tags: Tags | None) -> list[CandidateSegment]:
        # Rounded: the last bits of eigenvectors differ between machines.
        cosines = [round(value, 9) for value in neighbour_cosines(lexicon, words, energy)]
        candidates = []
        for start in range(len(words) - 1):
            weight = 0
            for end in range(start + 2, len(words) + 1):
                weight += floor((cosines[end - 2] - threshold) * UNIT)
                basis = f"cosine {cosines[end - 2]:.3f}, threshold {threshold:.3f}" if end == start + 2 else "sum over its pairs"
                candidates.append(CandidateSegment(start, end, weight, basis))
        return candidates

    return weigh


def make(setup: Setup) -> Segmenter:
    lexicon = setup.need_lexicon()
    try:
        threshold, energy = float(setup.parameters["threshold"]), float(setup.parameters["energy"])
    except (TypeError, ValueError):
        raise InputError("threshold and energy are not numbers", cure="give numbers between 0 and 1") from None
    if not 0 < threshold <= 1 or not 0 < energy <= 1:
        raise InputError(f"threshold {threshold} and energy {energy}", cure="give numbers above 0, up to 1")
    weigh = between_separators(weighing(lexicon, threshold, energy), lexicon, setup.rules)
    return WeightedSegmenter("eigenspace", weigh, scale=UNIT)


METHOD = Method(
    "eigenspace",
    "neighbours stay together that are similar in the main directions of the query's frequency matrix",
    "Zhang, Sun, Hu, Huang, Chua: Query Segmentation Based on Eigenspace Similarity. ACL-IJCNLP 2009",
    make,
    (
        Parameter("threshold", THRESHOLD, "cosine from which neighbours stay together, above 0 and up to 1"),
        Parameter("energy", ENERGY, "share of the eigenvalues that the main directions hold"),
    ),
)
