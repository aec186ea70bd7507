"""The learned segmenter for queries it has not seen: trained on all other parts of a corpus, part by part.

Whatever is measured with its probabilities (phrases that pass a minimum confidence, trees) must come from here where the
model would otherwise have been trained on the very queries. The parts and the models are those of `predict_in_folds`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from caesura.corpus import Corpus, Entry
from caesura.foundation import Advance, unwatched
from caesura.segmenters.learned.compiled import kernel_can_run, learned_kernel
from caesura.segmenters.learned.distribution import logistic
from caesura.segmenters.learned.fitting import FeatureSources, models_in_folds
from caesura.segmenters.learned.model import LearnedModel
from caesura.segmenters.learned.network import SCALE
from caesura.segmenters.learned.profiles import default_model
from caesura.segmenters.learned.segmenter import LearnedSegmenter
from caesura.segmenters.learned.shipped_folds import shipped_folds
from caesura.segmenters.learned.training import Recipe
from caesura.segmenters.registry import UnseenModels
from caesura.shapes import Flat


def learned_in_folds(
    corpus: Corpus, sources: FeatureSources, folds: int, recipe: Recipe, advance: Advance = unwatched
) -> Iterator[tuple[LearnedSegmenter, list[Entry]]]:
    """A segmenter for each part, with the entries it was not trained on; `advance` is called for each network. Queries of one word,
    which nobody learns from, come with the first part. Where the shipped model was trained on this very corpus, its own networks of
    the folds are taken: they learned from a teacher too, and cannot be trained again here."""
    single = [entry for entry in corpus if len(entry.query.words) == 1]
    shipped = shipped_folds(corpus, sources, folds, recipe)
    for model, own in models_in_folds(corpus, sources, folds, recipe, advance) if shipped is None else shipped:
        yield _segmenter(sources, model), [*own, *single]
        single = []


class LearnedInFolds:
    """The method `learned` for queries it has not seen."""

    def segmenters(
        self, corpus: Corpus, sources: FeatureSources, folds: int, recipe: Recipe, advance: Advance = unwatched
    ) -> Iterator[tuple[LearnedSegmenter, list[Entry]]]:
        return learned_in_folds(corpus, sources, folds, recipe, advance)

    def shipped(self, corpus: Corpus, sources: FeatureSources, folds: int, recipe: Recipe) -> str | None:
        return None if shipped_folds(corpus, sources, folds, recipe) is None else default_model().fingerprint


def predict_in_folds(
    corpus: Corpus,
    sources: FeatureSources,
    folds: int,
    recipe: Recipe,
    advance: Advance = unwatched,
    models: UnseenModels | None = None,
) -> tuple[dict[str, Flat], dict[str, list[float]]]:
    """For each query the breaks, and their probabilities, by a model trained on the other folds: by default of `learned`."""
    flats: dict[str, Flat] = {}
    chances: dict[str, list[float]] = {}
    for trained, own in (models or LearnedInFolds()).segmenters(corpus, sources, folds, recipe, advance):
        tags = [entry.query.tags if sources.given_tags else None for entry in own]
        for entry, scores in zip(own, trained.scores_many([entry.query.words for entry in own], tags), strict=True):
            flats[entry.query.id] = Flat(tuple(int(score > 0) for score in scores))
            chances[entry.query.id] = [logistic(score / SCALE) for score in scores]
    return flats, chances


def _segmenter(sources: FeatureSources, model: LearnedModel) -> LearnedSegmenter:
    runs = kernel_can_run(sources.lexicon, model, sources.tagger)
    kernel = partial(learned_kernel, sources.lexicon, model, sources.tagger) if runs else None
    return LearnedSegmenter(sources.lexicon, sources.tagger, model, kernel=kernel)
