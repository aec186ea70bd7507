"""One step of the Bayesian models, of MACE and of BWA in plain Python, label by label: what the fast ones must equal.

Rows are (task, worker, label). These models have no exact form (digamma is not a fraction), so these are floats.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from caesura.foundation import extra
from caesura.labels.exact import Row

Key = TypeVar("Key")
Shares = dict[Hashable, dict[Hashable, float]]
#: Item -> (class, subtype) -> probability.
States = dict[Hashable, dict[tuple[Hashable, int], float]]


def combination_step_plainly(
    rows: Sequence[Row],
    posterior: States,
    *,
    smoothing: float,
    trust: float,
    class_prior: Mapping[Hashable, float],
    sparsity: float,
    subtypes: int,
) -> States:
    """IBCC (one subtype) and EBCC: all counts from a posterior, and the posterior after them."""
    with extra("measure"):
        from scipy.special import psi

    classes = sorted({label for _, _, label in rows}, key=str)
    states = [(truth, number) for truth in classes for number in range(subtypes)]
    of_class = {k: class_prior[k] + sum(posterior[item][k, m] for item in posterior for m in range(subtypes)) for k in classes}
    of_state = {state: sparsity / subtypes + sum(shares[state] for shares in posterior.values()) for state in states}
    counts = {
        (worker, state, label): smoothing + trust * (label == state[0])
        for worker in {who for _, who, _ in rows}
        for state in states
        for label in classes
    }
    for task, worker, label in rows:
        for state in states:
            counts[worker, state, label] += posterior[task][state]
    afterwards: States = {}
    for item in posterior:
        scores = {}
        for state in states:
            score = psi(of_class[state[0]]) - psi(sum(of_class.values()))
            score += psi(of_state[state]) - psi(sum(of_state[state[0], m] for m in range(subtypes)))
            for task, worker, label in rows:
                if task == item:
                    score += psi(counts[worker, state, label]) - psi(sum(counts[worker, state, other] for other in classes))
            scores[state] = float(score)
        afterwards[item] = _softmax(scores)
    return afterwards


def mace_step_plainly(rows: Sequence[Row], posterior: Shares, looking: float, guessing: float, habit: float) -> Shares:
    """The first M-step (everybody looks at half of the items, and guesses evenly), and the E-step after it; classes uniform."""
    classes = sorted({label for _, _, label in rows}, key=str)
    looks: dict[Hashable, float] = {}
    habits: dict[tuple[Hashable, Hashable], float] = {}
    for worker in {who for _, who, _ in rows}:
        own = [(task, label) for task, who, label in rows if who == worker]
        looked = [posterior[task][label] * 0.5 / (0.5 + 0.5 / len(classes)) for task, label in own]
        looks[worker] = (sum(looked) + looking) / (len(own) + looking + guessing)
        guessed = {k: habit + sum(1 - part for part, (_, label) in zip(looked, own, strict=True) if label == k) for k in classes}
        for k in classes:
            habits[worker, k] = guessed[k] / sum(guessed.values())
    shares: Shares = {}
    for item in posterior:
        scores = dict.fromkeys(classes, 0.0)
        for task, worker, label in rows:
            if task == item:
                for truth in classes:
                    scores[truth] += math.log(looks[worker] * (label == truth) + (1 - looks[worker]) * habits[worker, label])
        shares[item] = _softmax(scores)
    return shares


def bwa_step_plainly(rows: Sequence[Row], label: Hashable, strength: float, anchoring: float) -> dict[Hashable, float]:
    """The first values of one class: precisions from the votes' shares, and the averages they lead to."""
    classes = {given for _, _, given in rows}
    items = list(dict.fromkeys(task for task, _, _ in rows))
    votes = {item: [float(given == label) for task, _, given in rows if task == item] for item in items}
    value = {item: sum(votes[item]) / len(votes[item]) for item in items}
    spread = sum(value[task] * (1 - value[task]) for task, _, _ in rows) / len(rows)
    scale = max(strength * spread * 4 * (1 - 1 / len(classes)), 1e-6)
    mean = sum(value.values()) / len(items)
    precision: dict[Hashable, float] = {}
    for worker in {who for _, who, _ in rows}:
        errors = [(float(given == label) - value[task]) ** 2 for task, who, given in rows if who == worker]
        precision[worker] = (strength + len(errors)) / (scale + sum(errors))
    averages: dict[Hashable, float] = {}
    for item in items:
        own = [(precision[who], float(given == label)) for task, who, given in rows if task == item]
        averages[item] = (anchoring * mean + sum(w * y for w, y in own)) / (anchoring + sum(w for w, _ in own))
    return averages


def _softmax(scores: Mapping[Key, float]) -> dict[Key, float]:
    highest = max(scores.values())
    powers = {key: math.exp(score - highest) for key, score in scores.items()}
    return {key: power / sum(powers.values()) for key, power in powers.items()}
