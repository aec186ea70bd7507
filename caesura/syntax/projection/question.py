"""Query to question: the best of all questions the templates make, and the query parsed through it (Q2QProj)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caesura.lexicon import Lexicon
from caesura.syntax.closed_class import begins_as_question
from caesura.syntax.language_model import log_scores
from caesura.syntax.parsing.parse import Parse, Parser
from caesura.syntax.projection.project import project
from caesura.syntax.projection.templates import Candidate, Templates
from caesura.tagging import Tagger

#: How much the language model counts beside the template's share; found on held-out pairs, real and made.
LANGUAGE_MODEL_WEIGHT = 1.5


@dataclass(frozen=True)
class QuestionMaker:
    """`maker(words)` -> the inferred question, or None where no template fits."""

    templates: Templates
    lexicon: Lexicon
    tagger: Tagger

    def ranked(self, words: Sequence[str], most: int = 5) -> list[Candidate]:
        """The best questions, best first; a query that is a question already is its own."""
        if not words:
            return []
        if begins_as_question(words):
            return [Candidate(tuple(words), tuple(range(len(words))), 0.0)]
        found = self.templates.candidates(words, self.tagger(words))
        return sorted(found, key=lambda one: (-self._score(one), one.question))[:most]

    def _score(self, candidate: Candidate) -> float:
        """The template's share, and how well the query's own words fit behind what stands before them in the question.

        Words the template brings in are not scored: their cost is in the share already, and long questions would lose by it.
        """
        scores = log_scores(self.lexicon, candidate.question)
        return candidate.prior + LANGUAGE_MODEL_WEIGHT * sum(scores[place] for place in candidate.places)

    def __call__(self, words: Sequence[str]) -> Candidate | None:
        best = self.ranked(words, 1)
        return best[0] if best else None


def parsed_through_question(words: Sequence[str], maker: QuestionMaker, parser: Parser) -> tuple[Parse, Candidate | None]:
    """The query's parse by way of its question, and that question; without one the query is parsed as it is."""
    question = maker(words)
    if question is None:
        return parser.parse(words), None
    # The words as typed, where they are the query's: the parser sees what the user wrote.
    typed = list(question.question)
    for word, place in zip(words, question.places, strict=True):
        typed[place] = word
    return project(typed, parser.parse(typed), question.places), question
