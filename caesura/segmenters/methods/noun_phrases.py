"""Titles and strict noun phrases: WT+SNP of the CIKM 2012 paper.

A segment is a title, or a sequence of nominal words (nouns, adjectives, articles, numbers) that was seen; weights are
those of `wikipedia`. The public outputs turn out to have tagged every n-gram by itself, not in its query: the published
rules ask the tagger for each n-gram, the printed rules take the tags of the query.
"""

from __future__ import annotations

from caesura.lexicon import LexiconLike
from caesura.segmenters.decoding import CandidateSegment
from caesura.segmenters.methods import wikipedia
from caesura.segmenters.nominal import all_nominal, nominal_words
from caesura.segmenters.registry import Method, Rules, Segmenter, Setup
from caesura.segmenters.separators import between_separators
from caesura.segmenters.weighted import Weigh, WeightedSegmenter
from caesura.shapes import Words
from caesura.tagging import Tagger, Tags


def weighing_in_query(lexicon: LexiconLike, rules: Rules) -> Weigh:
    """Noun phrases by the tags of the query; no noun phrases where tags and words cannot be aligned."""
    by_wikipedia = wikipedia.weighing(lexicon, rules)

    def weigh(words: Words, tags: Tags | None) -> list[CandidateSegment]:
        nominal = nominal_words(words, tags or (), rules) or (False,) * len(words)
        return [
            candidate
            if candidate.basis == wikipedia.AS_TITLE or all(nominal[candidate.start : candidate.end])
            else _neither(candidate)
            for candidate in by_wikipedia(words, None)
        ]

    return weigh


def weighing_by_itself(lexicon: LexiconLike, tagger: Tagger, rules: Rules) -> Weigh:
    """Noun phrases by the tags that each n-gram gets on its own."""
    by_wikipedia = wikipedia.weighing(lexicon, rules)

    def weigh(words: Words, _tags: Tags | None) -> list[CandidateSegment]:
        return [
            candidate
            if not candidate.allowed
            or candidate.basis == wikipedia.AS_TITLE
            or all_nominal(words[candidate.start : candidate.end], tagger(words[candidate.start : candidate.end]), rules)
            else _neither(candidate)
            for candidate in by_wikipedia(words, None)
        ]

    return weigh


def _neither(candidate: CandidateSegment) -> CandidateSegment:
    return candidate._replace(weight=0, basis="neither a title nor a noun phrase", frequency=0, allowed=False)


def make(setup: Setup) -> Segmenter:
    lexicon = setup.need_lexicon()
    tagger = setup.need_tagger()
    if setup.rules == "published":
        return WeightedSegmenter("titles+noun-phrases", weighing_by_itself(lexicon, tagger, setup.rules))
    weigh = between_separators(weighing_in_query(lexicon, setup.rules), lexicon, setup.rules)
    return WeightedSegmenter("titles+noun-phrases", weigh, tags_of=tagger)


METHOD = Method(
    "titles+noun-phrases",
    "titles and noun phrases become segments, weighted as wikipedia does",
    "WT+SNP in Hagen, Potthast, Beyer, Stein: Towards Optimum Query Segmentation: In Doubt Without. CIKM 2012",
    make,
    needs_tags=True,
    rules_differ=True,
)
