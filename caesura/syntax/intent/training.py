"""Training the intent detector: queries of (query, title) pairs and shortened questions against a plain log.

A plain log holds questions too; those that begin as one are left out of it, the others stay and lower the figures a little
than they are. Both sides are drawn to the same size, and one query in five is held out by its own hash.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from caesura.foundation import Advance, InputError, extra, unwatched
from caesura.shapes import MAX_WORDS, Words
from caesura.syntax.closed_class import begins_as_question
from caesura.syntax.cues.held_out import is_held_out
from caesura.syntax.cues.pairs import Pair
from caesura.syntax.cues.shortening import shorten_questions
from caesura.syntax.hashed_weights import as_table, minimise, sparse_rows
from caesura.syntax.intent.model import IntentModel, intent_rows
from caesura.tagging import Tagger, default_tagger


@dataclass(frozen=True)
class IntentScore:
    """What the detector got right among queries with and without question intent."""

    predicted: int
    right: int
    wanted: int
    queries: int

    @property
    def precision(self) -> Fraction:
        return Fraction(self.right, self.predicted) if self.predicted else Fraction(1)

    @property
    def recall(self) -> Fraction:
        return Fraction(self.right, self.wanted) if self.wanted else Fraction(1)

    def precision_at(self, share: float) -> float:
        """The precision to expect where only this share of all queries has the intent."""
        false = (self.predicted - self.right) / ((self.queries - self.wanted) or 1)
        true = float(self.recall)
        return share * true / (share * true + (1 - share) * false) if true or false else 1.0

    def as_json(self) -> dict[str, Any]:
        return {
            "queries": self.queries,
            "with_intent": self.wanted,
            "precision": float(self.precision),
            "recall": float(self.recall),
            "precision_at_one_in_ten": self.precision_at(0.1),
        }


@dataclass(frozen=True)
class IntentData:
    """Queries with and without question intent."""

    asking: Sequence[Words]
    plain: Sequence[Words]


def intent_data(
    asking: Iterable[Words], plain: Iterable[Words], *, held_out: bool, seed: int = 1, maximum: int | None = None
) -> IntentData:
    """Distinct queries of one side of the split, as many of each kind, at most `maximum`."""
    wanted = _distinct(asking, held_out)
    known = set(wanted)
    others = [words for words in _distinct(plain, held_out) if words not in known and not begins_as_question(words)]
    size = min(len(wanted), len(others), maximum or len(wanted))
    if not size:
        raise InputError("queries with and without question intent are needed", cure="give pairs or questions, and a plain log")
    draw = random.Random(seed)
    return IntentData(draw.sample(wanted, size), draw.sample(others, size))


def _distinct(queries: Iterable[Words], held_out: bool) -> list[Words]:
    return list(dict.fromkeys(words for words in queries if 0 < len(words) <= MAX_WORDS and is_held_out(words) == held_out))


def train_intent_model(
    data: IntentData,
    tagger: Tagger,
    *,
    penalty: float = 1.0,
    minimum: int = 2,
    iterations: int = 100,
    card: dict[str, Any] | None = None,
    advance: Advance = unwatched,
) -> IntentModel:
    """Penalised maximum likelihood by L-BFGS; the same input gives the same weights."""
    import numpy as np

    with extra("measure"):
        from scipy.special import expit

    matrix, columns = sparse_rows([intent_rows(words, tagger(words)) for words in (*data.asking, *data.plain)], minimum)
    gold = np.concatenate((np.ones(len(data.asking)), np.zeros(len(data.plain))))

    def objective(point: Any) -> tuple[float, Any]:
        score = matrix @ point
        likelihood = float((gold * score - np.logaddexp(0, score)).sum()) - penalty / 2 * float(point @ point)
        return -likelihood, -(matrix.T @ (gold - expit(score)) - penalty * point)

    solution = minimise(objective, len(columns), iterations, advance)
    facts = {"asking": len(data.asking), "plain": len(data.plain), "penalty": penalty, **(card or {})}
    return IntentModel(as_table(solution.x, columns), facts)


def intent_score(model: IntentModel, data: IntentData, tagger: Tagger, threshold: float = 0.5) -> IntentScore:
    """Precision and recall; a query is taken to ask where the probability is over the threshold."""
    right = sum(model.probability(words, tagger(words)) > threshold for words in data.asking)
    wrong = sum(model.probability(words, tagger(words)) > threshold for words in data.plain)
    return IntentScore(right + wrong, right, len(data.asking), len(data.asking) + len(data.plain))


def train_intent(
    pairs: Iterable[Pair],
    questions: Iterable[Words],
    log: Iterable[Words],
    *,
    seed: int = 1,
    maximum: int = 20_000,
    penalty: float = 1.0,
    iterations: int = 60,
    advance: Advance = unwatched,
) -> tuple[IntentModel, dict[str, Any]]:
    """A detector, and its figures: what it learned from, and how it does on held-out queries, real and synthetic ones apart."""
    tagger = default_tagger()
    asking = {
        "real": [pair.query for pair in pairs],
        "synthetic": [pair.query for _, pair in shorten_questions(questions, tagger, seed=seed)],
    }
    plain = list(log)
    data = intent_data([*asking["real"], *asking["synthetic"]], plain, held_out=False, seed=seed, maximum=maximum)
    model = train_intent_model(data, tagger, penalty=penalty, iterations=iterations, advance=advance)
    facts: dict[str, Any] = {"asking": len(data.asking), "plain": len(data.plain)}
    for kind, queries in asking.items():
        if queries:
            try:
                held_out = intent_data(queries, plain, held_out=True, seed=seed)
            except InputError:  # of a few queries none may be held out: no figure, but there is a detector
                facts[kind] = {"queries": 0}
            else:
                facts[kind] = intent_score(model, held_out, tagger).as_json()
    return model, facts
