"""Wikipedia-based normalisation: titles weigh as their most frequent pair of words does.

weight(s) = |s| * (largest frequency of a two-word sequence inside s) if s is a title, else |s| * freq(s). Under the
published rules a title with no frequency of its own weighs 0.
"""

from __future__ import annotations

from caesura.lexicon import LexiconLike
from caesura.segmenters.classic_segmenter import classic_segmenter
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.registry import Method, Rules, Segmenter, Setup
from caesura.segmenters.weighted import Weigh
from caesura.shapes import Words
from caesura.tagging import Tags

AS_TITLE = "largest pair inside a title"
AS_COUNTED = "its own frequency"


def weighing(lexicon: LexiconLike, rules: Rules) -> Weigh:
    published = rules == "published"

    def weigh(words: Words, _tags: Tags | None) -> list[CandidateSegment]:
        looked_up = lexicon.lookup_spans(words, as_typed=published)
        candidates = []
        for start, row in enumerate(looked_up):
            largest_pair = 0
            for end, (frequency, is_title) in enumerate(row, start=start + 2):
                largest_pair = max(largest_pair, looked_up[end - 2][0][0])
                if is_title and not (published and frequency == 0):
                    frequency, basis = largest_pair, AS_TITLE
                else:
                    basis = AS_COUNTED
                candidates.append(CandidateSegment(start, end, (end - start) * frequency, basis, frequency, frequency > 0))
        return candidates

    return weigh


def make(setup: Setup) -> Segmenter:
    return classic_segmenter("wikipedia", weighing, setup)


METHOD = Method(
    "wikipedia",
    "frequency, with titles weighted up by their most frequent pair of words",
    "Hagen, Potthast, Stein, Bräutigam: Query Segmentation Revisited. WWW 2011",
    make,
    rules_differ=True,
)
