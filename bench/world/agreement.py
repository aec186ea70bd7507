"""Krippendorff's alpha over segmentations, ten annotators a query, and boundary similarity, beside those who offer it."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import combinations

from bench.agreement import our_alpha_alone, with_krippendorff, with_nltk
from bench.world.measuring import Measured, Subject, System, measured
from caesura.agreement import ANNOTATORS, Distance, Kind, items_of, mean_boundary_similarity, simulated_corpus
from caesura.corpus import Corpus
from caesura.shapes import Flat

_FEW_QUERIES = 200
_LENGTHS = (3, 4, 5, 6, 7, 8, 9, 10)


def crowd(kind: Kind, size: int, annotators: int = 10) -> Corpus:
    unbiased = next(one for one in ANNOTATORS if (one.name, one.kind) == ("unbiased", kind))
    return simulated_corpus(unbiased, queries=size, annotators=annotators, lengths=_LENGTHS)


def _alpha(compute: Callable[[Corpus, Kind, Distance], float], kind: Kind, distance: Distance, size: int) -> Measured:
    return _alpha_of(compute, kind, distance, crowd(kind, size), size)


def _by_many(compute: Callable[[Corpus, Kind, Distance], float], size: int) -> Measured:
    return _alpha_of(compute, Kind.FLAT, Distance.D1, crowd(Kind.FLAT, _FEW_QUERIES, size), size)


def _alpha_of(
    compute: Callable[[Corpus, Kind, Distance], float], kind: Kind, distance: Distance, corpus: Corpus, size: int
) -> Measured:
    values: list[float] = []
    timed = measured(lambda: values.append(compute(corpus, kind, distance)), size)
    return Measured(timed.amount, timed.seconds, timed.memory, {"alpha": values[-1]})


def _subject(kind: Kind, distance: Distance) -> Subject:
    return Subject(
        name=f"agreement-{kind}",
        title=f"Agreement: alpha over {kind} segmentations",
        unit="query",
        says=f"Distance {distance}, ten annotators a query of three to ten words. All three must print the same alpha; "
        "krippendorff takes gigabytes for a thousand queries.",
        systems=[
            System("Caesura", partial(_alpha, our_alpha_alone, kind, distance)),
            System("krippendorff", partial(_alpha, with_krippendorff, kind, distance), "krippendorff", largest=100),
            System("nltk", partial(_alpha, with_nltk, kind, distance), "nltk", largest=100),
        ],
        quick=(100, 1_000),
        full=(100, 1_000, 10_000, 100_000),
        columns={"alpha": "alpha"},
    )


def _ours_similarity(corpus: Corpus) -> float:
    value = mean_boundary_similarity(items_of(corpus, Kind.FLAT))
    assert value is not None
    return float(value)


def _segeval(corpus: Corpus) -> float:
    """Every pair of annotators of every query, as its documentation has it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        segeval = import_module("segeval")
    means = []
    for item in items_of(corpus, Kind.FLAT):
        masses = [Flat(pattern).lengths for pattern, count in item.patterns for _ in range(count)]
        # It fails where neither annotator breaks at all, which is agreement.
        pairs = [
            1.0 if len(one) == len(other) == 1 else float(segeval.boundary_similarity(one, other))
            for one, other in combinations(masses, 2)
        ]
        means.append(sum(pairs) / len(pairs))
    return sum(means) / len(means)


def _similarity(compute: Callable[[Corpus], float], size: int) -> Measured:
    corpus = crowd(Kind.FLAT, size)
    values: list[float] = []
    timed = measured(lambda: values.append(compute(corpus)), size)
    return Measured(timed.amount, timed.seconds, timed.memory, {"similarity": values[-1]})


SIMILARITY = Subject(
    name="agreement-boundaries",
    title="Agreement: boundary similarity",
    unit="query",
    says="Mean over queries of the mean over the 45 pairs of ten annotators. Both must print the same figure.",
    systems=[
        System("Caesura", partial(_similarity, _ours_similarity)),
        System("segeval", partial(_similarity, _segeval), "segeval", largest=1_000),
    ],
    quick=(100, 1_000),
    full=(100, 1_000, 10_000, 100_000),
    columns={"similarity": "similarity"},
)

MANY = Subject(
    name="agreement-annotators",
    title="Agreement: alpha with many annotators",
    unit="annotator",
    says=f"Flat, distance {Distance.D1}, {_FEW_QUERIES} queries, each segmented by all annotators.",
    systems=[
        System("Caesura", partial(_by_many, our_alpha_alone)),
        System("krippendorff", partial(_by_many, with_krippendorff), "krippendorff", largest=100),
        System("nltk", partial(_by_many, with_nltk), "nltk", largest=10),
    ],
    quick=(10, 100),
    full=(10, 100, 1_000),
    columns={"alpha": "alpha"},
)

SUBJECTS = (SIMILARITY, _subject(Kind.FLAT, Distance.D1), _subject(Kind.NESTED, Distance.D2), MANY)
