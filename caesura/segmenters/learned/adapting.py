"""A model for one's own queries from a few annotated ones: all weights of a shipped profile are trained on, a little.

How long is decided on the examples themselves: they are split into parts, each part is predicted at every step by weights that were
trained on the others, and the step with the smallest cross entropy on unseen examples wins; step 0 is the profile as it ships, or
only calibrated anew. So the model is not worse than its start but by chance, and the report says how far chance may reach.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from caesura.corpus import Corpus, Entry
from caesura.foundation import Advance, InputError, percentile_interval, resampled_sums, unwatched
from caesura.segmenters.learned.calibration import fitted
from caesura.segmenters.learned.descent import Descent
from caesura.segmenters.learned.distribution import logistic
from caesura.segmenters.learned.fitting import (
    FeatureSources,
    by_query,
    check_learnable,
    examples_of,
    inner_figures,
    model_with_card,
)
from caesura.segmenters.learned.model import LearnedModel
from caesura.segmenters.learned.network import SCALE, WEIGHT_UNIT, Network
from caesura.segmenters.learned.profiles import PROFILES
from caesura.segmenters.learned.training import Examples, Matrix, Member, Recipe, Vector, inputs_of, logistic_of, parts, whole
from caesura.shapes import Flat

#: The examples are split into this many.
ADAPTING_PARTS = 5
_RATE = 5e-4
_BATCH = 32

#: So many passes over the examples at most, looked at after each.
_PASSES = 40

#: How often examples are drawn again for the interval.
_DRAWS = 2000


@dataclass(frozen=True)
class Adapted:
    """The model; the profile or model it began with; passes over the examples; figures on unseen examples before and after, and
    the difference in query accuracy with a 95 % interval."""

    model: LearnedModel
    start: str
    passes: int
    before: dict[str, float]
    after: dict[str, float]
    difference: float
    interval: tuple[float, float]


def adapt_model(
    corpus: Corpus,
    sources: FeatureSources,
    start: LearnedModel | None = None,
    *,
    seed: int = 1,
    licence: str = "as the examples and the profile",
    advance: Advance = unwatched,
) -> Adapted:
    """Begin with `start`, or with the profile that finds the examples least surprising."""
    entries = [entry for entry in corpus if len(entry.query.words) > 1]
    check_learnable(corpus, entries, Recipe(members=ADAPTING_PARTS))
    examples = examples_of(entries, sources)
    name, first = ("given", start) if start is not None else nearest_profile(examples)
    if first.network.uses_given_tags or first.network.uses_background:
        raise InputError("the model asks for tags or a second lexicon", cure="begin with a profile or with a model without them")
    scaled = np.array(first.network.means), np.array(first.network.scales)
    inputs = inputs_of(examples.rows, *scaled)
    begin = member_of(first.network)
    after_each = _after_each_pass(inputs, examples, begin, seed, advance)
    passes = _best_passes(after_each, examples, entries)
    held_out = after_each[passes]
    final = trained_on(begin, inputs, examples.targets, passes, seed) if passes else begin
    plain = by_query([logistic(value) for value in begin.log_odds(inputs)], examples)
    before = inner_figures(entries, plain)
    card: dict[str, Any] = {
        "profile": f"adapted from {name}",
        "data": corpus.signature,
        "lexicon": first.card.get("lexicon"),
        "default_lexicon_as_background": False,
        "tags": "the tagger's",
        "vectors": first.card.get("vectors"),
        "hidden": first.network.hidden,
        "passes": passes,
        "seed": seed,
        "start_figures": before,
        "licence": licence,
    }
    # What calibrates the final weights was learned from weights of the same length of training.
    stretch, shift = fitted(held_out, examples.targets)
    network, calibrated = whole([final], stretch, shift, *scaled), stretch * held_out + shift
    model = model_with_card(entries, examples, network, calibrated, seed, card)
    predicted = by_query([logistic(value) for value in calibrated], examples)
    difference, interval = _query_difference(entries, plain, predicted, seed)
    return Adapted(model, name, passes, before, model.card["figures"], difference, interval)


def nearest_profile(examples: Examples) -> tuple[str, LearnedModel]:
    """The profile with the smallest cross entropy on the examples."""

    def surprise(name: str) -> float:
        network = PROFILES[name].model.network
        inputs = inputs_of(examples.rows, np.array(network.means), np.array(network.scales))
        return cross_entropy(member_of(network).log_odds(inputs), examples.targets)

    name = min(PROFILES, key=surprise)
    return name, PROFILES[name].model


def member_of(network: Network) -> Member:
    """A shipped network in floating point, calibration included."""
    return Member(
        _as_floats(network.weights, WEIGHT_UNIT).reshape(-1, network.hidden),
        _as_floats(network.biases, SCALE),
        _as_floats(network.outputs, WEIGHT_UNIT),
        network.bias / SCALE,
    )


def _as_floats(stored: array[int], unit: int) -> Matrix:
    return (np.array(stored, np.float64) / unit).astype(np.float32)


def cross_entropy(log_odds: Vector, shares: Vector) -> float:
    return float(np.mean(np.logaddexp(0, log_odds) - shares * log_odds))


def trained_on(
    begin: Member,
    inputs: Matrix,
    targets: Vector,
    passes: int,
    seed: int,
    watched: Matrix | None = None,
    seen: list[Vector] | None = None,
) -> Member:
    """The member after this many passes; what it says of `watched` is appended to `seen` before the first and after each."""
    draw = np.random.default_rng(seed)
    values = [begin.weights.copy(), begin.biases.copy(), begin.outputs.copy(), np.array([begin.bias], np.float32)]
    wanted = targets.astype(np.float32)
    batches = -(-len(inputs) // _BATCH)
    # The rate falls along the whole way, however early it ends: a pass does not know how many will follow.
    descent = Descent(values, (0.0,) * 4, _RATE, _PASSES * batches)

    def member() -> Member:
        return Member(values[0], values[1], values[2], float(values[3][0]))

    def look() -> None:
        if watched is not None and seen is not None:
            seen.append(member().log_odds(watched))

    look()
    for _ in range(passes):
        order = draw.permutation(len(inputs))
        for at in range(0, len(order), _BATCH):
            rows = order[at : at + _BATCH]
            shown = inputs[rows]
            hidden = np.maximum(shown @ values[0] + values[1], 0)
            error = (logistic_of(hidden @ values[2] + values[3]) - wanted[rows]) / np.float32(len(rows))
            back = np.outer(error, values[2]) * (hidden > 0)
            descent.step([shown.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(keepdims=True)])
        look()
    return member()


def _after_each_pass(inputs: Matrix, examples: Examples, begin: Member, seed: int, advance: Advance) -> Vector:
    """The log odds of unseen examples before the first pass and after each, one row per pass."""
    part = parts(examples.texts, ADAPTING_PARTS, seed)[examples.owners]
    after = np.zeros((_PASSES + 1, len(part)))
    for number in range(ADAPTING_PARTS):
        own = part == number
        seen: list[Vector] = []
        trained_on(begin, inputs[~own], examples.targets[~own], _PASSES, seed * 1000 + number, inputs[own], seen)
        after[:, own] = seen
        advance(1)
    return after


def _best_passes(after: Vector, examples: Examples, entries: Sequence[Entry]) -> int:
    """The pass with the smallest cross entropy, once calibrated; 0 where it segments fewer unseen examples as people do. Being
    surer of the same breaks is the calibration's business, not a reason to train."""
    targets = examples.targets

    def surprise(log_odds: Vector) -> float:
        stretch, shift = fitted(log_odds, targets)
        return cross_entropy(stretch * log_odds + shift, targets)

    passes = int(np.argmin([surprise(row) for row in after]))
    right = [sum(map(_is_right, entries, by_query([logistic(value) for value in after[at]], examples))) for at in (0, passes)]
    return passes if right[1] >= right[0] else 0


def _query_difference(
    entries: Sequence[Entry], before: Sequence[Sequence[float]], after: Sequence[Sequence[float]], seed: int
) -> tuple[float, tuple[float, float]]:
    """How many more queries are segmented as most annotators do, with the interval that drawing the queries again gives."""
    gains = np.array(
        [_is_right(entry, late) - _is_right(entry, early) for entry, early, late in zip(entries, before, after, strict=True)],
        np.float64,
    )
    means = resampled_sums(gains[:, None], _DRAWS, seed)[:, 0] / len(gains)
    return float(gains.mean()), percentile_interval(means)


def _is_right(entry: Entry, chances: Sequence[float]) -> int:
    """Whether the breaks are those of the largest group of annotators."""
    breaks = Flat(tuple(int(chance > 0.5) for chance in chances))
    top = max(vote.count for vote in entry.votes)
    return int(any(vote.shape == breaks and vote.count == top for vote in entry.votes))
