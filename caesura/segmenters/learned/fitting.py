"""From a corpus with votes to a model: features, members, calibration, card; and predictions fold by fold."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from caesura.corpus import Corpus, Entry
from caesura.foundation import Advance, InputError, check_folds, each_fold, extra, unwatched
from caesura.lexicon import LexiconLike, default_lexicon, is_default
from caesura.segmenters.learned.calibration import bins_as_lists, calibration_error, fitted, fitted_odds_ratio, reliability
from caesura.segmenters.learned.distribution import logistic
from caesura.segmenters.learned.feature_rows import feature_rows
from caesura.segmenters.learned.log_features import LogFeatures, log_features
from caesura.segmenters.learned.model import LearnedModel, query_hashes
from caesura.segmenters.learned.network import Network
from caesura.segmenters.learned.training import (
    Examples,
    Recipe,
    Vector,
    design,
    parts,
    standardised,
    train_members,
    whole,
)
from caesura.segmenters.learned.vectors import default_vectors
from caesura.shapes import Flat
from caesura.tagging import Tagger

#: A model cannot be calibrated on fewer queries than this.
FEWEST = 20


@dataclass(frozen=True)
class FeatureSources:
    """What features are computed from."""

    lexicon: LexiconLike
    tagger: Tagger
    given_tags: bool = False

    @property
    def background(self) -> LexiconLike | None:
        """The default lexicon, where the sources's own is another one."""
        return None if is_default(self.lexicon) else default_lexicon()

    @property
    def log_features(self) -> LogFeatures | None:
        """What the lexicon keeps of a query log beyond counts, where it does."""
        return log_features(self.lexicon)


def examples_of(entries: Sequence[Entry], sources: FeatureSources) -> Examples:
    """Features and shares of all entries that have a place to break; votes are read for the shares alone."""
    used = [entry for entry in entries if len(entry.query.words) > 1]
    rows = feature_rows(
        [entry.query.words for entry in used],
        sources.lexicon,
        sources.tagger,
        sources.background,
        [entry.query.tags for entry in used] if sources.given_tags else None,
        log_features=sources.log_features,
    )
    shares = tuple(tuple(count / entry.votes.total for count in entry.votes.break_counts) for entry in used)
    return Examples(tuple(entry.query.text for entry in used), rows, shares)


def fit(
    corpus: Corpus,
    sources: FeatureSources,
    recipe: Recipe,
    advance: Advance = unwatched,
    *,
    licence: str = "as the corpus",
) -> LearnedModel:
    """A model trained on all entries of the corpus; its card holds the figures of the inner cross validation."""
    entries = [entry for entry in corpus if len(entry.query.words) > 1]
    check_learnable(corpus, entries, recipe)
    return fit_examples(
        entries, examples_of(entries, sources), recipe, {**_card(corpus, sources, recipe), "licence": licence}, advance
    )


def fit_examples(
    entries: Sequence[Entry], examples: Examples, recipe: Recipe, card: dict[str, Any], advance: Advance = unwatched
) -> LearnedModel:
    means, scales = standardised(examples)
    inputs = design(examples, means, scales)
    members, held_out = train_members(inputs, examples, recipe, advance)
    stretch, shift = fitted(held_out, examples.targets)
    network = whole(members, stretch, shift, means, scales)
    return model_with_card(entries, examples, network, stretch * held_out + shift, recipe.seed, card)


def model_with_card(
    entries: Sequence[Entry], examples: Examples, network: Network, held_out: Vector, seed: int, card: dict[str, Any]
) -> LearnedModel:
    """The network as a model; its odds ratio and figures come from `held_out`, calibrated log odds of queries left out."""
    chances = [logistic(value) for value in held_out]
    predicted = by_query(chances, examples)
    votes = [[(flat_of(vote.shape).breaks, vote.count) for vote in entry.votes] for entry in entries]
    salt = hashlib.sha256(f"{seed} {card.get('data')}".encode()).hexdigest()[:32]
    figures = inner_figures(entries, predicted)
    bins = reliability(chances, examples.targets.tolist())
    return LearnedModel(
        network,
        fitted_odds_ratio(predicted, votes),
        salt,
        query_hashes(examples.texts, salt),
        {**card, "queries": len(entries), "places": len(chances), "figures": figures, "reliability": bins_as_lists(bins)},
    )


