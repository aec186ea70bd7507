"""Which of the counted n-grams the default lexicon keeps: those that decide something.

Every pair stays: each cut among the pairs changed segmentations in step with its size. Most triples are running text
("of the same") that no method ever takes for a segment; kept are titles, the tightly bound ones, and the most frequent
others for language models. docs/background/lexicon.md has the measurements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from recipes.sources.ngrams import Counted

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: This many triples are kept for their count alone.
FREQUENT_TRIPLES = 500_000


def trimmed_triples(triples: Counted, bound: NDArray[np.int64], frequent: int = FREQUENT_TRIPLES) -> Counted:
    """The triples whose keys are in `bound`, and the `frequent` most frequent ones (with all that equal the last of them)."""
    if frequent >= len(triples.keys):
        return triples
    least = np.partition(triples.counts, -frequent)[-frequent] if frequent else np.inf
    return triples.kept((triples.counts >= least) | np.isin(triples.keys, bound))
