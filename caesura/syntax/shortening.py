"""Made pairs: the ways people shorten a question into a query, each with a name and a share.

Real (query, title) pairs are few in public. A question is its own title; one of the ways below, drawn with its share by a seeded
generator, makes the query. Made pairs are told apart from real ones wherever they are counted. A way that changes nothing in a
question, or leaves fewer than two words, makes no pair of it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from caesura.shapes import MAX_WORDS, Words
from caesura.syntax.closed_class import AUXILIARIES, BE, DETERMINERS, FUNCTION_WORDS, PREPOSITIONS, PRONOUNS, WH_WORDS
from caesura.syntax.pairs import Pair
from caesura.tagging import Tagger

#: Indices of the title's words that make the query, in the query's order.
Chosen = list[int]

_NOMINAL = frozenset(("NOUN", "PROPN", "ADJ", "NUM"))
_NOUNS = frozenset(("NOUN", "PROPN", "NUM"))
_HOW_MUCH = frozenset(("many", "much", "long", "far", "often", "old", "big", "tall"))


@dataclass(frozen=True)
class Way:
    """One way to shorten: `choose(words, tags)` says which words stay, and in which order."""

    name: str
    share: float
    description: str
    choose: Callable[[Words, Sequence[str]], Chosen | None]


def noun_phrases(words: Words, tags: Sequence[str]) -> list[tuple[int, int]]:
    """Stretches of nominal words that hold a noun and no question word, as (first, one past the last)."""
    found: list[tuple[int, int]] = []
    start: int | None = None
    for at in range(len(words) + 1):
        nominal = at < len(words) and tags[at] in _NOMINAL and words[at] not in FUNCTION_WORDS
        if nominal and start is None:
            start = at
        elif not nominal and start is not None:
            if any(tags[i] in _NOUNS for i in range(start, at)):
                found.append((start, at))
            start = None
    return found


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


def _as_typed(words: Words, _tags: Sequence[str]) -> Chosen:
    return list(range(len(words)))


def _without_question_phrase(words: Words, _tags: Sequence[str]) -> Chosen | None:
    opening = question_phrase(words)
    return list(range(opening, len(words))) if opening else None


def _little(words: Words) -> frozenset[int]:
    """Places of articles, pronouns and auxiliaries; a form of BE that a question word leans on (`what is`) goes with that word."""
    small = DETERMINERS | PRONOUNS | AUXILIARIES
    leaning = len(words) > 1 and words[0] in WH_WORDS and words[1] in BE
    return frozenset(at for at, word in enumerate(words) if word in small and not (at == 1 and leaning))


def _without_little_words(words: Words, _tags: Sequence[str]) -> Chosen | None:
    dropped = _little(words)
    if len(words) > 1 and words[0] in WH_WORDS and words[1] in BE:
        dropped |= {0, 1}
    kept = [at for at in range(len(words)) if at not in dropped]
    return kept if len(kept) < len(words) else None


def _content_words(words: Words, _tags: Sequence[str]) -> Chosen | None:
    kept = [at for at, word in enumerate(words) if word not in FUNCTION_WORDS]
    return kept if len(kept) < len(words) else None


def _noun_phrases_only(words: Words, tags: Sequence[str]) -> Chosen | None:
    kept = [at for first, end in noun_phrases(words, tags) for at in range(first, end)]
    return kept if kept and len(kept) < len(words) else None


def _around(words: Words, topic: tuple[int, int]) -> Chosen:
    """Everything but the topic and the preposition and article that led to it."""
    first, end = topic
    while first and words[first - 1] in DETERMINERS | PREPOSITIONS:
        first -= 1
    return [at for at in range(len(words)) if not first <= at < end]


def _rest(words: Words, topic: tuple[int, int]) -> Chosen:
    """The same without little words."""
    dropped = _little(words)
    return [at for at in _around(words, topic) if at not in dropped]


def _topic_first(words: Words, tags: Sequence[str]) -> Chosen | None:
    phrases = noun_phrases(words, tags)
    if not phrases or phrases[-1][0] == 0:
        return None
    rest = _rest(words, phrases[-1])
    return [*range(*phrases[-1]), *rest] if rest else None


def _topic_before_question(words: Words, tags: Sequence[str]) -> Chosen | None:
    phrases = noun_phrases(words, tags)
    if not phrases or phrases[-1][0] == 0:
        return None
    rest = _around(words, phrases[-1])
    return [*range(*phrases[-1]), *rest] if len(rest) > 1 else None


def _without_last_preposition(words: Words, _tags: Sequence[str]) -> Chosen | None:
    found = [at for at, word in enumerate(words) if word in PREPOSITIONS]
    opening = question_phrase(words)
    if not found or found[-1] <= opening or found[-1] == len(words) - 1:
        return None
    behind = found[-1] + (2 if words[found[-1] + 1] in DETERMINERS else 1)
    return [*range(opening, found[-1]), *range(behind, len(words))]


def _topic_last(words: Words, tags: Sequence[str]) -> Chosen | None:
    phrases = noun_phrases(words, tags)
    if not phrases or phrases[0][1] == len(words):
        return None
    rest = _rest(words, phrases[0])
    return [*rest, *range(*phrases[0])] if rest else None


def _question_last(words: Words, _tags: Sequence[str]) -> Chosen | None:
    if words[0] not in WH_WORDS:
        return None
    opening = question_phrase(words)
    asked = [at for at in range(opening) if words[at] not in PRONOUNS | DETERMINERS]
    rest = [at for at in range(opening, len(words)) if words[at] not in DETERMINERS]
    return [*rest, *asked] if rest else None


#: The ways, with the share of questions that each is drawn for.
WAYS: Final = (
    Way("as-typed", 0.16, "the whole question", _as_typed),
    Way("without-question-phrase", 0.16, "without its opening (how can i, what is the)", _without_question_phrase),
    Way("without-little-words", 0.12, "without articles, pronouns and auxiliaries", _without_little_words),
    Way("without-last-preposition", 0.08, "without its opening and its last preposition", _without_last_preposition),
    Way("content-words", 0.12, "without any function word", _content_words),
    Way("noun-phrases", 0.05, "its noun phrases only", _noun_phrases_only),
    Way("topic-first", 0.10, "the last noun phrase in front, then the rest without little words", _topic_first),
    Way("topic-before-question", 0.10, "the last noun phrase in front, then the rest as it was", _topic_before_question),
    Way("topic-last", 0.05, "the first noun phrase behind the rest", _topic_last),
    Way("question-last", 0.06, "the opening of the question at the end", _question_last),
)


def shortened(question: Words, way: Way, tags: Sequence[str]) -> Pair | None:
    """The pair that a way makes of a question, or None where it makes none."""
    chosen = way.choose(question, tags)
    if chosen is None or len(chosen) < 2 or len(chosen) > MAX_WORDS:
        return None
    return Pair(tuple(question[at] for at in chosen), question)


def made_pairs(
    questions: Iterable[Words], tagger: Tagger, *, seed: int = 1, counts: Counter[str] | None = None
) -> Iterator[tuple[Way, Pair]]:
    """One pair at most for each question, with the way it was made; `counts` says how many each way made."""
    draw = random.Random(seed)
    shares = [way.share for way in WAYS]
    for question in questions:
        way = draw.choices(WAYS, shares)[0]
        if not question or len(question) > MAX_WORDS:
            continue
        pair = shortened(question, way, tagger(question))
        if pair is not None:
            if counts is not None:
                counts[way.name] += 1
            yield way, pair
