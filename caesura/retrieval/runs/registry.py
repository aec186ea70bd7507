"""Every run once, found by looking into the folder."""

from __future__ import annotations

from caesura.foundation import Registry
from caesura.retrieval.runs.base import Run

#: All runs by name: in the order of the paper's table, then ours; the bound closes it.
RUNS: Registry[Run] = Registry(
    "run",
    "caesura.retrieval.runs",
    "RUN",
    order=(
        *("user-choice", "mrf-sequential", "mrf-full", "good-turing", "atc", "bag-of-words"),
        *("segmenter", "tuned-confidence", "soft-phrases", "when-to-phrase", "when-to-phrase-softly", ..., "upper-bound"),
    ),
)
