"""Good-Turing and ATC against plain Python that follows the printed formulas, and the figure of a query."""

from __future__ import annotations

from collections import Counter
from math import log, sqrt
from statistics import median

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from caesura.retrieval.compositionality.atc import distance, vector
from caesura.retrieval.compositionality.contexts import Contexts
from caesura.retrieval.compositionality.good_turing import divergence, fitted_slope, smoothed
from caesura.retrieval.compositionality.non_compositionality import changed_queries, non_compositionality

Windows = list[list[int]]
windows = st.lists(st.lists(st.integers(0, 6), min_size=1, max_size=6), min_size=1, max_size=8)


def contexts(of: Windows) -> Contexts:
    pairs = [(number, term) for number, window in enumerate(of) for term in window]
    return Contexts(np.array([n for n, _ in pairs], dtype=np.int64), np.array([t for _, t in pairs], dtype=np.int64), len(of))


def plain_good_turing(of: Windows) -> tuple[dict[int, float], float]:
    """Formulas 6 and 7, with the line fitted by the textbook formula."""
    counts = Counter(term for window in of for term in window)
    total = sum(counts.values())
    frequencies = Counter(counts.values())
    seen = sorted(frequencies)
    slope = None
    if len(seen) > 1:
        points = []
        for place, r in enumerate(seen):
            before = seen[place - 1] if place else 0
            after = seen[place + 1] if place + 1 < len(seen) else 2 * r - before
            points.append((log(r), log(frequencies[r] / (0.5 * (after - before)))))
        mean_x, mean_y = (sum(values) / len(points) for values in zip(*points, strict=True))
        slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)

    def fitted(r: int) -> float:
        return float(r ** (slope or 0.0))

    chances = {term: (r if slope is None else (r + 1) * fitted(r + 1) / fitted(r)) / total for term, r in counts.items()}
    return chances, frequencies[1] / total


def plain_divergence(query: list[Windows], changed: list[Windows]) -> float:
    vocabulary = sorted({term for windows in (*query, *changed) for window in windows for term in window})
    models = []
    for words in (query, changed):
        estimates = [plain_good_turing(word) for word in words]
        joined = {term: median(chances.get(term, unseen) for chances, unseen in estimates) for term in vocabulary}
        total = sum(joined.values())
        models.append({term: value / total if total else 0.0 for term, value in joined.items()})
    one, other = models
    return sum(one[term] * log(one[term] / other[term]) for term in vocabulary if one[term] > 0 and other[term] > 0)


def plain_vector(of: Windows, normaliser: str) -> dict[int, float]:
    """Formula 8."""
    largest = max(Counter(window).most_common(1)[0][1] for window in of)
    held = Counter(term for window in of for term in set(window))
    raw = [{term: (0.5 + 0.5 * f / largest) * log(len(of) / held[term]) for term, f in Counter(window).items()} for window in of]
    found = {}
    for term in held:
        weights = []
        for window in raw:
            if term in window:
                squares = (
                    # The sum runs over all windows: where the term is not, f is 0 and .5 log(N / n) is left.
                    (other.get(term, 0.5 * log(len(of) / held[term])) ** 2 for other in raw)
                    if normaliser == "printed"
                    else (w**2 for w in window.values())
                )
                length = sqrt(sum(squares))
                weights.append(window[term] / length if length else 0.0)
        found[term] = sum(weights) / len(weights)
    return found


@given(windows)
def test_good_turing_follows_the_formulas(of: Windows) -> None:
    chances, unseen = plain_good_turing(of)
    found = smoothed(contexts(of))
    assert dict(zip(found.terms.tolist(), found.probabilities.tolist(), strict=True)) == pytest.approx(chances)
    assert found.unseen == pytest.approx(unseen)
    assert found.of(np.array([99])).tolist() == [found.unseen]


@given(st.lists(windows, min_size=1, max_size=3), st.lists(windows, min_size=1, max_size=3))
def test_divergence_follows_the_formulas(query: list[Windows], changed: list[Windows]) -> None:
    found = divergence([contexts(word) for word in query], [contexts(word) for word in changed])
    assert found == pytest.approx(plain_divergence(query, changed), abs=1e-9)


@given(windows, st.sampled_from(["printed", "window"]))
def test_atc_follows_the_formula(of: Windows, normaliser: str) -> None:
    terms, weights = vector(contexts(of), normaliser)
    assert dict(zip(terms.tolist(), weights.tolist(), strict=True)) == pytest.approx(plain_vector(of, normaliser), abs=1e-9)


def test_atc_of_a_worked_example() -> None:
    """Two windows, max f 2, the term 1 once in the first: .75 L over the root of (.75 L)^2 + (.5 L)^2, L = log 2."""
    terms, weights = vector(contexts([[1, 2], [2, 2]]))
    assert dict(zip(terms.tolist(), weights.tolist(), strict=True)) == pytest.approx({1: 0.75 / sqrt(0.75**2 + 0.5**2), 2: 0.0})


def test_the_slope_of_an_exact_power_law() -> None:
    frequencies = np.array([1, 2, 3, 4, 5])
    assert fitted_slope(frequencies, 3600 // frequencies**2) == pytest.approx(-2)
    assert fitted_slope(np.array([1]), np.array([7])) is None


def test_a_query_is_no_distance_from_itself() -> None:
    words = [contexts([[1, 2, 3], [1, 4]]), contexts([[1, 2], [3, 5]])]
    assert divergence(words, words) == pytest.approx(0)
    assert distance(words, words) == pytest.approx(0, abs=1e-9)


def test_words_without_shared_contexts() -> None:
    apart = [contexts([[1], [2]]), contexts([[3], [4]])]
    assert distance(apart, apart) is None
    together = [contexts([[1], [2]])]
    assert distance(together, [contexts([[3], [4]])]) == 1.0


KNOWN = {"hot": [[1, 2], [2, 3]], "warm": [[1, 2], [2, 9]], "dog": [[1, 3], [4]], "hound": [[1, 3]], "rare": []}


def looked_up(word: str) -> Contexts:
    return contexts(KNOWN.get(word, []))


def test_one_word_is_exchanged_at_a_time() -> None:
    synonyms = {"hot": ("spicy", "hound", "warm"), "dog": ("hound", "hot")}
    # spicy is not in the collection, and a word that the query has already would say nothing new; warm is used more than hound.
    assert changed_queries(("hot", "dog"), synonyms, looked_up) == [("warm", "dog"), ("hound", "dog"), ("hot", "hound")]
    assert changed_queries(("hot", "dog"), synonyms, looked_up, maximum=1) == [("warm", "dog"), ("hot", "hound")]


def test_the_figure_is_the_mean_over_the_exchanges() -> None:
    synonyms = {"hot": ("warm",), "dog": ("hound",)}
    query = [looked_up("hot"), looked_up("dog")]
    each = [divergence(query, [looked_up(one), looked_up(other)]) for one, other in (("warm", "dog"), ("hot", "hound"))]
    assert non_compositionality(("hot", "dog"), synonyms, looked_up, divergence) == pytest.approx(sum(each) / 2)


def test_no_figure_where_nothing_can_be_said() -> None:
    assert non_compositionality(("hot", "dog"), {}, looked_up, divergence) is None
    assert non_compositionality(("hot", "rare"), {"hot": ("warm",)}, looked_up, divergence) is None
