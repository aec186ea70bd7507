"""A model for one's own queries from a few annotated ones: all weights of a shipped profile are trained on, a little.

Whether, and from which profile, is decided on the examples themselves: they are split into parts, and each part is predicted by
weights that were trained on the others. The start is kept where training on is clearly worse. A log without annotations helps where
`best` is installed: its transformer learns from the examples too, labels the log, and the small network learns from both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from caesura.corpus import Corpus, Entry
from caesura.foundation import Advance, InputError, percentile_interval, resampled_sums, unwatched
from caesura.segmenters.learned.distribution import logistic
from caesura.segmenters.learned.feature_rows import FeatureRows, feature_rows
from caesura.segmenters.learned.fitting import (
    FeatureSources,
    by_query,
    check_learnable,
    examples_of,
    inner_figures,
    lexicon_name,
    model_with_card,
)
from caesura.segmenters.learned.further_training import (
    FEW_EXAMPLES,
    after_each_pass,
    calibration_of,
    chosen_passes,
    is_worse,
    mean_surprise,
    surprises,
    trained_on,
)
from caesura.segmenters.learned.logged_words import looked_up, seeing_logged_words, with_logged_words, words_of_log
from caesura.segmenters.learned.model import LearnedModel
from caesura.segmenters.learned.profiles import PROFILES
from caesura.segmenters.learned.teaching import Lessons, Teachers, Teaching
from caesura.segmenters.learned.training import Examples, Matrix, Member, Recipe, Vector, inputs_of, whole
from caesura.segmenters.learned.vectors import WordVectors
from caesura.segmenters.learned.widening import widened
from caesura.shapes import Flat, Words

#: How often examples are drawn again for the interval.
_DRAWS = 2000


@dataclass(frozen=True)
class Adapted:
    """The model; the profile or model it began with; passes over the examples; queries of a log it learned from; figures on unseen
    examples before and after, and the difference in query accuracy with a 95 % interval."""

    model: LearnedModel
    start: str
    passes: int
    unlabelled: int
    before: dict[str, float]
    after: dict[str, float]
    difference: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class _Candidate:
    """What comes of one start: log odds of examples left out, before and after, and how to train on all of them; `words` are the
    vectors of a log's words that it looks at beside the shipped ones."""

    name: str
    start: LearnedModel
    begin: Member
    scaled: tuple[Vector, Vector]
    inputs: Matrix
    before: Vector
    after: Vector
    passes: int
    surprise: float
    final: Callable[[], Member]
    words: WordVectors | None


def adapt_model(
    corpus: Corpus,
    sources: FeatureSources,
    starts: Mapping[str, LearnedModel] | None = None,
    *,
    unlabelled: Sequence[Words] = (),
    teachers: Teachers | None = None,
    seed: int = 1,
    licence: str = "as the examples and the profile",
    advance: Advance = unwatched,
) -> Adapted:
    """Begin with the one of `starts` (all profiles, if none is given) that predicts examples left out best. `teachers` label the
    queries of `unlabelled`."""
    entries = [entry for entry in corpus if len(entry.query.words) > 1]
    check_learnable(corpus, entries, Recipe())
    examples = examples_of(entries, sources)
    logged = [words for words in unlabelled if len(words) > 1] if teachers is not None else []
    all_rows = examples.rows.joined(_described(logged, sources)) if logged else examples.rows
    queries = [*(entry.query.words for entry in entries), *logged]
    begun = starts or {name: PROFILES[name].model for name in PROFILES}
    candidates = [_from_start(name, start, examples, all_rows, queries, seed, advance) for name, start in begun.items()]
    best = min(candidates, key=lambda each: each.surprise)
    if teachers is not None and logged:
        best = _taught(best, examples, all_rows, queries, teachers(queries), seed, advance)
    return _adapted(best, corpus, entries, examples, sources, len(logged), seed, licence)


