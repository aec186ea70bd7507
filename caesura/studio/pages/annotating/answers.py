"""Answers out of a form and back into one: what the fields of each kind of task mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from caesura.campaign import TaskPage
from caesura.campaign.annotating import PageItem, SentPage
from caesura.shapes import parse_pipe

Fields = Mapping[str, Sequence[str]]


def field(fields: Fields, name: str) -> str:
    """A field that is there once, or nothing."""
    return fields.get(name, [""])[0]


def answers_from(page: TaskPage, fields: Fields) -> list[object]:
    """One for each item, in the order of the page; the task itself says whether they will do."""
    return [_answer(page.task, item, fields) for item in page.items]


def fields_of(sent: SentPage) -> Fields:
    """The fields of a form that would give these answers."""
    found: dict[str, Sequence[str]] = {"comment": [sent.comment]}
    for item, answer in zip(sent.page.items, sent.answers, strict=True):
        if sent.page.task == "syntax":
            found[f"head-{item.place}"] = [part.rpartition(":")[2] for part in answer.split()]
        elif sent.page.task != "flat":
            found[f"answer-{item.place}"] = [answer]
        elif answer:
            breaks = parse_pipe(answer, item.words)[1].breaks
            found[f"break-{item.place}"] = [str(boundary) for boundary, is_break in enumerate(breaks, start=1) if is_break]
    return found


def _answer(task: str, item: PageItem, fields: Fields) -> object:
    if task == "syntax":
        return list(fields.get(f"head-{item.place}", ()))
    if task != "flat":
        return field(fields, f"answer-{item.place}")
    broken = set(fields.get(f"break-{item.place}", ()))
    return [int(str(boundary) in broken) for boundary in range(1, len(item.words))]
