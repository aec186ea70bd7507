"""A profile adapted to a log that nobody annotated: teachers say what they would do, and the small network learns it.

Nobody's convention is learned this way, only the teachers' way with these queries. How much of it, queries left out tell: how often
network and teachers break alike, before and after.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from caesura.foundation import Advance, InputError, fingerprint, unwatched
from caesura.segmenters.learned.feature_rows import feature_rows
from caesura.segmenters.learned.fitting import FEWEST, FeatureSources, lexicon_name
from caesura.segmenters.learned.further_training import trained_on
from caesura.segmenters.learned.logged_words import looked_up, seeing_logged_words, with_logged_words, words_of_log
from caesura.segmenters.learned.model import LearnedModel
from caesura.segmenters.learned.teaching import LEARNING, Teachers, labelled_by
from caesura.segmenters.learned.training import Vector, inputs_of, whole
from caesura.segmenters.learned.widening import widened
from caesura.shapes import Words

#: One query of this many is left out to see what was learned.
_LEFT_OUT = 10


@dataclass(frozen=True)
class Distilled:
    """The model; queries it learned from and queries left out; the share of these that it segments as its teachers do, before and
    after."""

    model: LearnedModel
    queries: int
    left_out: int
    before: float
    after: float


def distil_model(
    queries: Sequence[Words],
    sources: FeatureSources,
    start: LearnedModel,
    teachers: Teachers,
    *,
    name: str = "given",
    seed: int = 1,
    licence: str = "as the profile",
    advance: Advance = unwatched,
) -> Distilled:
    """The start, taught with these queries."""
    used = sorted({words for words in queries if len(words) > 1})
    if len(used) < FEWEST * _LEFT_OUT:
        problem = f"{len(used)} different queries of two and more words are too few to learn from"
        raise InputError(problem, cure=f"give {FEWEST * _LEFT_OUT} or more")
    if start.network.uses_given_tags or start.network.uses_background or start.network.uses_log:
        raise InputError("the model asks for tags or a second lexicon", cure="begin with a profile or with a model without them")
    owners = np.repeat(np.arange(len(used)), [len(words) - 1 for words in used])
    out = np.random.default_rng(seed).permutation(len(used)) % _LEFT_OUT == 0
    rows = feature_rows(used, sources.lexicon, sources.tagger, sources.background, log_features=sources.log_features)
    advance(1)
    teaching = teachers(used)
    odds = labelled_by(teaching.heads, owners)
    advance(1)
    begin, means, scales = widened(start.network, rows)
    logged_words = start.logged_words
    if logged_words is not None:
        rows = with_logged_words(rows, looked_up(used, logged_words))
    elif teaching.states is not None:
        logged_words, vectors = words_of_log(used, teaching.states)
        rows, begin = with_logged_words(rows, vectors), seeing_logged_words(begin, len(means))
    inputs, shown = inputs_of(rows, means, scales), ~out[owners]
    targets = 1 / (1 + np.exp(-odds))
    trained = trained_on(begin, inputs[shown], owners[shown], targets[shown], LEARNING.passes, seed, LEARNING)
    advance(1)

    def alike(log_odds: Vector) -> float:
        differs = np.bincount(owners, (log_odds > 0) != (odds > 0))
        return float((differs[out] == 0).mean())

    before, after = alike(begin.log_odds(inputs, owners)), alike(trained.log_odds(inputs, owners))
    card = {
        **{key: start.card.get(key) for key in ("vectors", "reliability")},
        "profile": f"{name}, taught with a log",
        "data": f"log#{fingerprint(map(' '.join, used))}",
        "lexicon": lexicon_name(sources),
        "default_lexicon_as_background": sources.background is not None,
        "log_statistics": sources.log_features is not None,
        "tags": "the tagger's",
        "hidden": start.network.hidden,
        "unlabelled_queries": int((~out).sum()),
        "words_learned": 0 if logged_words is None else len(logged_words.ranks),
        "seed": seed,
        "as_the_teachers_before": round(before, 4),
        "as_the_teachers_after": round(after, 4),
        "licence": licence,
    }
    network = whole([trained], 1.0, 0.0, means, scales, logged_words=logged_words is not None)
    model = LearnedModel(network, start.odds_ratio, start.salt, start.seen, card, logged_words)
    return Distilled(model, int((~out).sum()), int(out.sum()), before, after)
