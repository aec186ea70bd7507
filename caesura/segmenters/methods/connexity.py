"""Connexity: a segment is worth its frequency times the mutual information of its two longest parts.

conn(w1..wn) = freq(w1..wn) * I(w1..wn-1, w2..wn), I = ln(c(w1..wn) N / (c(w1..wn-1) c(w2..wn))). The segmentation with the
largest sum over segments of two and more words wins. The poster names a log and documents as sources and gives no threshold; here
the counts are the lexicon's, and a segment whose parts were never counted, or whose information is not above 0, is not possible.
`form="sum"` adds relative frequency and information instead, as Beyer 2011 retells it.
"""

from __future__ import annotations

from math import floor, log

from caesura.lexicon import LexiconLike
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.registry import Method, Parameter, Segmenter, Setup
from caesura.segmenters.separators import between_separators
from caesura.segmenters.span_counts import UNIT, span_counts
from caesura.segmenters.weighted import Weigh, WeightedSegmenter
from caesura.shapes import Words
from caesura.tagging import Tags


def weighing(lexicon: LexiconLike, form: str) -> Weigh:
    def weigh(words: Words, _tags: Tags | None) -> list[CandidateSegment]:
        counts = span_counts(lexicon, words)
        candidates = []
        for (start, end), count in counts.items():
            if end - start < 2:
                continue
            parts = counts[start, end - 1] * counts[start + 1, end]
            information = log(count * lexicon.total / parts) if count and parts and lexicon.total else 0.0
            allowed = information > 0
            if form == "sum":
                weight = floor((count / lexicon.total + information) * UNIT) if allowed else 0
            else:
                weight = count * floor(information * UNIT) if allowed else 0
            candidates.append(CandidateSegment(start, end, weight, f"information {information:.3f}", count, allowed))
        return candidates

    return weigh


def make(setup: Setup) -> Segmenter:
    lexicon = setup.need_lexicon()
    weigh = between_separators(weighing(lexicon, str(setup.parameters["form"])), lexicon, setup.rules)
    return WeightedSegmenter("connexity", weigh, scale=UNIT)


METHOD = Method(
    "connexity",
    "frequency times the mutual information of a segment's two longest parts",
    "Risvik, Mikolajewski, Boros: Query Segmentation for Web Search. WWW 2003",
    make,
    (Parameter("form", "product", "product, or sum (as Beyer 2011 retells it)", ("product", "sum")),),
)
