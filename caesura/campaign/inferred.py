"""The labels a model infers from a campaign's answers: each query with its own candidates."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from caesura.campaign.answers import stored_answers
from caesura.campaign.label_inference import infer_answers
from caesura.campaign.store import Store
from caesura.campaign.values import Campaign

MODEL = "one-coin"


@dataclass(frozen=True)
class InferredLabel:
    """A query's most likely answer, and the others that were given to it."""

    item: str
    text: str
    label: str
    probability: float
    answers: int
    others: tuple[tuple[str, float], ...]


def inferred_labels(store: Store, campaign: Campaign) -> tuple[str, list[InferredLabel]]:
    """The model's name and the labels, the least certain first."""
    with store.reading() as connection:
        stored = stored_answers(connection, campaign)
    inferred = infer_answers(stored, campaign.task, MODEL)
    texts = {given.item: given.text for given in stored}
    counts = Counter(given.item for given in stored)
    labels = [
        InferredLabel(
            item,
            texts[item],
            label,
            chance,
            counts[item],
            tuple(one for one in inferred.candidates.get(item, ()) if one[0] != label),
        )
        for item, (label, chance) in inferred.likely.items()
    ]
    return MODEL, sorted(labels, key=lambda one: (one.probability, one.item))
