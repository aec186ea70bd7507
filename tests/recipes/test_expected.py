"""Expected counts, against the definition written out word by word."""

from __future__ import annotations

import pytest
from hypothesis import given

from recipes.sources import TrigramModel
from recipes.sources.expected import expected_counts
from recipes.sources.ngrams import words_of
from tests.recipes.models import model_of
from tests.recipes.test_sphinx import models

TOTAL = 10**9


def _plain(model: TrigramModel, ngram: tuple[int, ...]) -> float:
    """P of the whole n-gram by the chain rule with back-off."""
    pairs = {tuple(row): place for place, row in enumerate(model.pairs.tolist())}
    triples = {tuple(row): place for place, row in enumerate(model.triples.tolist())}

    def given_before(words: tuple[int, ...]) -> float:
        if len(words) == 1:
            return float(model.probability[words[0]])
        if len(words) == 2:
            if words in pairs:
                return float(model.pair_probability[pairs[words]])
            return float(model.backoff[words[0]]) * given_before(words[1:])
        if words in triples:
            return float(model.triple_probability[triples[words]])
        weight = float(model.pair_backoff[pairs[words[:2]]]) if words[:2] in pairs else 1.0
        return weight * given_before(words[1:])

    value = 1.0
    for end in range(1, len(ngram) + 1):
        value *= given_before(ngram[:end])
    return value


@given(models(), models())
def test_the_mean_of_two_models_equals_the_definition(one: tuple, other: tuple) -> None:  # type: ignore[type-arg]
    both = [model_of(*one), model_of(*other)]
    words = sorted({*both[0].words, *both[1].words})
    number = {word: place for place, word in enumerate(words)}
    counts = expected_counts(both, number, TOTAL)
    for size, counted in counts.items():
        rows = words_of(counted.keys, size).tolist()
        listed = {tuple(words[place] for place in row) for row in rows}
        for row, count in zip(rows, counted.counts.tolist(), strict=True):
            expected = 0.0
            for model in both:
                spelled = [words[place] for place in row]
                if all(word in model.words for word in spelled):
                    expected += _plain(model, tuple(model.words.index(word) for word in spelled)) / 2
            assert count == pytest.approx(expected * TOTAL, rel=1e-9)
        if size == 2:
            assert listed == {tuple(model.words[place] for place in row) for model in both for row in model.pairs.tolist()}


def test_words_outside_the_vocabulary_take_their_ngrams_along() -> None:
    model = model_of(["<s>", "new", "york"], [(0.1, 1.0), (0.5, 0.5), (0.4, 1.0)], {(0, 1): (0.5, 1.0), (1, 2): (0.9, 1.0)}, {})
    counts = expected_counts([model], {"new": 0, "york": 1}, 100)
    assert words_of(counts[2].keys, 2).tolist() == [[0, 1]]
    assert counts[2].counts.tolist() == pytest.approx([45.0])
