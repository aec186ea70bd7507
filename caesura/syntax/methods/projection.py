"""Q2QProj in the paper: the parse of an inferred question, projected onto the query; without a question the query's own parse."""

from __future__ import annotations

from caesura.shapes import Words
from caesura.syntax.methods.base import Parsed, SyntaxMethod, Tools, each
from caesura.syntax.projection.question import parse_through_question


def _on_query(words: Words, tools: Tools) -> Parsed:
    parse, question = parse_through_question(words, tools.questions, tools.parser)
    return Parsed(parse, None if question is None else question.question)


METHOD = SyntaxMethod(
    "projection",
    "distant supervision",
    "the parse of an inferred question, projected",
    each(_on_query),
    _on_query,
    aliases=("q2q", "q2qproj"),
    uses_cue_model=True,
    uses_templates=True,
    two_steps=False,
)
