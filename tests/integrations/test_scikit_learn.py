"""An estimator as scikit-learn's own tools use it."""

from __future__ import annotations

import random

import pytest
from sklearn.base import clone
from sklearn.exceptions import SkipTestWarning
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils import estimator_checks

from caesura.corpus import Corpus, Entry, Query, Vote, Votes
from caesura.foundation import InputError
from caesura.integrations import QuerySegmenter
from caesura.shapes import Flat

NAMES = ["cape town", "new york", "mountain bikes", "night train", "red wine"]
WORDS = ["cheap", "hotels", "weather", "pictures", "used", "maps"]


def made(count: int = 60) -> tuple[list[str], list[str]]:
    draw = random.Random(1)
    pipes = [f"{draw.choice(WORDS)}|{draw.choice(NAMES)}|{draw.choice(WORDS)}" for _ in range(count)]
    return [pipe.replace("|", " ") for pipe in pipes], pipes


def test_without_fitting_data_it_knows_what_it_knows() -> None:
    model = QuerySegmenter().fit(["cape town"])
    assert model.predict(["cheap flights to cape town"]).tolist() == ["cheap flights|to|cape town"]
    assert model.transform(["cheap flights to cape town"]) == [["cheap flights", "to", "cape town"]]
    assert model.score(["cape town weather"], ["cape town|weather"]) == 1


def test_it_learns_from_texts_words_breaks_and_corpora() -> None:
    texts, pipes = made()
    by_text = QuerySegmenter().fit(texts, pipes)
    by_words = QuerySegmenter().fit([text.split() for text in texts], [[1, 0, 1]] * len(texts))
    entries = (Entry(Query(str(i), text), Votes((Vote(Flat((1, 0, 1)), 1),))) for i, text in enumerate(texts))
    by_corpus = QuerySegmenter().fit(Corpus("mine", tuple(entries)))
    for model in (by_text, by_words, by_corpus):
        assert model.score(texts, pipes) > 0.95
    assert list(by_text.predict(texts[:5])) == list(by_words.predict(texts[:5])) == list(by_corpus.predict(texts[:5]))


def test_cloned_tuned_and_cross_validated() -> None:
    texts, pipes = made(40)
    model = QuerySegmenter("titles", seed=3)
    assert clone(model).get_params() == model.get_params() == {"method": "titles", "lexicon": None, "members": 3, "seed": 3}
    assert model.set_params(method="none").fit(texts).score(texts, pipes) == 0
    assert cross_val_score(QuerySegmenter("titles"), texts, pipes, cv=2).shape == (2,)
    search = GridSearchCV(QuerySegmenter(), {"method": ["none", "titles"]}, cv=2).fit(texts, pipes)
    assert search.best_params_ == {"method": "titles"}


def test_segments_as_features() -> None:
    counted = make_pipeline(QuerySegmenter(), CountVectorizer(analyzer=lambda segments: segments))
    counted.fit(["cheap flights to cape town", "cape town weather"])
    assert "cape town" in counted[-1].vocabulary_


def test_what_does_not_fit_is_told() -> None:
    with pytest.raises(InputError, match="X is one text"):
        QuerySegmenter().fit("cape town")
    with pytest.raises(InputError, match="2 queries and 1 segmentations"):
        QuerySegmenter().fit(["a b", "c d"], ["a|b"])
    with pytest.raises(InputError, match="query 2 is 7"):
        QuerySegmenter("none").fit(["a", 7])
    with pytest.raises(InputError, match="too few to learn from"):
        QuerySegmenter().fit(["a b"], ["a|b"])


#: scikit-learn runs none of its checks on estimators of texts; these need no numbers.
APPLY = [
    *("check_estimator_cloneable", "check_no_attributes_set_in_init", "check_parameters_default_constructible"),
    *("check_get_params_invariance", "check_set_params", "check_estimator_repr", "check_valid_tag_types"),
    *("check_do_not_raise_errors_in_init_or_set_params", "check_estimator_tags_renamed", "check_mixin_order"),
]


@pytest.mark.parametrize("name", APPLY)
def test_the_checks_that_apply(name: str) -> None:
    getattr(estimator_checks, name)("QuerySegmenter", QuerySegmenter())


def test_check_estimator_knows_that_it_takes_texts() -> None:
    with pytest.warns(SkipTestWarning, match="Can't test estimator QuerySegmenter which requires input"):
        estimator_checks.check_estimator(QuerySegmenter(), on_skip=None)
