"""The learned segmenter for queries it has not seen: trained on all other parts of a corpus, part by part.

Whatever is measured with its probabilities (phrases that pass a least confidence, trees) must come from here where the model would
otherwise have been trained on the very queries. The parts and the models are those of `predict_in_folds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from caesura.corpus import Corpus, Entry
from caesura.errors import InputError
from caesura.segment.learned.fitting import Ground, check_learnable, examples_of, fit_examples, picked
from caesura.segment.learned.segmenter import LearnedSegmenter
from caesura.segment.learned.training import Recipe, parts


def learned_in_folds(
    corpus: Corpus, ground: Ground, folds: int, recipe: Recipe, advance: Callable[[int], None] = lambda _amount: None
) -> Iterator[tuple[LearnedSegmenter, list[Entry]]]:
    """A segmenter for each part, with the entries it was not trained on; `advance` is told of each network. Queries of one word,
    which nobody learns from, come with the first part."""
    entries = [entry for entry in corpus if len(entry.query.words) > 1]
    check_learnable(corpus, entries, recipe)
    if not 2 <= folds <= len(entries):
        raise InputError(f"{folds} folds of {len(entries)} queries", cure="use from 2 folds up to one per query")
    # Features know no votes and no other queries: they are computed once for all parts.
    examples = examples_of(entries, ground)
    part = parts(examples.texts, folds, recipe.seed).tolist()
    for number in range(folds):
        others = [at for at, of in enumerate(part) if of != number]
        model = fit_examples([entries[at] for at in others], picked(examples, others), recipe, {"data": "folds"}, advance)
        own = [entry for entry, of in zip(entries, part, strict=True) if of == number]
        single = [] if number else [entry for entry in corpus if len(entry.query.words) == 1]
        yield LearnedSegmenter(ground.lexicon, ground.tagger, model), own + single
