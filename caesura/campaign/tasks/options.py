"""Choosing one phrase option of all there are, or saying that the query is not understood (Lioma et al. 2018).

An answer is one of the listed options (a segmentation, in pipe or quote form) or `?`.
"""

from __future__ import annotations

from caesura.campaign.tasks import flat
from caesura.campaign.tasks.base import Task
from caesura.foundation import InputError
from caesura.shapes import Flat, Words, all_flat, print_pipe, query_words

#: An abstention. No option reads like this: options have two words or more.
NOT_UNDERSTOOD = "?"
#: 2^5 options are as many as anyone reads.
MOST_WORDS = 6


def read(words: Words, answer: object) -> str:
    return NOT_UNDERSTOOD if answer == NOT_UNDERSTOOD else flat.read(words, answer)


def check(text: str, paragraph: str) -> None:
    flat.check(text, paragraph)
    if len(query_words(text)) > MOST_WORDS:
        raise InputError(
            f"a query of {len(query_words(text))} words has too many options to list", cure=f"at most {MOST_WORDS} words"
        )


def shape(words: Words, answer: str) -> Flat | None:
    return None if answer == NOT_UNDERSTOOD else flat.shape(words, answer)


def choices(words: Words) -> tuple[str, ...]:
    """Every option; that the query is not understood can be said besides, and always comes last."""
    return tuple(print_pipe(words, option) for option in all_flat(len(words)))


TASK = Task(
    name="options",
    description="choose the words that belong together, or say that the query is not understood",
    items_per_page=20,
    read=read,
    check=check,
    shape=shape,
    choices=choices,
)