def _from_start(
    name: str,
    start: LearnedModel,
    examples: Examples,
    all_rows: FeatureRows,
    queries: Sequence[Words],
    seed: int,
    advance: Advance,
) -> _Candidate:
    if start.network.uses_given_tags or start.network.uses_background or start.network.uses_log:
        raise InputError("the model asks for tags or a second lexicon", cure="begin with a profile or with a model without them")
    begin, means, scales = widened(start.network, all_rows)
    table = start.logged_words
    rows = all_rows if table is None else with_logged_words(all_rows, looked_up(queries, table))
    inputs = inputs_of(rows, means, scales)
    own, targets = inputs[: len(examples.targets)], examples.targets
    after = after_each_pass(own, examples, begin, seed, FEW_EXAMPLES, advance)
    passes = chosen_passes(after, examples)

    def final() -> Member:
        return trained_on(begin, own, examples.owners, targets, passes, seed, FEW_EXAMPLES)

    surprise = mean_surprise(after, examples)
    return _Candidate(name, start, begin, (means, scales), inputs, after[0], after[passes], passes, surprise, final, table)


def _taught(
    best: _Candidate,
    examples: Examples,
    all_rows: FeatureRows,
    queries: Sequence[Words],
    teaching: Teaching,
    seed: int,
    advance: Advance,
) -> _Candidate:
    """The network that learned from the labelled log as well, unless examples left out surprise it clearly more. Of the log's words
    it sees what the teachers' transformer makes of them, where there is one."""
    words, inputs, begin = best.words, best.inputs, best.begin
    if words is None and teaching.states is not None:
        words, vectors = words_of_log(queries, teaching.states)
        inputs = inputs_of(with_logged_words(all_rows, vectors), *best.scaled)
        begin = seeing_logged_words(begin, len(best.scaled[0]))
    lessons = Lessons(examples, [len(each) - 1 for each in queries[len(examples.shares) :]], inputs, begin, teaching, seed, advance)
    after = lessons.held_out(advance)
    if is_worse(surprises(after, examples), surprises(best.after, examples)):
        return best
    return replace(best, after=after, final=lessons.final, words=words)


def _adapted(
    best: _Candidate,
    corpus: Corpus,
    entries: Sequence[Entry],
    examples: Examples,
    sources: FeatureSources,
    unlabelled: int,
    seed: int,
    licence: str,
) -> Adapted:
    plain = by_query([logistic(value) for value in best.before], examples)
    before = inner_figures(entries, plain)
    card: dict[str, Any] = {
        "profile": f"adapted from {best.name}",
        "data": corpus.signature,
        "lexicon": lexicon_name(sources),
        "default_lexicon_as_background": sources.background is not None,
        "log_statistics": sources.log_features is not None,
        "tags": "the tagger's",
        "vectors": best.start.card.get("vectors"),
        "hidden": best.start.network.hidden,
        "passes": best.passes,
        "unlabelled_queries": unlabelled,
        "words_learned": 0 if best.words is None else len(best.words.ranks),
        "seed": seed,
        "start_figures": before,
        "licence": licence,
    }
    # What calibrates the final weights was learned from weights of the same length of training.
    stretch, shift = calibration_of(best.after, examples.targets)
    network = whole([best.final()], stretch, shift, *best.scaled, logged_words=best.words is not None)
    calibrated = stretch * best.after + shift
    model = replace(model_with_card(entries, examples, network, calibrated, seed, card), logged_words=best.words)
    predicted = by_query([logistic(value) for value in calibrated], examples)
    difference, interval = _query_difference(entries, plain, predicted, seed)
    return Adapted(model, best.name, best.passes, unlabelled, before, model.card["figures"], difference, interval)


def _described(queries: Sequence[Words], sources: FeatureSources) -> FeatureRows:
    return feature_rows(queries, sources.lexicon, sources.tagger, sources.background, log_features=sources.log_features)


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
