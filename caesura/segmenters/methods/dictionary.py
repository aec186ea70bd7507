"""The user's own phrases are always kept.

Phrases are found by the lexicon's rule: folded, and only where that form is no phrase, without punctuation at the edges of
words. Where phrases overlap, `prefer="longest"` lets a longer phrase win over any shorter ones (its weight is |s|^|s|),
`prefer="heaviest"` takes the largest sum of the weights the user gave (whole numbers, 1 where none is given). The words
between the phrases are segmented by another method, `otherwise`; by default they stand alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from caesura.foundation import InputError
from caesura.segmenters.decoding import Candidate, best
from caesura.segmenters.registry import Method, Parameter, Segmenter, Setup, segmenter
from caesura.segmenters.weighted import Weigh, WeightedSegmenter
from caesura.shapes import Words, bare, fold, shown
from caesura.tagging import Tags


def weighing(weights: Mapping[Words, int]) -> Weigh:
    """The phrases found in a query; keys are folded words."""
    longest = max(map(len, weights), default=0)

    def weigh(words: Words, _tags: Tags | None) -> list[Candidate]:
        folded = tuple(map(fold, words))
        bared = tuple(map(bare, folded))
        found = []
        for start in range(len(words) - 1):
            for end in range(start + 2, min(len(words), start + longest) + 1):
                weight = weights.get(folded[start:end]) or weights.get(bared[start:end])
                if weight:
                    found.append(Candidate(start, end, weight, "a phrase of the dictionary"))
        return found

    return weigh


def weighing_with(weights: Mapping[Words, int], base: WeightedSegmenter) -> Weigh:
    """Phrases first; what the other method would join is possible only between them."""
    find_phrases = weighing(weights)

    def weigh(words: Words, tags: Tags | None) -> Sequence[Candidate]:
        phrases = find_phrases(words, None)
        kept = [span for span in best(len(words), phrases).spans if span[1] - span[0] > 1]
        chosen = [
            phrase._replace(weight=phrase.weight * base.scale)
            if (phrase.start, phrase.end) in kept
            else phrase._replace(weight=0, basis="overlaps a better phrase", allowed=False)
            for phrase in phrases
        ]
        between = [
            candidate
            for candidate in base.candidates(words, tags)
            if all(candidate.end <= start or end <= candidate.start for start, end in kept)
        ]
        return chosen + between

    return weigh


def phrase_weights(phrases: Iterable[str] | Mapping[str, int], prefer: str) -> dict[Words, int]:
    """Folded words -> weight. A phrase of one word has nothing to keep together and is left out."""
    given = phrases if isinstance(phrases, Mapping) else dict.fromkeys(phrases, 1)
    weights: dict[Words, int] = {}
    for phrase, weight in given.items():
        words = tuple(map(fold, phrase.split()))
        if type(weight) is not int or weight < 1:
            raise InputError(f"the phrase {shown(phrase)} has the weight {weight!r}", cure="weights are whole numbers from 1 on")
        if len(words) > 1:
            weights[words] = max(weights.get(words, 0), len(words) ** len(words) if prefer == "longest" else weight)
    return weights


def make(setup: Setup) -> Segmenter:
    weights = phrase_weights(setup.parameters["phrases"], setup.parameters["prefer"])
    otherwise = setup.parameters["otherwise"]
    if otherwise == "none":
        return WeightedSegmenter("dictionary", weighing(weights))
    settings = setup.parameters["settings"]
    base = segmenter(otherwise, lexicon=setup.lexicon, rules=setup.rules, tagger=setup.tagger, compiled=setup.compiled, **settings)
    if not isinstance(base, WeightedSegmenter):
        raise InputError(
            f"a dictionary cannot be combined with {otherwise}", cure="choose a method that weighs segments, such as titles"
        )
    return WeightedSegmenter("dictionary", weighing_with(weights, base), scale=base.scale, tags_of=base.tags_of)


METHOD = Method(
    "dictionary",
    "your own phrases, always kept; other words alone or by another method",
    "",
    make,
    (
        Parameter("phrases", (), "the phrases, or phrases with weights"),
        Parameter("prefer", "longest", "which of two overlapping phrases wins", ("longest", "heaviest")),
        Parameter("otherwise", "none", "the method for the words between phrases"),
        Parameter("settings", {}, "that method's own parameters"),
    ),
    needs_lexicon=False,
)
