"""Reading a page's answers: each in the canonical form of its task, or refused, or set aside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from caesura.campaign.tasks import Task
from caesura.campaign.tasks.base import LONGEST_ANSWER
from caesura.campaign.values import Refusal
from caesura.foundation import InputError

#: The canonical answer of each item, or what was sent where it is malformed; and whether it is well-formed.
Texts = list[tuple[str, bool]]


def read_answers(task: Task, rows: Sequence[Any], given: Sequence[object]) -> Texts | Refusal:
    if len(given) != len(rows):
        return Refusal(
            "malformed", f"{len(given)} answers for {len(rows)} items", "send one for each, in the order of the page", again=True
        )
    read: Texts = []
    for place, (row, answer) in enumerate(zip(rows, given, strict=True), start=1):
        try:
            read.append((task.read(task.words(row.text), answer), True))
        except InputError as error:
            return Refusal("malformed", f"answer {place}: {error.problem}", error.cure or "see the example", place, again=True)
    return read


def set_aside(task: Task, rows: Sequence[Any], given: Sequence[object]) -> Texts:
    """As `read_answers`, with what is malformed marked as such and kept as it came, as far as it can be kept."""
    read: Texts = []
    for row, answer in zip(rows, given, strict=True):
        try:
            read.append((task.read(task.words(row.text), answer), True))
        except InputError:
            read.append((ascii(answer)[:LONGEST_ANSWER], False))
    return read
