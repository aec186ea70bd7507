"""The user's own phrases are always kept.

Phrases are found by the lexicon's rule: folded, with and without punctuation at the edges of words. Where phrases overlap,
`prefer="longest"` lets a longer phrase win over any shorter ones (its weight is |s|^|s|), `prefer="heaviest"` takes the largest sum
of the weights the user gave (whole numbers, 1 where none is given). The words between the phrases are segmented by another method,
`otherwise`; by default they stand alone. Its segments keep their probabilities where it knows them; a phrase is certain.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from caesura.foundation import InputError, PathLike, lines
from caesura.segmenters.decoding import CandidateSegment, best
from caesura.segmenters.probabilities import Distribution, HasChoosingKernel, KnowsSegments
from caesura.segmenters.registry import Method, Parameter, Phrases, Segmenter, Setup, segmenter
from caesura.segmenters.segmentation import Segmentation
from caesura.segmenters.weighted import WeightedSegmenter
from caesura.shapes import Span, Words, fold, lookup_forms, query_words, shown, split_words
from caesura.tagging import Tags

if TYPE_CHECKING:
    from caesura.segmenters.kernel._batch import BatchKernel
    from caesura.segmenters.kernel._scored import ChoosingKernel
    from caesura.segmenters.kernel._scored import Phrases as PhraseTable


class Dictionary:
    """Phrases as folded words, with their weights."""

    def __init__(self, weights: Mapping[Words, int]) -> None:
        self.weights = weights
        self._longest = max(map(len, weights), default=0)
        self._first = {words[0] for words in weights}

    def find(self, words: Words) -> list[CandidateSegment]:
        """The phrases in a query."""
        forms = [lookup_forms(fold(word)) for word in words]
        candidates = []
        for start in range(len(words) - 1):
            if self._first.isdisjoint(forms[start]):
                continue
            for end in range(start + 2, min(len(words), start + self._longest) + 1):
                weight = max(self.weights.get(form, 0) for form in zip(*forms[start:end], strict=True))
                if weight:
                    candidates.append(CandidateSegment(start, end, weight, "a phrase of the dictionary"))
        return candidates


def kept(size: int, phrases: Sequence[CandidateSegment]) -> list[Span]:
    """Of phrases that overlap, those that win."""
    return [span for span in best(size, phrases).spans if span[1] - span[0] > 1] if phrases else []


class DictionarySegmenter(WeightedSegmenter):
    """Phrases first; what the other method would join is possible only between them. Without another method words stand alone."""

    def __init__(self, dictionary: Dictionary, base: WeightedSegmenter | None) -> None:
        super().__init__(
            "dictionary", self._weighed, scale=1 if base is None else base.scale, tags_of=None if base is None else base.tags_of
        )
        self._dictionary = dictionary
        self._base = base

    def mask(self, text: str) -> int:
        words = split_words(text)
        if self._dictionary.find(words):
            return self.plain_mask(text)
        if self._base is None:
            return (1 << (len(words) - 1)) - 1 if words else 0
        return self._base.mask(text)

    def masks(self, texts: Sequence[str], threads: int | None = None) -> array[int]:
        if self._base is None:
            return super().masks(texts, threads)
        # Most queries hold no phrase: those go the other method's fast way.
        masks = self._base.masks(texts, threads)
        for at, text in enumerate(texts):
            if self._dictionary.find(split_words(text)):
                masks[at] = self.plain_mask(text)
        return masks

    def _weighed(self, words: Words, tags: Tags | None) -> Sequence[CandidateSegment]:
        phrases = self._dictionary.find(words)
        if self._base is None:
            return phrases
        spans = kept(len(words), phrases)
        winners = [
            phrase._replace(weight=phrase.weight * self.scale)
            if (phrase.start, phrase.end) in spans
            else phrase._replace(weight=0, basis="overlaps a better phrase", allowed=False)
            for phrase in phrases
        ]
        others = self._base.candidates(words, tags)
        return winners + [each for each in others if not _overlaps(each.start, each.end, spans)]


class DictionaryWithProbabilities(DictionarySegmenter):
    """Over a method that knows probabilities: its segments keep theirs, phrases have 1."""

    def __init__(self, dictionary: Dictionary, base: WeightedSegmenter, knows: KnowsSegments) -> None:
        super().__init__(dictionary, base)
        self.other = base
        self._knows = knows

    @cached_property
    def _table(self) -> PhraseTable | None:
        """The phrases as the kernel finds them; None where it has no room for their weights."""
        from caesura.segmenters.kernel._scored import Phrases as PhraseTable

        try:
            return PhraseTable(self._dictionary.weights.items())
        except ValueError:
            return None

    def choosing_kernel(
        self, plain: Callable[[str], int], minimum: float, phrases: PhraseTable | None = None
    ) -> ChoosingKernel | None:
        """The other method's kernel, with these phrases kept (or those given)."""
        if not isinstance(self.other, HasChoosingKernel) or not self.other.compiled or self._table is None:
            return None
        return self.other.choosing_kernel(plain, minimum, phrases or self._table)

    @cached_property
    def json_kernel(self) -> ChoosingKernel | None:
        """The kernel that decides and writes; None where the plain path must."""
        return self.choosing_kernel(self.plain_mask, 0.0)

    @property
    def compiled(self) -> bool:
        return self.json_kernel is not None

    @cached_property
    def _kernel(self) -> BatchKernel | None:
        return self.json_kernel

    def masks(self, texts: Sequence[str], threads: int | None = None) -> array[int]:
        if self.json_kernel is None:
            return super().masks(texts, threads)
        return WeightedSegmenter.masks(self, texts, threads)

    def chain(self, words: Sequence[str], tags: Tags | None = None) -> Distribution:
        """The other method's probabilities, with the phrases certain."""
        split = tuple(words)
        return _WithPhrases(self._knows.chain(split, tags), kept(len(split), self._dictionary.find(split)))

    def segment(self, text: str, tags: Tags | None = None) -> Segmentation:
        if self._dictionary.find(query_words(text)):
            return self._with_probabilities(super().segment(text, tags), tags)
        return replace(self.other.segment(text, tags), method=self.name)

    def nbest(self, text: str, wanted: int, tags: Tags | None = None) -> list[Segmentation]:
        if self._dictionary.find(query_words(text)):
            return [self._with_probabilities(one, tags) for one in super().nbest(text, wanted, tags)]
        return [replace(one, method=self.name) for one in self.other.nbest(text, wanted, tags)]

    def _with_probabilities(self, segmentation: Segmentation, tags: Tags | None) -> Segmentation:
        chain = self.chain(segmentation.query_words, tags)
        return replace(segmentation, probabilities=tuple(chain.segment(*span) for span in segmentation.spans))


