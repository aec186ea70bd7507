"""Made-up crowds of many kinds, to choose the defaults of label models on: who answers, how often rightly, and how they err."""

from __future__ import annotations

from typing import Any

import numpy as np

from caesura.labels import LabelTable, label_table

#: Name, items, classes, labels per item, labels per worker (0: few workers do most), and what the crowd is like.
KINDS = (
    ("even", 400, 2, 5, 40, "even"),
    ("few labels", 400, 2, 3, 10, "even"),
    ("many classes", 300, 8, 5, 30, "even"),
    ("spammers", 400, 3, 7, 40, "spammers"),
    ("lopsided", 400, 2, 5, 40, "lopsided"),
    ("rare class", 400, 2, 5, 40, "rare"),
    ("uneven workers", 400, 4, 5, 0, "even"),
    ("neighbours", 300, 5, 6, 30, "neighbours"),
    ("three workers", 300, 3, 3, 300, "even"),
    ("one label each", 300, 2, 7, 4, "even"),
    ("contrary", 400, 2, 7, 40, "contrary"),
    ("hard items", 400, 3, 5, 40, "hard"),
)
#: Kinds of breaks in queries: how likely a break is after no break, and after one.
CHAINS = (("breaks apart", 0.6, 0.1), ("breaks together", 0.2, 0.7), ("breaks by chance", 0.4, 0.4))


def made_up(kind: tuple[str, int, int, int, int, str], seed: int) -> tuple[LabelTable, dict[Any, Any]]:
    """A crowd of this kind, and the truths."""
    _, items, classes, per_item, per_worker, character = kind
    draw = np.random.default_rng([seed, items, classes, per_item])
    count = max(per_item, items * per_item // (per_worker or 30))
    shares = np.ones(count) if per_worker else 1 / np.arange(1, count + 1)
    truths = (draw.random(items) < 0.1).astype(int) if character == "rare" else draw.integers(0, classes, items)
    matrices = np.array([_matrix(worker, classes, character, draw) for worker in range(count)])
    # Of hard items every worker is likely to give the same wrong label: errors go together.
    wrong = (truths + draw.integers(1, classes, items)) % classes
    is_hard = (draw.random(items) < 0.25) if character == "hard" else np.zeros(items, dtype=bool)
    rows = []
    for item, truth in enumerate(truths.tolist()):
        for worker in draw.choice(count, per_item, replace=False, p=shares / shares.sum()).tolist():
            given = int(draw.choice(classes, p=matrices[worker, truth]))
            rows.append((item, worker, int(wrong[item]) if is_hard[item] and draw.random() < 0.5 else given))
    return label_table(*zip(*rows, strict=True)), dict(enumerate(truths.tolist()))


def _matrix(worker: int, classes: int, character: str, draw: np.random.Generator) -> Any:
    """P(label | truth) of one worker."""
    if character == "spammers" and worker % 3 == 0:
        return np.tile(draw.dirichlet(np.ones(classes)), (classes, 1))
    skill = draw.uniform(0.45, 0.95)
    if character == "contrary" and worker % 5 == 0:
        skill = 1 - skill
    matrix = np.empty((classes, classes))
    for truth in range(classes):
        # Lopsided workers see one class far better than the other.
        right = skill if character != "lopsided" or truth == 0 else draw.uniform(0.2, 0.8)
        far = np.abs(np.arange(classes) - truth)
        others = np.where(far == 0, 0, 1 / far.clip(1) ** 3 if character == "neighbours" else 1.0)
        matrix[truth] = (1 - right) * others / others.sum()
        matrix[truth, truth] = right
    return matrix


def made_up_breaks(kind: tuple[str, float, float], seed: int) -> tuple[LabelTable, dict[Any, Any]]:
    """Queries of three to seven words whose breaks form a chain; five of forty workers each, who break much or little."""
    _, after_none, after_break = kind
    draw = np.random.default_rng([seed, round(100 * after_none), round(100 * after_break)])
    matrices = np.array(
        [[(right := draw.uniform(0.55, 0.95)), 1 - right, 1 - (seen := draw.uniform(0.55, 0.95)), seen] for _ in range(40)]
    )
    rows, truths = [], {}
    for query in range(200):
        truth = 0
        workers = draw.choice(40, 5, replace=False).tolist()
        for place in range(int(draw.integers(2, 7))):
            truth = int(draw.random() < (after_break if truth else after_none))
            truths[query, place] = truth
            rows += [((query, place), who, int(draw.random() < matrices[who, 2 * truth + 1])) for who in workers]
    return label_table(*zip(*rows, strict=True)), truths
