"""A trained CRF over breaks: one weight per hashed feature for "a segment starts here", and four for neighbouring decisions.

The first word always starts a segment; each further word starts one or not. The decoder is plain Python over stored weights, so
that a shipped model runs without any library.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from caesura.foundation import ArtifactKind, PathLike, fingerprint, open_bytes
from caesura.shapes import Flat
from caesura.syntax.crf.decoding import Transitions, best_breaks, best_segments, marginals
from caesura.syntax.crf.features import break_rows
from caesura.syntax.crf.shares import break_shares
from caesura.syntax.hashed_weights import HashedWeights, save_table, unpacked_table

CRF = ArtifactKind("crf", 2, cure="train it again: caesura syntax train-segmenter", unchecked=1)


@dataclass(frozen=True)
class BreakModel:
    """`model.segment(words, tags)` -> `Flat`; `model.probabilities(words, tags)` gives each break's marginal."""

    weights: HashedWeights
    transitions: Transitions
    card: dict[str, Any] = field(default_factory=dict)

    def scores(self, words: Sequence[str], tags: Sequence[str]) -> list[float]:
        """For each word but the first, how much better it is to start a segment than to go on."""
        shares = break_shares(words) if self.card.get("shares") else ()
        return [self.weights.sum_of(rows) for rows in break_rows(words, tags, shares, self.card.get("evidence", ()))]

    def segment(self, words: Sequence[str], tags: Sequence[str]) -> Flat:
        """The segments that are likely, each by itself, where the model has a cost of segments; else the likeliest breaks."""
        scores, cost = self.scores(words, tags), self.card.get("segment_cost")
        return best_breaks(scores, self.transitions) if cost is None else best_segments(scores, self.transitions, cost)

    def probabilities(self, words: Sequence[str], tags: Sequence[str]) -> tuple[float, ...]:
        """How likely a segment starts at each word but the first; to lean towards breaks makes none likelier."""
        lean = self.card.get("lean", 0.0)
        (a, b), (c, d) = self.transitions
        return marginals(self.scores(words, tags), ((a, b - lean), (c, d - lean)))

    @property
    def by_hand(self) -> bool:
        """Whether it was learned from hand-segmented queries, and not from cues."""
        return bool(self.card.get("by_hand", False))

    @property
    def fingerprint(self) -> str:
        return fingerprint((self.weights.table.hex(), repr((self.weights.scale, self.transitions))))

    def save(self, path: PathLike) -> None:
        save_table(path, CRF, self.weights, {"transitions": self.transitions, **self.card})


def load_break_model(path: PathLike) -> BreakModel:
    """A model from a file."""
    with open_bytes(path) as raw:
        return unpack_break_model(raw.read(), str(path))


def unpack_break_model(raw: bytes, source: str) -> BreakModel:
    weights, card = unpacked_table(raw, CRF, source)
    try:
        (a, b), (c, d) = card.pop("transitions")
    except (KeyError, TypeError, ValueError) as error:
        raise CRF.damaged(source) from error
    return BreakModel(weights, ((a, b), (c, d)), card)


@cache
def default_break_model() -> BreakModel:
    """The model that ships with Caesura, read once."""
    return unpack_break_model((files("caesura.syntax.crf") / "breaks.weights").read_bytes(), "breaks.weights")
