"""Synthetic pairs: questions shortened into queries as people do it, in ten named ways, each with a share.

Real (query, title) pairs are scarce in public. A question is its own title; one of the shortenings below, drawn with its share by a
seeded generator, gives the query. Synthetic pairs are counted apart from real ones everywhere. A shortening that changes nothing in
a question, or leaves fewer than two words, gives no pair.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from caesura.shapes import MAX_WORDS, Words
from caesura.syntax.closed_class import AUXILIARIES, BE, DETERMINERS, FUNCTION_WORDS, PREPOSITIONS, PRONOUNS, WH_WORDS
from caesura.syntax.cues.pairs import Pair
from caesura.tagging import Tagger

#: Indices of the title's words that the query keeps, in the query's order.
WordOrder = list[int]

_NOMINAL = frozenset(("NOUN", "PROPN", "ADJ", "NUM"))
_NOUNS = frozenset(("NOUN", "PROPN", "NUM"))
_HOW_MUCH = frozenset(("many", "much", "long", "far", "often", "old", "big", "tall"))


@dataclass(frozen=True)
class Shortening:
    """One way to shorten: `words_kept(words, tags)` says which words stay, and in which order; None where it does not apply."""

    name: str
    share: float
    description: str
    words_kept: Callable[[Words, Sequence[str]], WordOrder | None]


def noun_phrases(words: Words, tags: Sequence[str]) -> list[tuple[int, int]]:
    """Stretches of nominal words that hold a noun and no question word, as (first, one past the last)."""
    stretches: list[tuple[int, int]] = []
    start: int | None = None
    for at in range(len(words) + 1):
        nominal = at < len(words) and tags[at] in _NOMINAL and words[at] not in FUNCTION_WORDS
        if nominal and start is None:
            start = at
        elif not nominal and start is not None:
            if any(tags[i] in _NOUNS for i in range(start, at)):
                stretches.append((start, at))
            start = None
    return stretches


def question_phrase(words: Words) -> int:
    """How many words the opening of the question takes: `how can i`, `what is the`, `how many`."""
    at = 0
    if words[0] in WH_WORDS:
        at = 1
        if words[0] == "how" and len(words) > 1 and words[1] in _HOW_MUCH:
            at = 2
    while at < len(words) and words[at] in AUXILIARIES | PRONOUNS | DETERMINERS | frozenset(("to",)):
        at += 1
    return at


def _as_typed(words: Words, _tags: Sequence[str]) -> WordOrder:
    return list(range(len(words)))


def _without_question_phrase(words: Words, _tags: Sequence[str]) -> WordOrder | None:
    opening = question_phrase(words)
    return list(range(opening, len(words))) if opening else None


def _little(words: Words) -> frozenset[int]:
    """Places of articles, pronouns and auxiliaries; a form of BE that a question word leans on (`what is`) goes with that word."""
    small = DETERMINERS | PRONOUNS | AUXILIARIES
    leaning = len(words) > 1 and words[0] in WH_WORDS and words[1] in BE
    return frozenset(at for at, word in enumerate(words) if word in small and not (at == 1 and leaning))


def _without_little_words(words: Words, _tags: Sequence[str]) -> WordOrder | None:
    dropped = _little(words)
    if len(words) > 1 and words[0] in WH_WORDS and words[1] in BE:
        dropped |= {0, 1}
    kept = [at for at in range(len(words)) if at not in dropped]
    return kept if len(kept) < len(words) else None


def _content_words(words: Words, _tags: Sequence[str]) -> WordOrder | None:
    kept = [at for at, word in enumerate(words) if word not in FUNCTION_WORDS]
    return kept if len(kept) < len(words) else None


def _noun_phrases_only(words: Words, tags: Sequence[str]) -> WordOrder | None:
    kept = [at for first, end in noun_phrases(words, tags) for at in range(first, end)]
    return kept if kept and len(kept) < len(words) else None


def _around(words: Words, topic: tuple[int, int]) -> WordOrder:
    """Everything but the topic and the preposition and article that led to it."""
    first, end = topic
    while first and words[first - 1] in DETERMINERS | PREPOSITIONS:
        first -= 1
    return [at for at in range(len(words)) if not first <= at < end]


def _rest(words: Words, topic: tuple[int, int]) -> WordOrder:
    """The same without little words."""
    dropped = _little(words)
    return [at for at in _around(words, topic) if at not in dropped]


def _topic_first(words: Words, tags: Sequence[str]) -> WordOrder | None:
    phrases = noun_phrases(words, tags)
    if not phrases or phrases[-1][0] == 0:
        return None
    rest = _rest(words, phrases[-1])
    return [*range(*phrases[-1]), *rest] if rest else None


def _topic_before_question(words: Words, tags: Sequence[str]) -> WordOrder | None:
    phrases = noun_phrases(words, tags)
    if not phrases or phrases[-1][0] == 0:
        return None
    rest = _around(words, phrases[-1])
    return [*range(*phrases[-1]), *rest] if len(rest) > 1 else None


def _without_last_preposition(words: Words, _tags: Sequence[str]) -> WordOrder | None:
    prepositions = [at for at, word in enumerate(words) if word in PREPOSITIONS]
    opening = question_phrase(words)
    if not prepositions or prepositions[-1] <= opening or prepositions[-1] == len(words) - 1:
        return None
    behind = prepositions[-1] + (2 if words[prepositions[-1] + 1] in DETERMINERS else 1)
    return [*range(opening, prepositions[-1]), *range(behind, len(words))]


def _topic_last(words: Words, tags: Sequence[str]) -> WordOrder | None:
    phrases = noun_phrases(words, tags)
    if not phrases or phrases[0][1] == len(words):
        return None
    rest = _rest(words, phrases[0])
    return [*rest, *range(*phrases[0])] if rest else None


def _question_last(words: Words, _tags: Sequence[str]) -> WordOrder | None:
    if words[0] not in WH_WORDS:
        return None
    opening = question_phrase(words)
    asked = [at for at in range(opening) if words[at] not in PRONOUNS | DETERMINERS]
    rest = [at for at in range(opening, len(words)) if words[at] not in DETERMINERS]
    return [*rest, *asked] if rest else None


#: All shortenings, with the share of questions that each is drawn for.
SHORTENINGS: Final = (
    Shortening("as-typed", 0.16, "the whole question", _as_typed),
    Shortening("without-question-phrase", 0.16, "without its opening (how can i, what is the)", _without_question_phrase),
    Shortening("without-little-words", 0.12, "without articles, pronouns and auxiliaries", _without_little_words),
    Shortening("without-last-preposition", 0.08, "without its opening and its last preposition", _without_last_preposition),
    Shortening("content-words", 0.12, "without any function word", _content_words),
    Shortening("noun-phrases", 0.05, "its noun phrases only", _noun_phrases_only),
    Shortening("topic-first", 0.10, "the last noun phrase in front, then the rest without little words", _topic_first),
    Shortening("topic-before-question", 0.10, "the last noun phrase in front, then the rest as it was", _topic_before_question),
    Shortening("topic-last", 0.05, "the first noun phrase behind the rest", _topic_last),
    Shortening("question-last", 0.06, "the opening of the question at the end", _question_last),
)


def shorten(question: Words, shortening: Shortening, tags: Sequence[str]) -> Pair | None:
    """The pair that a shortening gives of a question, or None where it gives none."""
    kept = shortening.words_kept(question, tags)
    if kept is None or len(kept) < 2 or len(kept) > MAX_WORDS:
        return None
    return Pair(tuple(question[at] for at in kept), question)


def shorten_questions(
    questions: Iterable[Words], tagger: Tagger, *, seed: int = 1, counts: Counter[str] | None = None
) -> Iterator[tuple[Shortening, Pair]]:
    """At most one pair for each question, with its shortening; `counts` counts the pairs of each."""
    draw = random.Random(seed)
    for question in questions:
        shortening = draw_shortening(draw)
        if not question or len(question) > MAX_WORDS:
            continue
        pair = shorten(question, shortening, tagger(question))
        if pair is not None:
            if counts is not None:
                counts[shortening.name] += 1
            yield shortening, pair


def draw_shortening(draw: random.Random) -> Shortening:
    return draw.choices(SHORTENINGS, [shortening.share for shortening in SHORTENINGS])[0]


def shortening_counts(counts: Counter[str]) -> dict[str, Any]:
    """Shortenings with their share and their number of pairs."""
    return {one.name: {"share": one.share, "pairs": counts[one.name], "description": one.description} for one in SHORTENINGS}
