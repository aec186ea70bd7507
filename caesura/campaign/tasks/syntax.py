"""Syntactic forests: which words form a segment, and on which word each of them hangs (Pinter et al. 2016).

An answer names the head of every word, `paper:2 planes:0 how:5 to:5 fold:0` (0 is the root of a segment), or is the list of heads.
The paragraph of an item may hold a proposal, which the page begins with (`caesura.campaign.proposals`).
"""

from __future__ import annotations

from caesura.campaign.proposals import read_proposal
from caesura.campaign.tasks.base import Task, plain_words
from caesura.campaign.tasks.flat import short_text
from caesura.foundation import InputError
from caesura.shapes import Forest, Words

#: Annotators say nothing about parts of speech; what is exported takes them from the proposal.
UNTAGGED = "X"


def read(words: Words, answer: object) -> str:
    heads = _numbers(answer) if isinstance(answer, list) else _heads_in(words, short_text(answer))
    if len(heads) != len(words):
        raise InputError("the heads do not fit the query's words", cure=f"send {len(words)} numbers, 0 for the root of a segment")
    Forest(tuple(heads), (UNTAGGED,) * len(heads))
    return " ".join(f"{word}:{head}" for word, head in zip(words, heads, strict=True))


def _numbers(answer: list[object]) -> list[int]:
    if not all(type(head) is int or (isinstance(head, str) and head.isascii() and head.isdigit()) for head in answer):
        raise InputError("a head is not a number", cure="send the number of a word, or 0 for the root of a segment")
    return [int(str(head)) for head in answer]


def _heads_in(words: Words, text: str) -> list[int]:
    given = [part.rpartition(":") for part in text.split()]
    if tuple(word for word, _, _ in given) != words:
        raise InputError("the words are not the query's", cure="write each word with its head, as in paper:2 planes:0")
    return _numbers([head for _, _, head in given])


def check(text: str, paragraph: str) -> None:
    words = plain_words(text)
    if len(words) < 2:
        raise InputError("a query of one word has nothing to decide", cure="leave such queries out")
    if paragraph:
        read_proposal(words, paragraph)


def shape(words: Words, answer: str) -> Forest:
    return Forest(tuple(_heads_in(words, answer)), (UNTAGGED,) * len(words))


TASK = Task(
    name="syntax",
    description="set the segments and the head of every word, from a parser's proposal",
    items_per_page=4,
    read=read,
    check=check,
    shape=shape,
    takes_proposals=True,
)
