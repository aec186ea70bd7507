"""A segmenter that keeps only what it is sure of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from caesura.foundation import InputError
from caesura.segmenters import Explanation, Segmentation, Segmenter, SelectiveSegmenter, segmenter
from caesura.shapes import Flat, Span
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


LIKELY = {(0, 2): 0.9, (2, 4): 0.5, (3, 5): 0.45}


class Chances:
    def __init__(self, size: int) -> None:
        self.size = size

    def segment(self, start: int, end: int) -> float:
        return 0.1 if end - start == 1 else LIKELY.get((start, end), 0.0)

    def likely(self, minimum: float) -> dict[Span, float]:
        return {span: chance for span, chance in LIKELY.items() if chance >= minimum and span[1] <= self.size}


class KnowsAll(Known):
    def chain(self, words: Sequence[str], tags: Tags | None = None) -> Chances:  # noqa: ARG002
        return Chances(len(words))


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


def test_many_lines_come_out_as_one_does() -> None:
    sure = SelectiveSegmenter(segmenter("learned"), 0.3)
    texts = [
        TEXT,
        "",
        'a "b|c" d',
        "caf\u00e9 new york",
        "word",
        *(f"cheap flights to {place}" for place in ("rome", "cape town", "x y z")),
    ]
    alone = [sure.segment(text) if text else None for text in texts]
    assert sure.pipe_many(texts) == [one.pipe if one else "" for one in alone]
    lines = "".join(f"{text}\n" for text in texts).encode()
    assert sure.print_lines(lines, quotes=True).decode().splitlines() == [one.quotes if one else "" for one in alone]


def test_the_explanation_is_of_what_was_decided() -> None:
    why = SelectiveSegmenter(KnowsAll(), 0.4).explain(TEXT)
    assert why.segmentation.pipe == "new york|times square|dance"
    assert {reason.text: (reason.weight, reason.chosen) for reason in why.reasons if reason.weight} == {
        "new york": (0.9, True),
        "times square": (0.5, True),
        "square dance": (0.45, False),
    }
    assert [reason.why for reason in why.reasons if reason.text == "square dance"] == [
        "45% make this segment: likely enough, but it overlaps"
    ]
    assert why.verdict == "what is less likely than 0.4 is not kept together"
    assert [reason.text for reason in SelectiveSegmenter(Known(), 0.5).explain(TEXT).reasons] == ["new york", "square dance"]


def test_who_knows_only_its_own_segments_keeps_the_likely_ones() -> None:
    assert SelectiveSegmenter(Known(), 0.4).segment(TEXT).pipe == "new york|times|square dance"
    sure = SelectiveSegmenter(Known(), 0.5).segment("new york times a b")
    assert sure.pipe == "new york|times|a|b"
    assert sure.probabilities is None  # nothing is known about "a" and "b" alone


def test_what_does_not_go_together_is_told() -> None:
    sure: Segmenter = SelectiveSegmenter(KnowsAll(), 0.5)
    assert [one.pipe for one in sure.nbest(TEXT, 1)] == ["new york|times square|dance"]
    with pytest.raises(InputError, match="cannot be combined"):
        sure.nbest(TEXT, 2)
    with pytest.raises(InputError, match="the method none has no probabilities"):
        SelectiveSegmenter(segmenter("none"), 0.5).segment(TEXT)
    with pytest.raises(InputError, match="between 0 and 1"):
        SelectiveSegmenter(segmenter("none"), -1)
