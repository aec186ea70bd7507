"""What a method decides, corrected by hand: phrases that are always joined, and words that never are.

A file of overrides has one per line, `always<TAB>phrase` or `never<TAB>phrase`. A phrase that is always joined is a segment, as a
phrase of a dictionary is; the words of one that never is are broken up wherever they stand side by side. Where both speak about
the same words, `always` wins. Phrases are found by the lexicon's rule: folded, with and without punctuation at the edges of words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from caesura.foundation import InputError, PathLike, compiled_twin, lines
from caesura.segmenters.explanation import Explanation
from caesura.segmenters.json_printing import json_encoded, json_texts
from caesura.segmenters.methods.dictionary import Dictionary, kept, phrase_weights
from caesura.segmenters.probabilities import KnowsSegments
from caesura.segmenters.registry import Segmenter
from caesura.segmenters.segmentation import Segmentation
from caesura.shapes import Flat, Span, Words, split_words
from caesura.tagging import Tags

if TYPE_CHECKING:
    from caesura.segmenters.kernel._scored import Phrases


@dataclass(frozen=True)
class Overrides:
    """Phrases that are always joined, and phrases whose words never are."""

    always: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.always or self.never)


def read_overrides(path: PathLike) -> Overrides:
    """A file of overrides; lines that begin with # are for people."""
    phrases: Mapping[str, list[str]] = {"always": [], "never": []}
    for number, line in lines(path):
        if not line.strip() or line.startswith("#"):
            continue
        kind, tab, phrase = line.partition("\t")
        if kind.strip() not in phrases or not tab or len(phrase.split()) < 2:
            raise InputError(
                "not an override",
                cure="write always<TAB>phrase or never<TAB>phrase, two or more words each",
                file=path,
                line=number,
            )
        phrases[kind.strip()].append(" ".join(phrase.split()))
    return Overrides(tuple(phrases["always"]), tuple(phrases["never"]))


class OverridingSegmenter:
    """As the segmenter it wraps, where no override says otherwise."""

    def __init__(self, base: Segmenter, overrides: Overrides) -> None:
        self.name = base.name
        self.base = base
        self.recipe: tuple[Callable[..., Any], tuple[Any, ...]] | None = (OverridingSegmenter, (base, overrides))
        self._knows = base if isinstance(base, KnowsSegments) else None
        self._overrides = overrides
        self._always = Dictionary(phrase_weights(overrides.always, "longest"))
        self._never = Dictionary(phrase_weights(overrides.never, "longest"))

    def segment(self, text: str, tags: Tags | None = None) -> Segmentation:
        """The base's answer, changed where an override says so."""
        return self._changed(self.base.segment(text, tags), tags)

    def segment_many(self, texts: Sequence[str], tags: Sequence[Tags | None] | None = None) -> list[Segmentation]:
        """As `segment`, for each text."""
        return [self.segment(text, given) for text, given in zip(texts, tags or [None] * len(texts), strict=True)]

    def nbest(self, text: str, wanted: int, tags: Tags | None = None) -> list[Segmentation]:
        """The base's best, changed; what becomes the same is listed once."""
        by_flat = {one.flat: one for one in reversed([self._changed(one, tags) for one in self.base.nbest(text, wanted, tags)])}
        return list(reversed(by_flat.values()))

    def explain(self, text: str, tags: Tags | None = None) -> Explanation:
        """What the base weighed; the segmentation is the changed one."""
        return replace(self.base.explain(text, tags), segmentation=self.segment(text, tags))

    def pipe_many(self, texts: Sequence[str], threads: int | None = None) -> list[str]:
        """Each text in pipe form; a text without words gives an empty string."""
        printed = self.base.pipe_many(texts, threads)
        for at in self.touched(texts):
            if texts[at].split():
                printed[at] = self.segment(texts[at]).pipe
        return printed

    def json_texts(self, texts: Sequence[str], *, compact: bool = True, between: bytes = b",", threads: int | None = None) -> bytes:
        """As `json_texts` of the room: what no override touches goes the base's fast way."""
        pieces, start = [], 0
        for at in (*self.touched(texts), len(texts)):
            if start < at:
                pieces.append(json_texts(self.base, texts[start:at], compact=compact, between=between, threads=threads))
            if at < len(texts):
                pieces.append(json_encoded(self.segment(texts[at]).as_json(), compact=compact))
            start = at + 1
        return between.join(pieces)

    def touched(self, texts: Sequence[str]) -> Iterable[int]:
        """The numbers of the texts that an override may be about."""
        if self._table is not None:
            return self._table.held_by(texts)
        held = ((at, split_words(text)) for at, text in enumerate(texts))
        return [at for at, words in held if self._always.find(words) or self._never.find(words)]

    @cached_property
    def _table(self) -> Phrases | None:
        """All phrases as the kernel finds them; None where there is none."""
        twin = compiled_twin("caesura.segmenters.kernel._scored")
        listed = [(words, 1) for words in (*self._always.weights, *self._never.weights)]
        return None if twin is None else twin.Phrases(listed)

    def _changed(self, segmentation: Segmentation, tags: Tags | None) -> Segmentation:
        words = segmentation.query_words
        joined = kept(len(words), self._always.find(words))
        inside = {place for start, end in joined for place in range(start, end - 1)}
        broken = {start - 1 for start, _ in joined} | {end - 1 for _, end in joined}
        broken |= {place for phrase in self._never.find(words) for place in range(phrase.start, phrase.end - 1)} - inside
        flat = Flat(
            tuple(int((bit or place in broken) and place not in inside) for place, bit in enumerate(segmentation.flat.breaks))
        )
        return segmentation if flat == segmentation.flat else self._as(segmentation, flat, joined, words, tags)

    def _as(self, segmentation: Segmentation, flat: Flat, joined: Sequence[Span], words: Words, tags: Tags | None) -> Segmentation:
        """The changed segmentation: segments that stay keep what they had, the others weigh nothing; a phrase is certain."""
        scores = dict(zip(segmentation.spans, segmentation.segment_scores, strict=True))
        chances: dict[Span, float] | None = None
        if segmentation.probabilities is not None:
            chances = dict(zip(segmentation.spans, segmentation.probabilities, strict=True))
            chain = None if self._knows is None else self._knows.chain(words, tags)
            for span in flat.spans:
                if span not in chances:
                    chances[span] = chain.segment(*span) if chain is not None and span not in joined else float(span in joined)
        kept_scores = tuple(scores.get(span, 0) for span in flat.spans)
        return Segmentation(
            words,
            flat,
            sum(kept_scores),
            kept_scores,
            segmentation.method,
            segmentation.text,
            None if chances is None else tuple(chances[span] for span in flat.spans),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return OverridingSegmenter, (self.base, self._overrides)
