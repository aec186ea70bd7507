"""Query to question: the best question that the templates give, and the query parsed through it (Q2QProj)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

from caesura.lexicon import Lexicon
from caesura.syntax.closed_class import CONJUNCTIONS, PREPOSITIONS, begins_as_question
from caesura.syntax.crf.model import BreakModel
from caesura.syntax.language_model import log_score
from caesura.syntax.parsing.parse import Parse, Parser
from caesura.syntax.projection.agreement import clashes
from caesura.syntax.projection.project import project
from caesura.syntax.projection.templates import InferredQuestion, QuestionTemplates
from caesura.tagging import Tagger

#: How much the language model counts beside the template's share, and what each word that a template puts between the query's words
#: gets back: longer questions are not less likely for being longer. Both were chosen on held-out pairs, real and synthetic.
LANGUAGE_MODEL_WEIGHT = 1.0
INSERTED_WORD = 1.0
#: How much it counts that the question breaks the query where the CRF does; chosen on the same pairs.
BREAKS_WEIGHT = 3.0
#: What a clash between a word of the template and the query's words costs; as much as a template twenty times as rare.
CLASH_COST = 3.0
# No break is surer than this, either way.
_SURE = 1e-4


@dataclass(frozen=True)
class QuestionGenerator:
    """`generator(words)` -> the inferred question, or None where no template fits.

    `breaks` knows from the same pairs where queries break. Without it a language model would put a preposition into most compounds:
    `a relief` is seen more often than `pain relief`.
    """

    templates: QuestionTemplates
    lexicon: Lexicon
    tagger: Tagger
    breaks: BreakModel

    def ranked(self, words: Sequence[str], maximum: int = 5) -> list[InferredQuestion]:
        """The best questions, best first; a query that is a question already is its own."""
        if not words:
            return []
        if begins_as_question(words):
            return [InferredQuestion(tuple(words), tuple(range(len(words))), 0.0)]
        tags = self.tagger(words)
        broken = self.breaks.probabilities(words, tags)
        questions = self.templates.candidates(words, tags)
        return sorted(questions, key=lambda one: (-self._score(one, broken), one.question))[:maximum]

    def _score(self, candidate: InferredQuestion, broken: Sequence[float]) -> float:
        """The template's share, how well words follow each other from the query's first word to its last, breaks, and grammar.

        Between the query's words those of the template count too: `of` is likely after `mayor`, and not after `grilling`. What
        opens the question is not scored: its cost is in the template's share already.
        """
        inside = range(candidate.places[0], candidate.places[-1] + 1)
        fit = sum(log_score(self.lexicon, candidate.question, place) for place in inside)
        fit += INSERTED_WORD * (len(inside) - len(candidate.places))
        clashing = CLASH_COST * clashes(candidate.question, candidate.places)
        return candidate.prior + LANGUAGE_MODEL_WEIGHT * fit + BREAKS_WEIGHT * sum(_log_breaks(candidate, broken)) - clashing

    def __call__(self, words: Sequence[str]) -> InferredQuestion | None:
        best = self.ranked(words, 1)
        return best[0] if best else None


def _log_breaks(candidate: InferredQuestion, broken: Sequence[float]) -> Iterator[float]:
    """Log of how likely the query breaks where the question has a new preposition or conjunction, and only there."""
    for share, (left, right) in zip(broken, pairwise(candidate.places), strict=True):
        breaks = any(word in PREPOSITIONS or word in CONJUNCTIONS for word in candidate.question[left + 1 : right])
        yield log(max(share if breaks else 1 - share, _SURE))


def parse_through_question(
    words: Sequence[str], generator: QuestionGenerator, parser: Parser
) -> tuple[Parse, InferredQuestion | None]:
    """The query's parse by way of its question, and that question; without one the query is parsed as it is."""
    question = generator(words)
    if question is None:
        return parser.parse(words), None
    # The words as typed, where they are the query's: the parser sees what the user wrote.
    typed = list(question.question)
    for word, place in zip(words, question.places, strict=True):
        typed[place] = word
    return project(typed, parser.parse(typed), question.places), question
