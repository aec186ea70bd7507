"""What the learned segmenter thinks of a query: the share of people who would break at each place. The CRF takes it as evidence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any


def break_shares(words: Sequence[str]) -> tuple[float, ...]:
    """One for each word but the first."""
    return tuple(_segmenter().break_probabilities(tuple(words))) if len(words) > 1 else ()


@cache
def _segmenter() -> Any:
    from caesura.segmenters import segmenter

    return segmenter("learned")
