"""Flat segmentation: where does the query break?

An answer is pipe form (`new york|times`), quote form (`"new york" times`) or a list of breaks (`[0, 1]`). Text that reads as pipe
form of the query's words is pipe form, and only else quote form: a query may hold a bare `|`.
"""

from __future__ import annotations

from caesura.campaign.tasks.base import LONGEST_ANSWER, Task, plain_words
from caesura.foundation import InputError
from caesura.shapes import Flat, Words, parse_pipe, parse_quotes, print_pipe


def read(words: Words, answer: object) -> str:
    if isinstance(answer, list):
        flat = Flat(tuple(answer)) if all(type(value) is int for value in answer) else None
        if flat is None or flat.size != len(words):
            raise InputError("the breaks do not fit the query's words", cure=f"send {len(words) - 1} numbers, 0 or 1")
        return print_pipe(words, flat)
    return print_pipe(words, _parsed(words, short_text(answer)))


def short_text(answer: object) -> str:
    if not isinstance(answer, str) or len(answer) > LONGEST_ANSWER:
        raise InputError(
            f"the answer is not a text of at most {LONGEST_ANSWER:,} characters",
            cure="send the query's words with the breaks between them",
        )
    return answer


def _parsed(words: Words, answer: str) -> Flat:
    try:
        return parse_pipe(answer, words)[1]
    except InputError as not_pipe:
        try:
            return parse_quotes(answer, words)[1]
        except InputError as not_quotes:
            raise (not_quotes if '"' in answer else not_pipe) from None


def check(text: str, paragraph: str) -> None:
    if paragraph:
        raise InputError("a query to be segmented has no paragraph", cure="leave it out, or choose the task judgement")
    if len(plain_words(text)) < 2:
        raise InputError("a query of one word has nothing to decide", cure="leave such queries out")


def shape(words: Words, answer: str) -> Flat:
    return parse_pipe(answer, words)[1]


TASK = Task(
    name="flat",
    description="click between the words where the query breaks",
    items_per_page=6,
    read=read,
    check=check,
    shape=shape,
)
