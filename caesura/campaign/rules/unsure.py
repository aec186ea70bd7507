"""More labels only where the model is unsure: begin with few, ask once more wherever the most likely answer is not likely enough.

The number of annotations of the plan is then the maximum for an item. The model is fitted whenever a worker has nothing left to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from caesura.campaign.rules.base import Rule, described, number, whole
from caesura.foundation import one_of

if TYPE_CHECKING:
    from caesura.campaign.answers import WorkerAnswer

MODELS = ("majority", "weighted-majority", "one-coin", "glad")


@dataclass(frozen=True)
class Parameters:
    """`first` answers for every item, and one more each time where the model is less sure than `threshold`."""

    first: int = field(default=3, metadata=described("answers to begin with"))
    threshold: float = field(default=0.95, metadata=described("sure enough at a probability of"))
    model: str = field(default="one-coin", metadata=described("model", MODELS))

    def __post_init__(self) -> None:
        whole("first", self.first, 1, 1000)
        number("threshold", self.threshold, 0.5, 1)
        one_of("model for this rule", self.model, MODELS)


def first_annotations(rule: Parameters, maximum: int) -> int:
    return min(rule.first, maximum)


def unsure_items(rule: Parameters, answers: Sequence[WorkerAnswer], task: str) -> Iterable[str]:
    from caesura.campaign.label_inference import infer_answers  # numpy, which most requests do without

    likely = infer_answers(answers, task, rule.model).likely
    return (name for name, (_, probability) in likely.items() if probability < rule.threshold)


RULE = Rule(
    name="unsure",
    description="more labels only where the model is unsure",
    source="Xu and Klakow 2010",
    parameters=Parameters,
    first_annotations=first_annotations,
    unsure_items=unsure_items,
)
