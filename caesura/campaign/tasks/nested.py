"""Nested segmentation: join two neighbours until one is left.

An answer is bracket form (`((new york) times)`) or the list of heights at which neighbours are joined (`[0, 1]`).
"""

from __future__ import annotations

from caesura.campaign.tasks.base import Task
from caesura.campaign.tasks.flat import check, short_text
from caesura.foundation import InputError
from caesura.shapes import Nested, Words, parse_brackets, print_brackets


def read(words: Words, answer: object) -> str:
    if isinstance(answer, list):
        if len(answer) != len(words) - 1 or not all(type(value) is int for value in answer):
            raise InputError("the heights do not fit the query's words", cure=f"send {len(words) - 1} whole numbers")
        return print_brackets(words, Nested(tuple(answer)))
    return print_brackets(words, parse_brackets(short_text(answer), words)[1])


def shape(words: Words, answer: str) -> Nested:
    return parse_brackets(answer, words)[1]


TASK = Task(
    name="nested",
    description="join two neighbours until one is left",
    items_per_page=6,
    read=read,
    check=check,
    shape=shape,
)
