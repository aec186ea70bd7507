"""Words that point the same way in the main directions of the query's own matrix of frequencies stay together.

As Zhang et al. print it: m_ij is the frequency of the run of words from i to j, symmetric, the words' own frequencies on the
diagonal; each is then divided by the mean of the two words' own. k is the smallest number of eigenvalues, largest first, that hold
at least ((n - 1) / n)^2 of their sum; the first k eigenvectors give each word a row, and the threshold for the cosine of two
neighbours' rows is moved until there are k segments: the k - 1 least similar neighbours are the breaks.

Deviations: counts of the lexicon (runs of up to five words) instead of those in a search engine's snippets; of equal cosines at the
threshold the later places break; the matrix need not be positive definite, so negative eigenvalues come last. A word that was
never counted has a direction of its own. As a sum of segment weights every joined pair weighs its cosine less the threshold.
"""

from __future__ import annotations

from math import floor

from caesura.lexicon import LexiconLike
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.registry import Method, Segmenter, Setup
from caesura.segmenters.separators import between_separators
from caesura.segmenters.span_counts import UNIT, span_counts
from caesura.segmenters.weighted import Weigh, WeightedSegmenter
from caesura.shapes import Words
from caesura.tagging import Tags


def neighbour_cosines(lexicon: LexiconLike, words: Words) -> tuple[list[float], int]:
    """The cosine of each two neighbours in the query's main space, and the number of segments."""
    import numpy as np

    size = len(words)
    counts = span_counts(lexicon, words)
    matrix = np.eye(size)
    for (first, end), count in counts.items():
        own = counts[first, first + 1] + counts[end - 1, end]
        if end - first > 1 and own:
            matrix[first, end - 1] = matrix[end - 1, first] = 2 * count / own
    values, vectors = np.linalg.eigh(matrix)
    # Largest first; of equal ones the earlier, so that the order does not hang on the last bit.
    order = np.argsort(-np.round(values, 9), kind="stable")
    held = np.cumsum(values[order])
    segments = 1 + int(np.searchsorted(held[:-1], ((size - 1) / size) ** 2 * held[-1] * (1 - 1e-12)))
    rows = vectors[:, order[:segments]]
    lengths = np.maximum(np.linalg.norm(rows, axis=1), 1e-12)
    cosines = [float(rows[at] @ rows[at + 1] / (lengths[at] * lengths[at + 1])) for at in range(size - 1)]
    # Rounded: the last bits of eigenvectors differ between machines.
    return [round(value, 6) for value in cosines], segments


def weighing(lexicon: LexiconLike) -> Weigh:
    def weigh(words: Words, _tags: Tags | None) -> list[CandidateSegment]:
        if len(words) < 2:
            return []
        cosines, segments = neighbour_cosines(lexicon, words)
        least_first = sorted(range(len(cosines)), key=lambda at: (cosines[at], -at))
        broken = frozenset(least_first[: segments - 1])
        threshold = _between([cosines[at] for at in broken], [cosines[at] for at in least_first[segments - 1 :]])
        gains = [floor((value - threshold) * UNIT) for value in cosines]
        candidates = []
        for start in range(len(words) - 1):
            weight = 0
            for end in range(start + 2, len(words) + 1):
                # Equal cosines on both sides of the threshold: one unit decides.
                at = end - 2
                weight += min(gains[at], -1) if at in broken else max(gains[at], 1)
                basis = f"cosine {cosines[at]:.3f}, threshold {threshold:.3f}" if end == start + 2 else "sum over its pairs"
                candidates.append(CandidateSegment(start, end, weight, basis))
        return candidates

    return weigh


def _between(broken: list[float], kept: list[float]) -> float:
    """The middle between the two kinds; beyond them where there is only one."""
    if broken and kept:
        return (max(broken) + min(kept)) / 2
    return min(kept) - 0.5 if kept else max(broken) + 0.5


def make(setup: Setup) -> Segmenter:
    lexicon = setup.need_lexicon()
    return WeightedSegmenter("eigenspace", between_separators(weighing(lexicon), lexicon, setup.rules), scale=UNIT)


METHOD = Method(
    "eigenspace",
    "neighbours stay together that are similar in the main directions of the query's frequency matrix",
    "Zhang, Sun, Hu, Huang, Chua: Query Segmentation Based on Eigenspace Similarity. ACL-IJCNLP 2009",
    make,
)
