"""A network for Caesura's own lexicon, widened so that it also sees one's own lexicon and the statistics of your own log.

What it knew stands where the default lexicon's numbers are when another lexicon comes first; the new inputs weigh nothing at first.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from caesura.segmenters.learned.feature_rows import FeatureRows
from caesura.segmenters.learned.features import BACKGROUND, NUMBERS
from caesura.segmenters.learned.further_training import member_of
from caesura.segmenters.learned.network import Network
from caesura.segmenters.learned.training import Member, Vector, scaling


def widened(network: Network, rows: FeatureRows) -> tuple[Member, Vector, Vector]:
    """The network in floating point for these rows, with means and scales of all numbers; the rows give those of new ones."""
    member, means, scales = member_of(network), np.array(network.means), np.array(network.scales)
    count = rows.numbers.shape[1]
    if count == len(means):
        return member, means, scales
    new_means, new_scales = scaling(rows.numbers)
    # A number that these rows never change may change later; what it would weigh then, nobody knows.
    weights = np.zeros((count, network.hidden), np.float32)
    by_lexicon, by_words = slice(len(BACKGROUND)), slice(len(BACKGROUND), len(NUMBERS))
    for there, here in ((slice(len(NUMBERS), len(NUMBERS) + len(BACKGROUND)), by_lexicon), (by_words, by_words)):
        weights[there] = member.weights[here]
        new_means[there], new_scales[there] = means[here], scales[here]
    return (
        replace(member, weights=np.vstack([weights, member.weights[len(means) :]])),
        new_means,
        new_scales,
    )
