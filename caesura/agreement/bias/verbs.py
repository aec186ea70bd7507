"""Bias 3: phrase structure drives segmentation only where it agrees with cutting in halves (Ramanath et al. 2013, section 6).

Where the verb phrase makes up about half of the query, annotators break before it, and about as often right after its verb; where
it is a single verb at the end, they look for the middle instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from caesura.agreement.bias.tagged import TaggedItem, verb_phrase
from caesura.agreement.bias.tally import SEED, TRIALS, Finding, Tally, dealt_anew_p, finding

#: "Roughly half" of the words: from a third to two thirds.
_HALF = (Fraction(1, 3), Fraction(2, 3))
CONDITIONS = ("half of the query", "single verb", "other length")


def verb_findings(
    items: Sequence[TaggedItem], other: Sequence[TaggedItem] | None = None, *, trials: int = TRIALS, seed: int = SEED
) -> list[Finding]:
    """For each length of verb phrase: breaks before it, right after its verb, and how much oftener before than after."""
    findings: list[Finding | None] = []
    for condition in CONDITIONS:
        for habit, counted, share in (
            ("break before the verb phrase", _before, True),
            ("break right after the verb", _after, True),
            ("before minus after", _before_minus_after, False),
        ):
            tally = Tally.of([counted(item) for item in items if _condition(item) == condition], share=share)
            others = None if other is None else Tally.of([counted(i) for i in other if _condition(i) == condition], share=share)
            findings.append(finding(3, habit, f"verb phrase: {condition}", tally, others, trials=trials, seed=seed))
    return [row for row in findings if row is not None]


def length_matters(items: Sequence[TaggedItem], *, trials: int = TRIALS, seed: int = SEED) -> dict[str, float | int] | None:
    """Are breaks before the verb phrase commoner where it is half of the query than where it is a single verb?"""
    half, single = (
        Tally.of([_before(item) for item in items if _condition(item) == condition], share=True) for condition in CONDITIONS[:2]
    )
    if not half.queries or not single.queries:
        return None
    return {
        "half": half.observed,
        "half_queries": half.queries,
        "single_verb": single.observed,
        "single_verb_queries": single.queries,
        "p": dealt_anew_p(half, single, trials=trials, seed=seed),
    }


def _condition(tagged: TaggedItem) -> str | None:
    """None where there is no verb, or the query begins with it: nothing can be broken before it then."""
    span = verb_phrase(tagged.tags)
    if span is None or span[0] == 0:
        return None
    words = len(tagged.words)
    if span[0] == words - 1:
        return CONDITIONS[1]
    return CONDITIONS[0] if _HALF[0] <= Fraction(words - span[0], words) <= _HALF[1] else CONDITIONS[2]


def _breaks_at(tagged: TaggedItem, boundary: int) -> int:
    return sum(count for pattern, count in tagged.item.patterns if pattern[boundary])


def _before(tagged: TaggedItem) -> tuple[float, float, float, float]:
    start, _ = verb_phrase(tagged.tags) or (1, 1)
    number = tagged.item.total
    return _breaks_at(tagged, start - 1), number / 2, number / 4, number


def _after(tagged: TaggedItem) -> tuple[float, float, float, float]:
    """Counts only where a word follows the verb."""
    _, last = verb_phrase(tagged.tags) or (1, 1)
    if last == len(tagged.words) - 1:
        return 0, 0, 0, 0
    number = tagged.item.total
    return _breaks_at(tagged, last), number / 2, number / 4, number


def _before_minus_after(tagged: TaggedItem) -> tuple[float, float, float, float]:
    before, after = _before(tagged), _after(tagged)
    if not after[3]:
        return 0, 0, 0, 0
    # Two independent fair coins: the difference has mean 0 and variance 1/2.
    return before[0] - after[0], 0.0, before[3] / 2, before[3]
