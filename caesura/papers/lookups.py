"""Table 5.7 of Beyer 2011: how many counts of n-grams each method asks for, on a Webis-QSeC-10 folder.

The thesis counted on the 48,587 queries of its test set, which is not public, so figures are compared per query. Its program
lists all segmentations and asks for a segment's count in each of them (`listing`); dynamic programming asks for each n-gram once
(`once`). A method asks for the n-grams of two to five words that it weighs: `wikipedia` for all, `titles` for those where there
are titles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from caesura.corpus import read_corpus
from caesura.foundation import PathLike
from caesura.papers.official_outputs import published_segmenter
from caesura.shapes import Span

if TYPE_CHECKING:
    from caesura.segmenters import WeightedSegmenter

Row = Mapping[str, Any]

_LONGEST = 5
_QUERIES = 48_587
#: Method -> distinct n-grams, look-ups.
_PRINTED = {"wikipedia": (164_522, 1_056_452), "titles": (18_894, 67_727), "hybrid": (63_549, 162_954)}


def ngram_lookups(folder: PathLike) -> Iterator[Row]:
    """A row for each method: look-ups in all, per query beside the printed figure, and distinct n-grams."""
    corpus = read_corpus(folder)
    for method, (printed_distinct, printed_total) in _PRINTED.items():
        method_used = cast("WeightedSegmenter", published_segmenter(method, folder, rules="printed"))
        distinct: set[tuple[str, ...]] = set()
        once = listing = 0
        for entry in corpus:
            words = entry.query.words
            weighed = [one for one in method_used.candidates(words, entry.query.tags) if one.basis != "not a title"]
            spans = [(one.start, one.end) for one in weighed if one.end - one.start <= _LONGEST]
            once += len(spans)
            listing += sum(_listed(span, place) for place in _places(spans) for span in spans if _inside(span, place))
            distinct |= {words[start:end] for start, end in spans}
        yield {
            "method": method,
            "queries": len(corpus),
            "once": once,
            "once_per_query": once / len(corpus),
            "listing": listing,
            "listing_per_query": listing / len(corpus),
            "printed_per_query": printed_total / _QUERIES,
            "distinct": len(distinct),
            "distinct_per_query": len(distinct) / len(corpus),
            "printed_distinct_per_query": printed_distinct / _QUERIES,
        }


def _places(spans: Sequence[Span]) -> list[Span]:
    """What the spans cover, those that share a word together."""
    places: list[Span] = []
    for start, end in sorted(spans):
        if places and start < places[-1][1]:
            places[-1] = (places[-1][0], max(places[-1][1], end))
        else:
            places.append((start, end))
    return places


def _inside(span: Span, place: Span) -> bool:
    return place[0] <= span[0] and span[1] <= place[1]


def _listed(span: Span, place: Span) -> int:
    """In how many segmentations of the place the span is a segment."""
    left, right = span[0] - place[0], place[1] - span[1]
    return int(2 ** max(0, left - 1) * 2 ** max(0, right - 1))
