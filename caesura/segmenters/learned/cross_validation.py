"""The learned segmenter for queries it has not seen: trained on all other parts of a corpus, part by part.

Whatever is measured with its probabilities (phrases that pass a minimum confidence, trees) must come from here where the
model would otherwise have been trained on the very queries. The parts and the models are those of `predict_in_folds`.
"""

from __future__ import annotations

from collections.abc import Iterator

from caesura.corpus import Corpus, Entry
from caesura.foundation import Advance, unwatched
from caesura.segmenters.learned.fitting import FeatureSources, models_in_folds
from caesura.segmenters.learned.segmenter import LearnedSegmenter
from caesura.segmenters.learned.training import Recipe


def learned_in_folds(
    corpus: Corpus, sources: FeatureSources, folds: int, recipe: Recipe, advance: Advance = unwatched
) -> Iterator[tuple[LearnedSegmenter, list[Entry]]]:
    """A segmenter for each part, with the entries it was not trained on; `advance` is called for each network. Queries of one word,
    which nobody learns from, come with the first part."""
    single = [entry for entry in corpus if len(entry.query.words) == 1]
    for model, own in models_in_folds(corpus, sources, folds, recipe, advance):
        yield LearnedSegmenter(sources.lexicon, sources.tagger, model), [entry for entry, _ in own] + single
        single = []
