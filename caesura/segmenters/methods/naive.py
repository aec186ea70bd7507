"""Naive query segmentation: weight(s) = |s|^|s| * freq(s).

Weights are Python integers and therefore exact; the kernel counts in 128 bits, which hold 5^5 * 2^64 and any sum of it over
a query. A segment that was never seen weighs 0 and rules the segmentation out.
"""

from __future__ import annotations

from caesura.lexicon import LONGEST_COUNTED, LexiconLike
from caesura.segmenters.classic_segmenter import classic_segmenter
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.registry import Method, Rules, Segmenter, Setup
from caesura.segmenters.weighted import Weigh
from caesura.shapes import Words
from caesura.tagging import Tags


def weighing(lexicon: LexiconLike, rules: Rules) -> Weigh:
    longest = min(lexicon.longest, LONGEST_COUNTED)
    as_typed = rules == "published"

    def weigh(words: Words, _tags: Tags | None) -> list[CandidateSegment]:
        candidates = []
        for start in range(len(words) - 1):
            for end in range(start + 2, min(len(words), start + longest) + 1):
                frequency, _ = lexicon.lookup(words[start:end], as_typed=as_typed)
                length = end - start
                candidates.append(
                    CandidateSegment(start, end, length**length * frequency, "its own frequency", frequency, frequency > 0)
                )
        return candidates

    return weigh


def make(setup: Setup) -> Segmenter:
    return classic_segmenter("naive", weighing, setup)


METHOD = Method(
    "naive",
    "frequency, with longer segments weighted up by |s|^|s|",
    "Hagen, Potthast, Stein, Bräutigam: The Power of Naive Query Segmentation. SIGIR 2010",
    make,
)
