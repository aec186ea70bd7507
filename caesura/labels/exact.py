"""The reference path in plain Python and fractions: slow, exact, and what the fast models must equal.

Rows are (task, worker, label). GLAD has no exact form (its sigmoid is not a fraction); its reference is its objective in plain
floats.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction

Row = tuple[Hashable, Hashable, Hashable]
Share = dict[Hashable, Fraction]


def majority_exactly(rows: Sequence[Row]) -> dict[Hashable, Share]:
    """Each class's share of an item's votes."""
    votes: dict[Hashable, Counter[Hashable]] = {}
    for task, _, label in rows:
        votes.setdefault(task, Counter())[label] += 1
    classes = {label for _, _, label in rows}
    return {task: {label: Fraction(counts[label], counts.total()) for label in classes} for task, counts in votes.items()}


def naive_bayes_exactly(rows: Sequence[Row], gold: Mapping[Hashable, Hashable], *, printed: bool = False) -> dict[Hashable, Share]:
    """Posterior of each item by all gold items (nothing kept out)."""
    classes = {label for _, _, label in rows}
    tasks = list(dict.fromkeys(task for task, _, _ in rows))
    known = {task: gold[task] for task in tasks if task in gold and gold[task] in classes}
    prior = {truth: Fraction(sum(label == truth for label in known.values()), len(known)) for truth in classes}
    more = len(rows) if printed else len(classes)

    def likelihood(worker: Hashable, label: Hashable, truth: Hashable) -> Fraction:
        own = [(given, known[task]) for task, who, given in rows if who == worker and task in known]
        both = sum((given, true) == (label, truth) for given, true in own)
        return Fraction(both + 1, sum(true == truth for _, true in own) + more)

    posteriors: dict[Hashable, Share] = {}
    for item in tasks:
        scores = dict(prior)
        for task, worker, label in rows:
            if task == item:
                scores = {truth: score * likelihood(worker, label, truth) for truth, score in scores.items()}
        posteriors[item] = _normalised(scores)
    return posteriors


def dawid_skene_step_exactly(
    rows: Sequence[Row],
    posterior: Mapping[Hashable, Share],
    smoothing: Fraction,
    trust: Fraction,
    candidates: Mapping[Hashable, set[Hashable]] | None = None,
) -> dict[Hashable, Share]:
    """One M-step from a posterior, and the E-step after it (class prior estimated); `candidates` are all that an item may be."""
    classes = sorted({label for _, _, label in rows}, key=str)
    items = list(posterior)
    prior = _normalised({k: sum((posterior[item][k] for item in items), smoothing) for k in classes})
    counts = {
        (worker, label, truth): smoothing + trust * (label == truth)
        for worker in {who for _, who, _ in rows}
        for label in classes
        for truth in classes
    }
    for task, worker, label in rows:
        for truth in classes:
            counts[worker, label, truth] += posterior[task][truth]
    posteriors: dict[Hashable, Share] = {}
    for item in items:
        scores = {
            truth: share if candidates is None or truth in candidates[item] else Fraction(0) for truth, share in prior.items()
        }
        for task, worker, label in rows:
            if task == item:
                for truth in classes:
                    scores[truth] *= counts[worker, label, truth] / sum(counts[worker, other, truth] for other in classes)
        posteriors[item] = _normalised(scores)
    return posteriors


def one_coin_step_exactly(
    rows: Sequence[Row], posterior: Mapping[Hashable, Share], right: Fraction, wrong: Fraction
) -> dict[Hashable, Share]:
    """One M-step from a posterior, and the E-step after it (uniform class prior)."""
    classes = {label for _, _, label in rows}
    accuracy: dict[Hashable, Fraction] = {}
    for worker in {who for _, who, _ in rows}:
        own = [posterior[task][label] for task, who, label in rows if who == worker]
        accuracy[worker] = (sum(own, Fraction(0)) + right) / (len(own) + right + wrong)
    posteriors: dict[Hashable, Share] = {}
    for item in posterior:
        scores = {truth: Fraction(1) for truth in classes}
        for task, worker, label in rows:
            if task == item:
                for truth in classes:
                    error = (1 - accuracy[worker]) / max(1, len(classes) - 1)
                    scores[truth] *= accuracy[worker] if label == truth else error
        posteriors[item] = _normalised(scores)
    return posteriors


def glad_likelihood_plainly(rows: Sequence[Row], ability: Mapping[Hashable, float], ease: Mapping[Hashable, float]) -> float:
    """Log likelihood of the labels with a uniform class prior, label by label."""
    classes = {label for _, _, label in rows}
    total = 0.0
    for item in dict.fromkeys(task for task, _, _ in rows):
        likelihoods = []
        for truth in classes:
            product = 1 / len(classes)
            for task, worker, label in rows:
                if task == item:
                    is_right = 1 / (1 + math.exp(-ability[worker] * math.exp(ease[item])))
                    product *= is_right if label == truth else (1 - is_right) / max(1, len(classes) - 1)
            likelihoods.append(product)
        total += math.log(sum(likelihoods))
    return total


def _normalised(scores: Share) -> Share:
    total = sum(scores.values(), Fraction(0))
    return {key: score / total for key, score in scores.items()}
