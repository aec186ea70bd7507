"""Question templates learned from real pairs and from questions, shortened in every way that keeps the order of words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from caesura.shapes import Words
from caesura.syntax.closed_class import FUNCTION_WORDS, QUESTION_WORDS
from caesura.syntax.cues.alignment import NOWHERE, align
from caesura.syntax.cues.filters import LONGEST_TITLE
from caesura.syntax.cues.held_out import is_held_out
from caesura.syntax.cues.pairs import Pair
from caesura.syntax.cues.shortening import SHORTENINGS, shorten
from caesura.syntax.projection.templates import QuestionTemplates, slots
from caesura.tagging import Tagger, default_tagger

# Shortenings that keep the order of words: only these teach templates.
_IN_ORDER = ("without-question-phrase", "without-little-words", "content-words", "noun-phrases", "without-last-preposition")


def learn_question_templates(pairs: Iterable[Pair], questions: Iterable[Words], *, card: dict[str, Any]) -> QuestionTemplates:
    """Templates of all pairs that are not held out."""
    tagger = default_tagger()
    return learn_templates(template_pairs(pairs, questions, tagger), tagger, card=card)


def template_pairs(pairs: Iterable[Pair], questions: Iterable[Words], tagger: Tagger) -> Iterator[Pair]:
    """Pairs to learn templates from, none held out: real ones, and each question shortened in every way that keeps order."""
    yield from (pair for pair in pairs if not is_held_out(pair.title))
    shortenings = [shortening for shortening in SHORTENINGS if shortening.name in _IN_ORDER]
    for question in questions:
        if is_held_out(question) or not 2 < len(question) <= LONGEST_TITLE or question[0] not in QUESTION_WORDS:
            continue
        tags = tagger(question)
        for shortening in shortenings:
            pair = shorten(question, shortening, tags)
            if pair is not None:
                yield pair


def template_of(pair: Pair, tagger: Tagger) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """(pattern, template) of a pair, or None where it teaches none."""
    places = align(pair.query, pair.title)
    if not places or NOWHERE in places or list(places) != sorted(places):
        return None
    kept = set(places)
    if any(word not in FUNCTION_WORDS for at, word in enumerate(pair.title) if at not in kept):
        return None
    tags = tagger(pair.query)
    named = slots(pair.query, tags)
    pattern: list[str] = []
    template: list[str] = list(pair.title[: places[0]])
    for at, name in enumerate(named):
        between = pair.title[places[at - 1] + 1 : places[at]] if at else ()
        template += between
        if name == "N" and at and named[at - 1] == "N" and not between:
            continue
        pattern.append(name)
        template.append(name)
    template += pair.title[places[-1] + 1 :]
    return tuple(pattern), tuple(template)


def learn_templates(
    pairs: Iterable[Pair], tagger: Tagger, *, minimum: int = 2, longest: int = 10, card: dict[str, Any] | None = None
) -> QuestionTemplates:
    """Templates seen at least `minimum` times, of patterns of at most `longest` parts."""
    counts: dict[tuple[str, ...], Counter[tuple[str, ...]]] = defaultdict(Counter)
    for pair in pairs:
        learned = template_of(pair, tagger)
        if learned is not None and len(learned[0]) <= longest:
            counts[learned[0]][learned[1]] += 1
    kept: dict[tuple[str, ...], dict[tuple[str, ...], int]] = {}
    for pattern in sorted(counts):
        often = {
            template: count
            for template, count in sorted(counts[pattern].items(), key=lambda one: (-one[1], one[0]))
            if count >= minimum
        }
        if often:
            kept[pattern] = often
    return QuestionTemplates(kept, card or {})
