"""Was the lexicon built from the labels it is judged on?

Titles or counts that were made of the annotators' own segments know every right answer, and figures on queries left out say nothing
about queries nobody has annotated. It shows: nearly all segments that most annotators made are known, and nearly no other span of
the same queries is. In a lexicon from elsewhere many segments are unknown, and many other spans are known. What the labels gave
away is measured by hiding what the lexicon says about exactly those segments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from caesura.corpus import Corpus, Entry
from caesura.foundation import Advance, unwatched
from caesura.lexicon import LexiconLike, NgramEntry, spans_one_by_one
from caesura.segmenters.learned.fitting import FeatureSources, fit
from caesura.segmenters.learned.training import Recipe
from caesura.shapes import Flat, Span, Words, fold

#: From this difference between both shares on; lexicons from elsewhere stay far below it.
SUSPICIOUS = 0.9

#: Fewer segments, or fewer other spans, say nothing.
FEWEST_SPANS = 30


@dataclass(frozen=True)
class Leak:
    """What of the lexicon seems to come from the labels: the shares of segments, and of other spans, that it knows."""

    kind: Literal["titles", "counts"]
    segments: float
    others: float

    def __str__(self) -> str:
        return (
            f"the lexicon's {self.kind} seem to be built from these labels: they know {self.segments:.0%} of the annotators' "
            f"segments and {self.others:.0%} of all other spans"
        )


class HidingLexicon:
    """A lexicon that does not know what it says about some n-grams: their titles, or their counts."""

    def __init__(self, base: LexiconLike, hidden: frozenset[Words], kinds: frozenset[str]) -> None:
        self._base = base
        self._hidden = hidden
        self._kinds = kinds

    @property
    def total(self) -> int:
        return self._base.total

    @property
    def longest(self) -> int:
        return self._base.longest

    def count(self, words: Sequence[str]) -> int:
        return self.lookup(words)[0]

    def is_title(self, words: Sequence[str]) -> bool:
        return self.lookup(words)[1]

    def lookup(self, words: Sequence[str], *, as_typed: bool = False) -> NgramEntry:
        count, title = self._base.lookup(words, as_typed=as_typed)
        if tuple(map(fold, words)) in self._hidden:
            return (0 if "counts" in self._kinds else count), (False if "titles" in self._kinds else title)
        return count, title

    def lookup_spans(self, words: Sequence[str], *, as_typed: bool = False) -> list[list[NgramEntry]]:
        return spans_one_by_one(partial(self.lookup, as_typed=as_typed), words, self.longest)


def find_leaks(corpus: Corpus, lexicon: LexiconLike) -> list[Leak]:
    """Whether titles, or counts, seem to be built from the corpus's votes."""
    made: set[Words] = set()
    others: set[Words] = set()
    for entry in corpus:
        segments, rest = _spans(entry)
        made |= segments
        others |= rest
    others -= made
    if min(len(made), len(others)) < FEWEST_SPANS:
        return []
    titles = Leak("titles", _share(made, lexicon.is_title), _share(others, lexicon.is_title))
    # Of pairs every log counts many that nobody would keep together; few longer spans are counted anywhere.
    pairs, other_pairs = (set(filter(_is_pair, spans)) for spans in (made, others))
    counts = Leak("counts", _share(pairs, partial(_is_counted, lexicon)), _share(other_pairs, partial(_is_counted, lexicon)))
    return [leak for leak in (titles, counts) if leak.segments - leak.others >= SUSPICIOUS]


def figures_without(
    corpus: Corpus, sources: FeatureSources, leaks: Sequence[Leak], recipe: Recipe, advance: Advance = unwatched
) -> dict[str, float]:
    """The figures on queries left out, with all hidden that the labels gave away."""
    hidden = frozenset(words for entry in corpus for words in _spans(entry)[0])
    hiding = HidingLexicon(sources.lexicon, hidden, frozenset(leak.kind for leak in leaks))
    figures: dict[str, float] = fit(corpus, replace(sources, lexicon=hiding), recipe, advance).card["figures"]
    return figures


def _is_pair(words: Words) -> bool:
    return len(words) == 2


def _is_counted(lexicon: LexiconLike, words: Words) -> bool:
    return lexicon.count(words) > 0


def _share(spans: set[Words], known: Callable[[Words], bool]) -> float:
    return sum(map(known, spans)) / len(spans) if spans else 0.0


def _spans(entry: Entry) -> tuple[set[Words], set[Words]]:
    """The folded segments of two and more words that most annotators made, and the spans that none of them made."""
    words = tuple(map(fold, entry.query.words))
    votes = [(vote.shape, vote.count) for vote in entry.votes if isinstance(vote.shape, Flat)]
    top = max(votes, key=lambda vote: vote[1], default=(None, 0))[0]
    if top is None:
        return set(), set()
    by_anyone = {span for shape, _ in votes for span in shape.spans}
    segments = {words[start:end] for start, end in top.spans if end - start > 1}
    return segments, {words[start:end] for start, end in _all_spans(len(words)) if (start, end) not in by_anyone}


def _all_spans(size: int) -> Iterator[Span]:
    return ((start, end) for start in range(size) for end in range(start + 2, min(size, start + 5) + 1))
