"""Distant supervision from files: what the segmenter, the templates and their tests are made from.

Real and made pairs go through the same filters and are counted apart. One title in five is held out by its own hash, so that
whoever trains and whoever tests leave out the same ones, in any order and on any machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from zlib import crc32

from caesura.shapes import MAX_WORDS, Words
from caesura.syntax.closed_class import QUESTION_WORDS
from caesura.syntax.crf.example import Example
from caesura.syntax.crf.model import BreakModel
from caesura.syntax.pairs import Pair
from caesura.syntax.shortening import WAYS, made_pairs, shortened
from caesura.syntax.training_set import LONGEST_TITLE, CueCounts, segmented_by_cues
from caesura.tagging import Tagger

HELD_OUT_ONE_IN = 5

# Ways that keep the order of words: only these teach templates.
_IN_ORDER = ("without-question-phrase", "without-little-words", "content-words", "noun-phrases", "without-last-preposition")


def is_held_out(title: Words) -> bool:
    """Whether a title is kept for testing."""
    return crc32(" ".join(title).encode("utf-8", "surrogatepass")) % HELD_OUT_ONE_IN == 0


@dataclass
class DistantData:
    """Examples for the segmenter, and what they came from."""

    real_examples: list[Example] = field(default_factory=list)
    made_examples: list[Example] = field(default_factory=list)
    real: CueCounts = field(default_factory=CueCounts)
    made: CueCounts = field(default_factory=CueCounts)
    ways: Counter[str] = field(default_factory=Counter)

    @property
    def examples(self) -> list[Example]:
        return [*self.real_examples, *self.made_examples]

    def as_json(self) -> dict[str, Any]:
        return {
            "real": self.real.as_json(),
            "made": self.made.as_json(),
            "ways": {way.name: {"share": way.share, "pairs": self.ways[way.name]} for way in WAYS},
        }


def distant_data(
    pairs: Iterable[Pair], questions: Iterable[Words], tagger: Tagger, *, seed: int = 1, held_out: bool = False
) -> DistantData:
    """Examples by cues; with `held_out` those of the titles kept for testing, else those of all others."""
    data = DistantData()
    real = (pair for pair in pairs if is_held_out(pair.title) == held_out)
    made = (
        pair
        for _, pair in made_pairs((one for one in questions if is_held_out(one) == held_out), tagger, seed=seed, counts=data.ways)
    )
    for source, counts, examples in ((real, data.real, data.real_examples), (made, data.made, data.made_examples)):
        for one in segmented_by_cues(source, counts):
            if len(one.words) <= MAX_WORDS:
                examples.append(Example(one.words, tagger(one.words), one.flat))
    return data


def template_pairs(pairs: Iterable[Pair], questions: Iterable[Words], tagger: Tagger) -> Iterator[Pair]:
    """Pairs to learn templates from, none held out: real ones, and each question shortened in every way that keeps order."""
    yield from (pair for pair in pairs if not is_held_out(pair.title))
    ways = [way for way in WAYS if way.name in _IN_ORDER]
    for question in questions:
        if is_held_out(question) or not 2 < len(question) <= LONGEST_TITLE or question[0] not in QUESTION_WORDS:
            continue
        tags = tagger(question)
        for way in ways:
            pair = shortened(question, way, tags)
            if pair is not None:
                yield pair


def cue_agreement(model: BreakModel, examples: Sequence[Example]) -> dict[str, Any]:
    """How well a model gives the cues' segments back, pooled over the queries: it cannot be better than the cues are."""
    right = found = wanted = 0
    for example in examples:
        given, gold = set(model.segment(example.words, example.tags).spans), set(example.flat.spans)
        right, found, wanted = right + len(given & gold), found + len(given), wanted + len(gold)
    return {"queries": len(examples), "segment_f1": Fraction(2 * right, found + wanted) if wanted else None}
