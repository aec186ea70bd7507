"""More labels only where the model is unsure: begin with few, ask once more wherever the most likely answer is not likely enough.

The number of annotations of the plan is then the most an item can get. The model is fitted by `ask_where_unsure`, which the
server calls whenever a few items have all the answers they were to get.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from caesura.campaign.rules.base import Rule, number, told, whole
from caesura.foundation import one_of

MODELS = ("majority", "weighted-majority", "one-coin", "glad")


@dataclass(frozen=True)
class Parameters:
    """`first` answers for every item, and one more each time where the model is less sure than `threshold`."""

    first: int = field(default=3, metadata=told("answers to begin with"))
    threshold: float = field(default=0.95, metadata=told("sure enough at a probability of"))
    model: str = field(default="one-coin", metadata=told("model", MODELS))

    def __post_init__(self) -> None:
        whole("first", self.first, 1, 1000)
        number("threshold", self.threshold, 0.5, 1)
        one_of("model for this rule", self.model, MODELS)


RULE = Rule(
    name="unsure",
    description="more labels only where the model is unsure",
    source="Xu and Klakow 2010",
    parameters=Parameters,
)