class _WithPhrases:
    """A distribution over segmentations of which only those that keep the phrases are possible."""

    def __init__(self, base: Distribution, spans: Sequence[Span]) -> None:
        self._base = base
        self._spans = spans

    def segment(self, start: int, end: int) -> float:
        if (start, end) in self._spans:
            return 1.0
        return 0.0 if _overlaps(start, end, self._spans) else self._base.segment(start, end)

    def likely(self, minimum: float) -> Mapping[Span, float]:
        between = {span: chance for span, chance in self._base.likely(minimum).items() if not _overlaps(*span, self._spans)}
        return {**between, **dict.fromkeys(self._spans, 1.0)}


def _overlaps(start: int, end: int, spans: Sequence[Span]) -> bool:
    return any(start < last and first < end for first, last in spans)


def phrase_weights(phrases: Phrases, prefer: str) -> dict[Words, int]:
    """Folded words -> weight. A phrase of one word has nothing to keep together and is left out."""
    if isinstance(phrases, str | os.PathLike):
        phrases = read_phrases(phrases)
    given = phrases if isinstance(phrases, Mapping) else dict.fromkeys(phrases, 1)
    weights: dict[Words, int] = {}
    for phrase, weight in given.items():
        words = tuple(map(fold, phrase.split()))
        if type(weight) is not int or weight < 1:
            raise InputError(f"the phrase {shown(phrase)} has the weight {weight!r}", cure="weights are whole numbers of 1 or more")
        if len(words) > 1:
            weights[words] = max(weights.get(words, 0), len(words) ** len(words) if prefer == "longest" else weight)
    return weights


def read_phrases(path: PathLike) -> dict[str, int]:
    """A file with one phrase per line, each with a weight behind a tab or without."""
    phrases: dict[str, int] = {}
    for number, line in lines(path):
        phrase, tab, weight = line.partition("\t")
        if tab and not weight.strip().isdecimal():
            raise InputError(
                f"the weight '{weight.strip()}' is not a whole number", cure="write phrase<TAB>weight", file=path, line=number
            )
        if phrase.strip():
            phrases[phrase.strip()] = int(weight) if tab else 1
    return phrases


def make(setup: Setup) -> Segmenter:
    dictionary = Dictionary(phrase_weights(setup.parameters["phrases"], setup.parameters["prefer"]))
    otherwise = setup.parameters["otherwise"]
    if otherwise == "none":
        return DictionarySegmenter(dictionary, None)
    settings = setup.parameters["settings"]
    base = segmenter(otherwise, lexicon=setup.lexicon, rules=setup.rules, tagger=setup.tagger, compiled=setup.compiled, **settings)
    if not isinstance(base, WeightedSegmenter):
        raise InputError(
            f"a dictionary cannot be combined with {otherwise}", cure="choose a method that weighs segments, such as titles"
        )
    if isinstance(base, KnowsSegments):
        return DictionaryWithProbabilities(dictionary, base, base)
    return DictionarySegmenter(dictionary, base)


METHOD = Method(
    "dictionary",
    "your own phrases, always kept; other words alone or by another method",
    "",
    make,
    (
        Parameter("phrases", (), "the phrases, phrases with weights, or a file with one per line"),
        Parameter("prefer", "longest", "which of two overlapping phrases wins", ("longest", "heaviest")),
        Parameter("otherwise", "none", "the method for the words between phrases"),
        Parameter("settings", {}, "that method's own parameters"),
    ),
    needs_lexicon=False,
)
