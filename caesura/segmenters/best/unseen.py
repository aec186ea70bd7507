"""The method `best` for queries it has not seen: by the shipped heads of ten folds.

Its teacher cannot be trained with Caesura alone, so there are only the folds of the corpus that the shipped model learned from. The
encoder that all folds share has seen no annotation at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from caesura.corpus import Corpus, Entry
from caesura.foundation import Advance, InputError, unwatched
from caesura.segmenters.best.segmenter import BestSegmenter, best_segmenter
from caesura.segmenters.best.shipped import shipped_best, shipped_best_folds
from caesura.segmenters.learned.fitting import FeatureSources
from caesura.segmenters.learned.model import query_hash
from caesura.segmenters.learned.training import Recipe


class BestInFolds:
    """A segmenter for each shipped fold; an error where the corpus, the number of folds or the seed is another."""

    def segmenters(
        self, corpus: Corpus, sources: FeatureSources, folds: int, recipe: Recipe, advance: Advance = unwatched
    ) -> Iterator[tuple[BestSegmenter, list[Entry]]]:
        model = shipped_best()
        self._check(corpus, folds, recipe)
        models, fold_of = shipped_best_folds()
        place = dict(zip(model.seen, fold_of, strict=True))
        own: list[list[Entry]] = [[] for _ in models]
        for entry in corpus:
            single = len(entry.query.words) < 2
            own[0 if single else place[query_hash(entry.query.text, model.salt)]].append(entry)
        for one, entries in zip(models, own, strict=True):
            yield best_segmenter(sources.lexicon, one), entries
            advance(recipe.members)

    def shipped(self, corpus: Corpus, sources: FeatureSources, folds: int, recipe: Recipe) -> str | None:  # noqa: ARG002
        self._check(corpus, folds, recipe)
        return shipped_best().fingerprint

    def _check(self, corpus: Corpus, folds: int, recipe: Recipe) -> None:
        card = shipped_best().card
        seen = all(shipped_best().has_seen(entry.query.text) for entry in corpus if len(entry.query.words) > 1)
        if not seen or folds != card["folds"] or recipe.seed != card["seed"]:
            raise InputError(
                f"best has models of the {card['folds']} folds of {card['data']} with the seed {card['seed']}, and no others",
                cure="use that corpus with these folds, or leave --folds out",
            )
