"""Options shared by the commands that learn from (query, title) pairs and from questions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from caesura.foundation import InputError

if TYPE_CHECKING:
    from caesura.shapes import Words
    from caesura.syntax import Pair

PairsArgument = Annotated[str | None, typer.Argument(metavar="PAIRS", help="Real pairs, query<TAB>title; - is stdin.")]
QuestionsOption = Annotated[
    str | None,
    typer.Option("--questions", metavar="FILE", help="Questions to build pairs from: one per line, or source<TAB>question."),
]
SourceOption = Annotated[str | None, typer.Option("--source", metavar="A,B", help="Use only questions from these sources.")]
DrawSeedOption = Annotated[int, typer.Option("--seed", help="Same seed, same shortening of the questions.")]


def given_pairs(path: str | None) -> Iterator[Pair]:
    from caesura.syntax import read_pairs

    return iter(()) if path is None else read_pairs(path)


def given_questions(path: str | None, sources: str | None) -> Iterator[Words]:
    from caesura.syntax import read_questions

    return iter(()) if path is None else read_questions(path, None if sources is None else set(sources.split(",")))


def something_given(pairs: str | None, questions: str | None) -> None:
    if pairs is None and questions is None:
        raise InputError("nothing to learn from", cure="name a file of pairs, or one of questions with --questions")
