"""Distant supervision: examples for the CRF, and the CRF, from (query, title) pairs and from questions.

Real and synthetic pairs go through the same filters and are counted apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from caesura.foundation import Advance, unwatched
from caesura.shapes import MAX_WORDS, Words
from caesura.syntax.crf.example import CrfExample
from caesura.syntax.crf.model import BreakModel
from caesura.syntax.cues.filters import CueCounts, segment_pairs
from caesura.syntax.cues.held_out import is_held_out
from caesura.syntax.cues.pairs import Pair
from caesura.syntax.cues.shortening import shorten_questions, shortening_counts
from caesura.tagging import Tagger, default_tagger

if TYPE_CHECKING:
    from caesura.syntax.crf.training import CrfOptions


@dataclass
class DistantData:
    """Examples for the segmenter, and what they came from."""

    real_examples: list[CrfExample] = field(default_factory=list)
    synthetic_examples: list[CrfExample] = field(default_factory=list)
    real: CueCounts = field(default_factory=CueCounts)
    synthetic: CueCounts = field(default_factory=CueCounts)
    shortenings: Counter[str] = field(default_factory=Counter)

    @property
    def examples(self) -> list[CrfExample]:
        return [*self.real_examples, *self.synthetic_examples]

    def as_json(self) -> dict[str, Any]:
        return {
            "real": self.real.as_json(),
            "synthetic": self.synthetic.as_json(),
            "shortenings": shortening_counts(self.shortenings),
        }


def distant_data(
    pairs: Iterable[Pair], questions: Sequence[Words], tagger: Tagger, *, seed: int = 1, draws: int = 1, held_out: bool = False
) -> DistantData:
    """Examples by cues; with `held_out` those of the titles kept for testing, else those of all others.

    Each question is shortened as many times as `draws` says, by seeds from `seed` on.
    """
    data = DistantData()
    real = (pair for pair in pairs if is_held_out(pair.title) == held_out)
    asked = [question for question in questions if is_held_out(question) == held_out]
    synthetic = (
        pair
        for number in range(seed, seed + draws)
        for _, pair in shorten_questions(asked, tagger, seed=number, counts=data.shortenings)
    )
    for source, counts, examples in (
        (real, data.real, data.real_examples),
        (synthetic, data.synthetic, data.synthetic_examples),
    ):
        for query in segment_pairs(source, counts):
            if len(query.words) <= MAX_WORDS:
                examples.append(CrfExample(query.words, tagger(query.words), query.flat))
    return data


def train_from_pairs(
    pairs: Sequence[Pair],
    questions: Sequence[Words],
    options: CrfOptions | None = None,
    *,
    seed: int = 1,
    draws: int = 1,
    weight: int = 1,
    card: dict[str, Any] | None = None,
    advance: Advance = unwatched,
) -> tuple[BreakModel, dict[str, Any]]:
    """The CRF learned from cues, and its figures: what it learned from, and how it does on held-out titles.

    A real pair counts as often as `weight` says.
    """
    from caesura.syntax.crf.training import train_break_model  # loads numpy

    tagger = default_tagger()
    data = distant_data(pairs, questions, tagger, seed=seed, draws=draws)
    examples = [*data.real_examples * weight, *data.synthetic_examples]
    model = train_break_model(examples, options, {**(card or {}), "draws": draws, "weight": weight}, advance)
    held_out = distant_data(pairs, questions, tagger, seed=seed, held_out=True)
    agreement = {
        "real": cue_agreement(model, held_out.real_examples),
        "synthetic": cue_agreement(model, held_out.synthetic_examples),
    }
    return model, {**data.as_json(), "examples": len(data.examples), "held_out": agreement}


def cue_agreement(model: BreakModel, examples: Sequence[CrfExample]) -> dict[str, Any]:
    """How well a model reproduces the cues' segments, pooled over the queries: it cannot be better than the cues are."""
    right = predicted = gold = 0
    for example in examples:
        ours, wanted = set(model.segment(example.words, example.tags).spans), set(example.flat.spans)
        right, predicted, gold = right + len(ours & wanted), predicted + len(ours), gold + len(wanted)
    return {"queries": len(examples), "segment_f1": Fraction(2 * right, predicted + gold) if gold else None}
