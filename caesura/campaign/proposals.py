"""What annotators of forests begin with: a proposal for each query, by a function that is handed in, or from a treebank.

It is kept with its item, as JSON in place of a paragraph, so that everybody begins with the same one and later can be seen what was
changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from caesura.foundation import InputError
from caesura.shapes import Forest, Words

if TYPE_CHECKING:
    from caesura.campaign.tasks.base import Task
    from caesura.campaign.values import Item

#: Gives a query its forest.
Propose = Callable[[Words], Forest]


def print_proposal(forest: Forest) -> str:
    return json.dumps({"heads": forest.heads, "tags": forest.tags, "labels": forest.labels}, ensure_ascii=False)


def read_proposal(words: Words, text: str) -> Forest:
    """The forest of a proposal; an error where it is not one of these words."""
    try:
        given = json.loads(text)
        forest = Forest(tuple(map(int, given["heads"])), tuple(map(str, given["tags"])), tuple(map(str, given.get("labels", ()))))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InputError("the proposal is not a forest", cure='write {"heads": [...], "tags": [...], "labels": [...]}') from None
    if forest.size != len(words):
        raise InputError(f"the proposal has {forest.size} words, the query {len(words)}", cure="give one head for each word")
    return forest


def proposed_heads(words: Words, paragraph: str) -> tuple[int, ...]:
    """What a page begins with; without a proposal every word stands alone."""
    return read_proposal(words, paragraph).heads if paragraph else (0,) * len(words)


def with_proposals(task: Task, items: Sequence[Item], propose: Propose | None) -> list[Item]:
    """The items of a task that takes proposals, each with one where nobody gave it one."""
    if not task.takes_proposals or propose is None:
        return list(items)
    return [
        item
        if item.paragraph or len(words := task.words(item.text)) < 2
        else replace(item, paragraph=print_proposal(propose(words)))
        for item in items
    ]
