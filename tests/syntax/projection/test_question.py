"""The inferred question: where it breaks the query, and whether its words agree."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from caesura.lexicon import default_lexicon
from caesura.shapes import Words
from caesura.syntax import Pair
from caesura.syntax.crf.model import BreakModel
from caesura.syntax.hashed_weights import HashedWeights
from caesura.syntax.projection.agreement import clashes, looks_plural
from caesura.syntax.projection.learning import learn_templates
from caesura.syntax.projection.question import QuestionGenerator
from caesura.tagging import FEATURE_ROWS


def tagger(words: Sequence[str]) -> tuple[str, ...]:
    return ("NOUN",) * len(words)


class KnownBreaks(BreakModel):
    """Sure of a break before `lisbon`, and of none elsewhere."""

    def probabilities(self, words: Words, _tags: object) -> tuple[float, ...]:  # type: ignore[override]
        return tuple(0.99 if word == "lisbon" else 0.01 for word in words[1:])


PAIRS = [
    Pair(("price", "town"), ("what", "is", "the", "price", "in", "town")),
    Pair(("price", "tag"), ("what", "is", "the", "price", "tag")),
    Pair(("price", "tags"), ("what", "are", "the", "price", "tags")),
]
BREAKS = KnownBreaks(HashedWeights(bytes([128]) * FEATURE_ROWS, 1.0), ((0.0, 0.0), (0.0, 0.0)))


@pytest.mark.parametrize(
    ("query", "question"),
    [
        ("price lisbon", "what is the price in lisbon"),
        ("paper boat", "what is the paper boat"),
        ("paper boats", "what are the paper boats"),
    ],
)
def test_a_question_breaks_where_queries_do_and_agrees_with_them(query: str, question: str) -> None:
    generator = QuestionGenerator(learn_templates(PAIRS * 2, tagger), default_lexicon(), tagger, BREAKS)
    found = generator(tuple(query.split()))
    assert found is not None
    assert " ".join(found.question) == question


@pytest.mark.parametrize(
    ("question", "query", "found"),
    [
        ("what is the price", "price", 0),
        ("what is the side effects", "side effects", 1),
        ("what are the side effects", "side effects", 0),
        ("what are the price", "price", 1),
        ("how do you growing mushrooms", "growing mushrooms", 1),
        ("how do you grow mushrooms", "grow mushrooms", 0),
        ("where is a apple", "apple", 1),
        ("where is an apple", "apple", 0),
        # What the user typed is not judged.
        ("is prices high", "is prices high", 0),
        ("what", "", 0),
    ],
)
def test_clashes(question: str, query: str, found: int) -> None:
    words = question.split()
    assert clashes(words, [words.index(word) for word in query.split()]) == found


def test_what_looks_plural() -> None:
    assert [word for word in ("cups", "glass", "virus", "basis", "gas", "cup") if looks_plural(word)] == ["cups"]