def models_in_folds(
    corpus: Corpus, sources: FeatureSources, folds: int, recipe: Recipe, advance: Advance = unwatched
) -> Iterator[tuple[LearnedModel, list[Entry]]]:
    """A model for each fold, with the entries it was not trained on (of two and more words). Votes of the fold itself are used
    for nothing: not for features, not for calibration, not to choose anything."""
    with extra("measure"):
        import scipy.optimize  # noqa: F401 - missed now, not after an hour of training

    entries = [entry for entry in corpus if len(entry.query.words) > 1]
    check_learnable(corpus, entries, recipe)
    check_folds(folds, len(entries))
    # Features know no votes and no other queries: they are computed once for all folds.
    examples = examples_of(entries, sources)
    for others, own in each_fold(parts(examples.texts, folds, recipe.seed).tolist(), folds):
        model = fit_examples([entries[at] for at in others], examples.picked(others), recipe, {"data": "folds"}, advance)
        yield model, [entries[at] for at in own]


def inner_figures(entries: Sequence[Entry], predicted: Sequence[Sequence[float]]) -> dict[str, float]:
    """How predictions for unseen queries do: under `corpus` and `newbreak`, and how well they are calibrated."""
    from caesura.evaluation import evaluate, evaluation_rows, measure

    flats = {
        entry.query.id: Flat(tuple(int(chance > 0.5) for chance in chances))
        for entry, chances in zip(entries, predicted, strict=True)
    }
    evaluation = evaluate(Corpus("inner", tuple(entries)), {"learned": flats}, measures=[measure("corpus"), measure("newbreak")])
    by_measure = {row["measure"]: row for row in evaluation_rows(evaluation, resamples=0)}
    shares = [count / entry.votes.total for entry in entries for count in entry.votes.break_counts]
    bins = reliability([chance for chances in predicted for chance in chances], shares)
    return {
        "corpus_query": round(by_measure["corpus"]["query"], 4),
        "corpus_break": round(by_measure["corpus"]["break"], 4),
        "newbreak": round(by_measure["newbreak"]["value"], 4),
        "calibration_error": round(calibration_error(bins), 4),
    }


def by_query(values: Sequence[float], examples: Examples) -> list[list[float]]:
    listed, at = [], 0
    for shares in examples.shares:
        listed.append(list(values[at : at + len(shares)]))
        at += len(shares)
    return listed


def check_learnable(corpus: Corpus, entries: Sequence[Entry], recipe: Recipe) -> None:
    """Refuse what cannot be learned from: trees, queries without votes, too few queries."""
    if recipe.members < 2:
        raise InputError("a model of one member has no queries left to judge it by", cure="train 2 members or more")
    if corpus.kind is not Flat:
        raise InputError(f"{corpus.name} has no flat segmentations to learn from", cure="train on a corpus with votes")
    missing = next((entry for entry in entries if not entry.votes.total), None)
    if missing is not None:
        raise InputError(f"query {missing.query.id} has no votes", cure="train on queries that were annotated")
    fewest = max(FEWEST, recipe.members)
    if len(entries) < fewest:
        raise InputError(f"{len(entries)} queries of two and more words are too few to learn from", cure=f"give {fewest} or more")


def _card(corpus: Corpus, sources: FeatureSources, recipe: Recipe) -> dict[str, Any]:
    return {
        "data": corpus.signature,
        "lexicon": lexicon_name(sources),
        "default_lexicon_as_background": sources.background is not None,
        "log_statistics": sources.log_features is not None,
        "tags": "the tagger's and the corpus's own" if sources.given_tags else "the tagger's",
        "vectors": default_vectors().card["source"],
        "members": recipe.members,
        "hidden": recipe.hidden,
        "epochs": recipe.epochs,
        "seed": recipe.seed,
    }


def lexicon_name(sources: FeatureSources) -> str:
    """What stands for the lexicon in a card."""
    header = getattr(sources.lexicon, "header", None)
    return "in memory" if header is None else header.body_digest.hex()[:16]


def flat_of(shape: object) -> Flat:
    if not isinstance(shape, Flat):
        raise InputError("only flat segmentations can be learned from", cure="cut the trees first")
    return shape
