"""Table 5.7: look-ups of n-grams."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from caesura.papers import ngram_lookups
from caesura.papers.lookups import _listed, _places


@pytest.mark.parametrize("size", range(2, 8))
def test_listing_counts_each_segment_of_each_segmentation(size: int) -> None:
    listed: dict[tuple[int, int], int] = {}
    for breaks in product((0, 1), repeat=size - 1):
        ends = [place + 1 for place, broken in enumerate(breaks) if broken] + [size]
        for span in zip([0, *ends], ends, strict=False):
            listed[span] = listed.get(span, 0) + 1
    assert all(_listed(span, (0, size)) == count for span, count in listed.items())


def test_spans_that_share_a_word_are_one_place() -> None:
    assert _places([(0, 2), (1, 3), (4, 6)]) == [(0, 3), (4, 6)]


def test_per_query_beside_the_published_figures(shared_data: Path) -> None:
    rows = {row["method"]: row for row in ngram_lookups(shared_data / "webis-qsec-10")}
    assert rows["wikipedia"]["once"] == 26_110
    assert rows["titles"]["listing_per_query"] == pytest.approx(1.394, abs=0.3)
    assert rows["titles"]["printed_per_query"] == pytest.approx(1.394, abs=0.001)
