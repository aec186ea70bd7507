"""Binary judgement: does the paragraph answer the question? (Xu and Klakow 2010)

An answer is `1` or `0`; yes, no, true and false are understood.
"""

from __future__ import annotations

from caesura.campaign.tasks.base import LONGEST_TEXT, Task
from caesura.foundation import InputError
from caesura.shapes import Words

_MEANINGS: dict[object, str] = {"1": "1", "0": "0", "yes": "1", "no": "0", "true": "1", "false": "0"}
LONGEST_PARAGRAPH = 20_000


def read(_words: Words, answer: object) -> str:
    given = str(int(answer)) if isinstance(answer, int) else answer.lower() if isinstance(answer, str) else None
    if given not in _MEANINGS:
        raise InputError("a judgement is yes or no", cure="send 1 or 0")
    return _MEANINGS[given]


def no_words(_text: str) -> Words:
    """A question is shown as it is; nobody clicks between its words."""
    return ()


def check(text: str, paragraph: str) -> None:
    if not text.strip() or not paragraph.strip():
        raise InputError("a judgement needs a question and a paragraph", cure="give both")
    if len(text) > LONGEST_TEXT or len(paragraph) > LONGEST_PARAGRAPH:
        raise InputError(
            "the question or the paragraph is too long", cure=f"at most {LONGEST_TEXT:,} and {LONGEST_PARAGRAPH:,} characters"
        )


def shape(_words: Words, _answer: str) -> None:
    return None


TASK = Task(
    name="judgement",
    description="say whether the paragraph answers the question",
    items_per_page=2,
    read=read,
    check=check,
    shape=shape,
    words=no_words,
)
