"""Which path runs: the kernel where it was compiled and the lexicon is a mapped file, the plain path everywhere else."""

from __future__ import annotations

from caesura.segment.registry import Setup
from caesura.segment.weighted import Fast


def fast_path(method: str, setup: Setup, *, threshold: float = 0.0) -> Fast | None:
    """The kernel for this method and lexicon, None where the plain path runs."""
    return None
