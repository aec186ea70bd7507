"""Malformed answers: an odd number of quotes, a tree that is not binary, words that are not the query's.

With this rule on, such a page is refused at entry and the annotator is told which item is to blame. With it off, malformed
answers are set aside: kept, never counted, and the item waits for somebody else. The reading itself is the task's
(`Task.read`).
"""

from __future__ import annotations

from dataclasses import dataclass

from caesura.campaign.rules.base import Rule


@dataclass(frozen=True)
class Parameters:
    """There is nothing to set."""


RULE = Rule(
    name="well-formed",
    description="malformed answers are refused at entry",
    source="Hagen et al. 2011; Ramanath et al. 2013",
    parameters=Parameters,
)
