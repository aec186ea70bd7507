"""The learned segmenter for queries it has not seen: trained on all other parts of a corpus, part by part.

Whatever is measured with its probabilities (phrases that pass a least confidence, trees) must come from here where the model would
otherwise have been trained on the very queries. Queries that fold to the same words are always in the same part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from caesura.corpus import Corpus, Entry
from caesura.errors import InputError
from caesura.lexicon import LexiconLike
from caesura.segment.learned.fitting import Ground, check_learnable, examples_of, fit, picked
from caesura.segment.learned.segmenter import LearnedSegmenter
from caesura.segment.learned.training import Recipe, parts
from caesura.tagging import default_tagger


def learned_in_folds(
    corpus: Corpus, lexicon: LexiconLike, folds: int, seed: int = 1, advance: Callable[[int], None] = lambda _amount: None
) -> Iterator[tuple[LearnedSegmenter, list[Entry]]]:
    """A segmenter for each part, with the entries it was not trained on. `advance` is told of each part."""
    if not 2 <= folds <= len(corpus):
        raise InputError(f"{folds} folds of {len(corpus)} queries", cure="use from 2 folds up to one per query")
    ground = Ground(lexicon, default_tagger())
    recipe = Recipe(seed=seed)
    part = parts([entry.query.text for entry in corpus], folds, seed)
    # Features know no votes and no other queries: they are computed once for all parts.
    placed = [(entry, of) for entry, of in zip(corpus, part, strict=True) if len(entry.query.words) > 1]
    entries = [entry for entry, _ in placed]
    check_learnable(corpus, entries, recipe)
    examples = examples_of(entries, ground)
    for number in range(folds):
        others = [entry for entry, of in zip(corpus, part, strict=True) if of != number]
        seen = picked(examples, [at for at, (_, of) in enumerate(placed) if of != number])
        model = fit(corpus.restricted(others), ground, recipe, examples=seen)
        own = [entry for entry, of in zip(corpus, part, strict=True) if of == number]
        yield LearnedSegmenter(ground.lexicon, ground.tagger, model), own
        advance(1)
