"""What could be had: for each query and measure the best of all options. Phrases must be better than none to be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from caesura.retrieval.experiment.options import all_options
from caesura.retrieval.runs.base import PhrasedQuery, PreparedRun, Run, Tuning, every_option

if TYPE_CHECKING:
    from caesura.retrieval.experiment.collection import Collection

NAME = "upper-bound"
#: Sums in another order differ in the last bits: not an improvement.
_ROUNDING = 1e-12


def prepare(collection: Collection) -> Sequence[PreparedRun]:
    def choose(topic: int, tuning: Tuning) -> PhrasedQuery:
        words = collection.topics[topic].words
        values = np.array(
            [collection.measurements.value(topic, query)[tuning.mu, tuning.measure] for query in every_option(collection, topic)]
        )
        # The first one that reaches the best value: options are listed from the plainest on.
        best = int(np.argmax(values >= values.max() - _ROUNDING))
        return PhrasedQuery.of(words, all_options(len(words))[best])

    return [
        PreparedRun(NAME, choose, lambda topic: every_option(collection, topic), varies_with_mu=True, learns=True, is_bound=True)
    ]


RUN = Run(NAME, "the best option of each query, chosen knowing the answer", "Lioma et al. 2018", prepare, needs_judgements=True)
