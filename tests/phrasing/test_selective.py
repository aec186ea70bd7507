"""A segmenter that keeps only what it is sure of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from caesura.errors import InputError
from caesura.phrasing import SelectiveSegmenter
from caesura.segment import Explanation, Segmentation, Segmenter, segmenter
from caesura.shapes import Flat
from caesura.tagging import Tags

TEXT = "new  york times square dance"


class Known:
    """Its best segmentation has "new york"; half of the people make "times square", which is not in it."""

    name = "known"
    recipe: tuple[Callable[..., Any], tuple[Any, ...]] | None = None

    def segment(self, text: str, tags: Tags | None = None) -> Segmentation:  # noqa: ARG002
        flat = Flat((0, 1, 1, 0))
        return Segmentation(tuple(text.split()), flat, method="known", text=text, probabilities=(0.9, 0.3, 0.45))

    def segment_many(self, texts: Sequence[str], tags: Sequence[Tags | None] | None = None) -> list[Segmentation]:  # noqa: ARG002
        return [self.segment(text) for text in texts]

    def nbest(self, text: str, wanted: int, tags: Tags | None = None) -> list[Segmentation]:  # noqa: ARG002
        return [self.segment(text)]

    def explain(self, text: str, tags: Tags | None = None) -> Explanation:
        return segmenter("none").explain(text, tags)

    def pipe_many(self, texts: Sequence[str], threads: int | None = None) -> list[str]:  # noqa: ARG002
        return [self.segment(text).pipe for text in texts]


class Chances:
    def segment(self, start: int, end: int) -> float:
        return 0.1 if end - start == 1 else {(0, 2): 0.9, (2, 4): 0.5, (3, 5): 0.45}.get((start, end), 0.0)


class KnowsAll(Known):
    def chain(self, words: Sequence[str], tags: Tags | None = None) -> Chances:  # noqa: ARG002
        return Chances()


def test_all_likely_segments_are_found() -> None:
    sure = SelectiveSegmenter(KnowsAll(), 0.5)
    found = sure.segment(TEXT)
    assert found.pipe == "new york|times square|dance"
    assert found.text == TEXT
    assert found.probabilities == (0.9, 0.5, 0.1)
    assert list(map(float, found.segment_scores)) == pytest.approx([0.8, 0, 0])
    assert found.score == pytest.approx(0.8)
    assert SelectiveSegmenter(KnowsAll(), 0.95).segment(TEXT).flat == Flat.apart(5)
    assert sure.segment_many([TEXT, "x"])[1].pipe == "x"
    assert sure.pipe_many([TEXT, " "]) == ["new york|times square|dance", ""]


def test_who_knows_only_its_own_segments_keeps_the_likely_ones() -> None:
    assert SelectiveSegmenter(Known(), 0.4).segment(TEXT).pipe == "new york|times|square dance"
    sure = SelectiveSegmenter(Known(), 0.5).segment("new york times a b")
    assert sure.pipe == "new york|times|a|b"
    assert sure.probabilities is None  # nothing is known about "a" and "b" alone


def test_what_does_not_go_together_is_told() -> None:
    sure: Segmenter = SelectiveSegmenter(KnowsAll(), 0.5)
    assert [one.pipe for one in sure.nbest(TEXT, 1)] == ["new york|times square|dance"]
    with pytest.raises(InputError, match="do not go together"):
        sure.nbest(TEXT, 2)
    with pytest.raises(InputError, match="the method none knows no probabilities"):
        SelectiveSegmenter(segmenter("none"), 0.5).segment(TEXT)
    with pytest.raises(InputError, match="between 0 and 1"):
        SelectiveSegmenter(segmenter("none"), -1)
    assert sure.explain(TEXT).segmentation.method == "none"
