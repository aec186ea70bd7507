"""A tagger adapted to queries: their words take the tags they have in the title of the page they led to (Ganchev et al. 2012).

A title is a sentence, and a tagger is good at sentences. Each word of the query that is in the title takes its tag there; the
others keep the tag they get in the query. Queries tagged so are learned from beside the treebanks.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from caesura.foundation import InputError, PathLike
from caesura.syntax.cues.alignment import NOWHERE, align
from caesura.syntax.cues.held_out import is_held_out
from caesura.syntax.cues.pairs import Pair, read_pairs, read_questions
from caesura.syntax.cues.shortening import shorten_questions
from caesura.tagging import Tagged, Tagger, unpack_tagger


@dataclass(frozen=True)
class AdaptationData:
    """What a tagger is adapted to: real pairs, and synthetic pairs of at most `maximum` questions, drawn by the seed.

    Titles that are held out for testing are left out of both.
    """

    pairs: PathLike | None = None
    questions: PathLike | None = None
    sources: Collection[str] | None = None
    maximum: int = 20_000
    seed: int = 1

    def pairs_of(self, tagger: Tagger) -> tuple[list[Pair], list[Pair]]:
        """The real pairs and the synthetic ones."""
        real = [] if self.pairs is None else [pair for pair in read_pairs(self.pairs) if not is_held_out(pair.title)]
        asked = [] if self.questions is None else read_questions(self.questions, self.sources)
        known = [words for words in asked if not is_held_out(words)]
        drawn = random.Random(self.seed).sample(known, min(self.maximum, len(known)))
        return real, [pair for _, pair in shorten_questions(drawn, tagger, seed=self.seed)]

    @property
    def files(self) -> list[str]:
        return [Path(path).name for path in (self.pairs, self.questions) if path is not None]


class AdaptedTagger(NamedTuple):
    """The tagger before and after, as files, and how many real and synthetic queries it was adapted to."""

    before: bytes
    after: bytes
    real: int
    synthetic: int


def adapt_tagger(sentences: Sequence[Tagged], to: AdaptationData, epochs: int) -> AdaptedTagger:
    """A tagger learned from sentences, and the one that learned from the queries it tagged by way of their titles too."""
    from caesura.tagging import train_tagger  # loads numpy

    before = train_tagger(sentences, epochs)
    tagger = unpack_tagger(before, "the first tagger")
    real, synthetic = (list(adaptation_examples(pairs, tagger)) for pairs in to.pairs_of(tagger))
    if not real and not synthetic:
        raise InputError(
            "no title holds the words of its query", cure="give query<TAB>title pairs, or questions", file=" and ".join(to.files)
        )
    return AdaptedTagger(before, train_tagger([*sentences, *real, *synthetic], epochs), len(real), len(synthetic))


def project_tags(pair: Pair, tagger: Tagger) -> Tagged:
    """The query with the tags of its title."""
    of_title = tagger(pair.title)
    own = tagger(pair.query)
    places = align(pair.query, pair.title)
    return Tagged(pair.query, tuple(own[i] if place == NOWHERE else of_title[place] for i, place in enumerate(places)))


def adaptation_examples(pairs: Iterable[Pair], tagger: Tagger) -> Iterator[Tagged]:
    """The projected queries of pairs; queries with less than half of their words in the title are left out."""
    for pair in pairs:
        shared = sum(place != NOWHERE for place in align(pair.query, pair.title))
        if pair.query and 2 * shared >= len(pair.query):
            yield project_tags(pair, tagger)
