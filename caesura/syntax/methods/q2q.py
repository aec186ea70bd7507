"""Q2QProj: a question inferred for the query, its parse, projected onto the query; without a question the query's own parse."""

from __future__ import annotations

from caesura.shapes import Words
from caesura.syntax.methods.base import Parsed, SyntaxMethod, Tools, each
from caesura.syntax.projection.question import parsed_through_question


def _on_query(words: Words, tools: Tools) -> Parsed:
    parse, question = parsed_through_question(words, tools.questions, tools.parser)
    return Parsed(parse, None if question is None else question.question)


METHOD = SyntaxMethod("q2q", "distant supervision", "the parse of an inferred question, projected", each(_on_query), _on_query)
