"""A trained CRF over breaks: one weight per hashed feature for "a segment starts here", and four for neighbouring decisions.

The first word always starts a segment; each further word starts one or not. The decoder is plain Python over stored weights, so
that a shipped model runs without any library.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import Any

from caesura.foundation import ArtifactKind, PathLike, fingerprint, open_bytes
from caesura.shapes import Flat
from caesura.syntax.crf.features import break_rows
from caesura.syntax.crf.shares import break_shares
from caesura.syntax.hashed_weights import HashedWeights, save_table, unpacked_table

CRF = ArtifactKind("crf", 2, cure="train it again: caesura syntax train-segmenter", unchecked=1)

#: Scores of two neighbouring decisions: [before][here], 0 = goes on, 1 = starts a segment.
Transitions = tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True)
class BreakModel:
    """`model.segment(words, tags)` -> `Flat`; `model.probabilities(words, tags)` gives each break's marginal."""

    weights: HashedWeights
    transitions: Transitions
    card: dict[str, Any] = field(default_factory=dict)

    def scores(self, words: Sequence[str], tags: Sequence[str]) -> list[float]:
        """For each word but the first, how much better it is to start a segment than to go on."""
        shares = break_shares(words) if self.card.get("shares") else ()
        return [self.weights.sum_of(rows) for rows in break_rows(words, tags, shares)]

    def segment(self, words: Sequence[str], tags: Sequence[str]) -> Flat:
        return best_breaks(self.scores(words, tags), self.transitions)

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


def best_breaks(scores: Sequence[float], transitions: Transitions) -> Flat:
    """The most likely breaks (Viterbi); ties go to fewer breaks on the right."""
    value = (float("-inf"), 0.0)  # of the best way that ends going on, starting
    back: list[tuple[int, int]] = []
    for score in scores:
        ways = [[value[before] + transitions[before][here] + (score if here else 0.0) for before in (0, 1)] for here in (0, 1)]
        pointers = (int(ways[0][1] > ways[0][0]), int(ways[1][1] > ways[1][0]))
        back.append(pointers)
        value = (ways[0][pointers[0]], ways[1][pointers[1]])
    state = int(value[1] > value[0])
    breaks: list[int] = []
    for pointers in reversed(back):
        breaks.append(state)
        state = pointers[state]
    return Flat(tuple(reversed(breaks)))


def marginals(scores: Sequence[float], transitions: Transitions) -> tuple[float, ...]:
    """The probability of each break (forward and backward)."""
    forward: list[tuple[float, float]] = [(float("-inf"), 0.0)]
    for score in scores:
        last = forward[-1]
        forward.append(
            (
                _log_sum(last[0] + transitions[0][0], last[1] + transitions[1][0]),
                _log_sum(last[0] + transitions[0][1], last[1] + transitions[1][1]) + score,
            )
        )
    backward = [(0.0, 0.0)]
    for score in reversed(scores):
        after = backward[-1]
        backward.append(
            (
                _log_sum(transitions[0][0] + after[0], transitions[0][1] + score + after[1]),
                _log_sum(transitions[1][0] + after[0], transitions[1][1] + score + after[1]),
            )
        )
    backward.reverse()
    whole = _log_sum(*forward[-1])
    return tuple(exp(ahead[1] + behind[1] - whole) for ahead, behind in zip(forward[1:], backward[1:], strict=True))


def _log_sum(one: float, other: float) -> float:
    high, low = (one, other) if one > other else (other, one)
    return high if low == float("-inf") else high + log(1 + exp(low - high))


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
