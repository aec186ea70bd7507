"""scikit-learn: a segmenter as an estimator, to be tuned, cross-validated and put into pipelines.

QuerySegmenter().fit(queries, segmentations).predict(["new york times"])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from caesura.corpus import Corpus, Entry, Query, Vote, Votes
from caesura.foundation import InputError, extra
from caesura.segmenters import METHODS, default_method, segmenter, train
from caesura.shapes import Flat, parse_pipe

with extra("sklearn"):
    from sklearn.base import BaseEstimator, TransformerMixin
    from sklearn.utils.validation import check_is_fitted


class QuerySegmenter(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Queries in, segmentations out.

    X is a sequence of queries, each a text or a list of words, or a `Corpus` (then y is not needed: its votes teach). y has for
    each query a segmentation in pipe form (`new york|times`) or its breaks (`[0, 1]`). `fit` trains the method where it learns and
    is given y; the other methods, and `fit(X)` alone, use what they know. `predict` gives pipe form, `transform` a list of segments
    for each query (as `CountVectorizer(analyzer=list)` takes them), `score` the share of queries segmented exactly as y says.
    """

    def __init__(self, method: str = "learned", *, lexicon: Any = None, members: int = 3, seed: int = 1) -> None:
        self.method = method
        self.lexicon = lexicon
        self.members = members
        self.seed = seed

    def fit(self, X: Any, y: Any = None) -> QuerySegmenter:  # noqa: N803 - scikit-learn's name
        known = METHODS[self.method or default_method()]
        taught = X if isinstance(X, Corpus) else None
        if taught is None:
            texts = _texts(X)
            taught = None if y is None else _corpus(texts, y)
        options: dict[str, Any] = {}
        if known.takes_model and taught is not None and any(entry.votes for entry in taught):
            options["model"] = train(taught, lexicon=self.lexicon, members=self.members, seed=self.seed)
        self.segmenter_ = segmenter(known.name, lexicon=self.lexicon, **options)
        return self

    def predict(self, X: Any) -> np.ndarray[Any, Any]:  # noqa: N803
        check_is_fitted(self)
        return np.array(self.segmenter_.pipe_many(_texts(X)), dtype=object)

    def transform(self, X: Any) -> list[list[str]]:  # noqa: N803
        check_is_fitted(self)
        return [[segment.text for segment in made.segments] for made in self.segmenter_.segment_many(_texts(X))]

    def score(self, X: Any, y: Any = None) -> float:  # noqa: N803
        """The share of queries with the very segmentation of y; of a corpus, with its top vote."""
        if isinstance(X, Corpus):
            wanted = [entry.votes.top.shape for entry in X]
        else:
            if y is None:
                raise InputError("there is nothing to score against", cure="give y")
            wanted = [entry.votes.top.shape for entry in _corpus(_texts(X), y)]
        predicted = [made.flat for made in self.segmenter_.segment_many(_texts(X))]
        return sum(one == other for one, other in zip(predicted, wanted, strict=True)) / len(wanted)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.one_d_array, tags.input_tags.two_d_array, tags.input_tags.string = True, False, True
        tags.no_validation = True
        return tags


def _texts(queries: Any) -> list[str]:
    if isinstance(queries, str):
        raise InputError("X is one text", cure="give a list of queries")
    if isinstance(queries, Corpus):
        return [entry.query.text for entry in queries]
    texts = [one if isinstance(one, str) else " ".join(one) if _is_words(one) else None for one in queries]
    if None in texts:
        place = texts.index(None)
        raise InputError(f"query {place + 1} is {queries[place]!r:.60}", cure="give texts, or lists of words")
    if not texts:
        raise InputError("X holds no queries", cure="give at least one")
    return [text for text in texts if text is not None]


def _is_words(one: Any) -> bool:
    return isinstance(one, list | tuple | np.ndarray) and len(one) > 0 and all(isinstance(word, str) for word in one)


def _corpus(texts: Sequence[str], segmentations: Any) -> Corpus:
    given = list(segmentations)
    if len(given) != len(texts):
        raise InputError(f"{len(texts)} queries and {len(given)} segmentations", cure="give one for each query")
    entries = []
    for place, (text, one) in enumerate(zip(texts, given, strict=True), start=1):
        query = Query(str(place), text)
        flat = parse_pipe(one, query.words)[1] if isinstance(one, str) else Flat(tuple(int(value) for value in one))
        entries.append(Entry(query, Votes((Vote(flat, 1),))))
    return Corpus("X", tuple(entries))
