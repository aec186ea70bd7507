"""Agreement against those who compute it elsewhere: krippendorff, scikit-learn, segeval, nltk."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from caesura.agreement import (
    AnnotatedQuery,
    alpha_exactly,
    alpha_of_values,
    boundary_similarity,
    cohen_kappa,
    interval,
    mean_boundary_similarity,
    metric,
    nominal,
)
from caesura.agreement.items import Distance
from caesura.shapes import all_flat, boundaries, random_nested, sequence_distance

_TABLES = range(12)


def random_table(seed: int, values: Sequence[int]) -> list[list[int | None]]:
    """Annotators by items, with gaps."""
    drawing = random.Random(seed)
    annotators, items = drawing.randint(2, 6), drawing.randint(3, 15)
    return [[drawing.choice((None, *values, *values)) for _ in range(items)] for _ in range(annotators)]


@pytest.mark.parametrize("seed", _TABLES)
@pytest.mark.parametrize("level", ["nominal", "interval"])
def test_alpha_of_labels_with_gaps_equals_krippendorff(seed: int, level: str) -> None:
    krippendorff = pytest.importorskip("krippendorff")
    table = random_table(seed, (1, 2, 3, 5))
    ours = alpha_of_values(zip(*table, strict=True), nominal if level == "nominal" else interval)
    gaps = [[float("nan") if label is None else float(label) for label in row] for row in table]
    theirs = krippendorff.alpha(reliability_data=gaps, level_of_measurement=level)
    assert float(ours) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("seed", _TABLES)
def test_alpha_of_trees_equals_krippendorff_with_our_metric(seed: int) -> None:
    """Trees of all lengths under d1 and d2, as labels with a metric of our own."""
    np = pytest.importorskip("numpy")
    krippendorff = pytest.importorskip("krippendorff")
    drawing = random.Random(seed)
    items = []
    for number in range(6):
        words = drawing.randint(2, 5)
        counts: dict[tuple[int, ...], int] = {}
        for _ in range(drawing.randint(1, 5)):
            tree = random_nested(words, drawing).heights
            counts[tree] = counts.get(tree, 0) + 1
        items.append(AnnotatedQuery(f"q{number}", tuple(counts.items())))
    domain = sorted({pattern for item in items for pattern, _ in item.patterns})
    counted = np.array([[dict(item.patterns).get(pattern, 0) for pattern in domain] for item in items])
    for distance in Distance:

        def measured(one: Any, other: Any, dtype: Any = np.float64, power: int = distance.power, **_: Any) -> Any:
            apart = [
                [float(sequence_distance(domain[int(a)], domain[int(b)], power)) for b in np.ravel(other)] for a in np.ravel(one)
            ]
            return np.array(apart, dtype=dtype).reshape(np.broadcast_shapes(np.shape(one), np.shape(other)))

        theirs = krippendorff.alpha(value_counts=counted, value_domain=np.arange(len(domain)), level_of_measurement=measured)
        ours = alpha_exactly(items, metric(distance))
        assert ours is not None
        assert float(ours) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize("seed", _TABLES)
def test_alpha_of_trees_equals_nltk(seed: int) -> None:
    agreement = pytest.importorskip("nltk.metrics.agreement")
    drawing = random.Random(100 + seed)
    items, triples = [], []
    for number in range(8):
        words = drawing.randint(3, 6)
        counts: dict[tuple[int, ...], int] = {}
        for coder in range(4):
            tree = random_nested(words, drawing).heights
            counts[tree] = counts.get(tree, 0) + 1
            triples.append((f"c{coder}", f"q{number}", tree))
        items.append(AnnotatedQuery(f"q{number}", tuple(counts.items())))
    for distance in Distance:
        theirs = agreement.AnnotationTask(
            triples, distance=lambda a, b, power=distance.power: float(sequence_distance(a, b, power))
        )
        ours = alpha_exactly(items, metric(distance))
        assert ours is not None
        assert float(ours) == pytest.approx(theirs.alpha(), abs=1e-9)


@pytest.mark.parametrize("seed", _TABLES)
def test_cohens_kappa_equals_scikit_learn(seed: int) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    drawing = random.Random(seed)
    first = [drawing.randrange(3) for _ in range(30)]
    second = [one if drawing.random() < 0.6 else drawing.randrange(3) for one in first]
    ours = cohen_kappa(first, second)
    assert ours is not None
    assert float(ours) == pytest.approx(metrics.cohen_kappa_score(first, second), abs=1e-12)


@pytest.mark.parametrize("words", range(2, 7))
@pytest.mark.parametrize("span", [2, 3])
def test_boundary_similarity_equals_segeval(words: int, span: int) -> None:
    """Every pair of segmentations up to six words."""
    segeval = pytest.importorskip("segeval")
    for one in all_flat(words):
        for other in all_flat(words):
            if not sum(one.breaks) and not sum(other.breaks):
                continue  # segeval asks for the largest boundary type and has none; we say 1
            theirs = segeval.boundary_similarity(one.lengths, other.lengths, n_t=span)
            assert float(boundary_similarity(boundaries(one), boundaries(other), span)) == pytest.approx(float(theirs), abs=1e-12)


def test_mean_boundary_similarity_equals_segeval() -> None:
    segeval = pytest.importorskip("segeval")
    counts = {(0, 1, 0, 1): 2, (1, 0, 0, 1): 1, (0, 0, 1, 1): 1}
    masses = [(2, 2, 1), (2, 2, 1), (1, 3, 1), (3, 1, 1)]
    pairs = [segeval.boundary_similarity(one, other) for n, one in enumerate(masses) for other in masses[n + 1 :]]
    ours = mean_boundary_similarity([AnnotatedQuery("q", tuple(counts.items()))])
    assert ours is not None
    assert float(ours) == pytest.approx(float(sum(pairs)) / len(pairs), abs=1e-12)
