"""Answers out of a form: what the fields of each kind of task mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from caesura.campaign import Page, PageItem

Fields = Mapping[str, Sequence[str]]


def field(fields: Fields, name: str) -> str:
    """A field that is there once, or nothing."""
    return fields.get(name, [""])[0]


def answers_from(page: Page, fields: Fields) -> list[object]:
    """One for each item, in the order of the page; the task itself says whether they will do."""
    return [_answer(page.task, item, fields) for item in page.items]


def _answer(task: str, item: PageItem, fields: Fields) -> object:
    if task != "flat":
        return field(fields, f"answer-{item.place}")
    broken = set(fields.get(f"break-{item.place}", ()))
    return [int(str(boundary) in broken) for boundary in range(1, len(item.words))]
