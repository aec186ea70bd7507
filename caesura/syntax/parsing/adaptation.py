"""A tagger made used to queries: their words take the tags they have in the title of the page they led to (Ganchev et al. 2012).

A title is a sentence, and a tagger is good at sentences. Each word of the query that stands in the title takes its tag there; the
others keep the tag they get in the query. Queries tagged so are learned from beside the treebanks.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from caesura.foundation import InputError, PathLike
from caesura.syntax.alignment import NOWHERE, aligned
from caesura.syntax.distant import is_held_out
from caesura.syntax.pairs import Pair, read_pairs, read_questions
from caesura.syntax.shortening import made_pairs
from caesura.tagging import Tagged, Tagger, read_tagger


@dataclass(frozen=True)
class AdaptTo:
    """What a tagger is made used to: real pairs, and pairs made of `most` questions, drawn by the seed.

    Titles that are held out for testing are left out of both.
    """

    pairs: PathLike | None = None
    questions: PathLike | None = None
    sources: Collection[str] | None = None
    most: int = 20_000
    seed: int = 1

    def found(self, tagger: Tagger) -> tuple[list[Pair], list[Pair]]:
        """The real pairs and the made ones."""
        real = [] if self.pairs is None else [pair for pair in read_pairs(self.pairs) if not is_held_out(pair.title)]
        asked = [] if self.questions is None else read_questions(self.questions, self.sources)
        known = [words for words in asked if not is_held_out(words)]
        drawn = random.Random(self.seed).sample(known, min(self.most, len(known)))
        return real, [pair for _, pair in made_pairs(drawn, tagger, seed=self.seed)]

    @property
    def files(self) -> list[str]:
        return [Path(path).name for path in (self.pairs, self.questions) if path is not None]


class Adapted(NamedTuple):
    """The tagger before and after, as files, and how many real and made queries lie between."""

    before: bytes
    after: bytes
    real: int
    made: int


def adapted_tagger(sentences: Sequence[Tagged], to: AdaptTo, epochs: int) -> Adapted:
    """A tagger learned from sentences, and the one that learned from the queries it tagged by way of their titles too."""
    from caesura.tagging import train_tagger  # loads numpy

    before = train_tagger(sentences, epochs)
    tagger = read_tagger(before, "the first tagger")
    real, made = (list(queries_to_learn_from(pairs, tagger)) for pairs in to.found(tagger))
    if not real and not made:
        raise InputError(
            "no query whose words stand in its title", cure="give query<TAB>title pairs, or questions", file=" and ".join(to.files)
        )
    return Adapted(before, train_tagger([*sentences, *real, *made], epochs), len(real), len(made))


def projected(pair: Pair, tagger: Tagger) -> Tagged:
    """The query with the tags of its title."""
    of_title = tagger(pair.title)
    own = tagger(pair.query)
    places = aligned(pair.query, pair.title)
    return Tagged(pair.query, tuple(own[i] if place == NOWHERE else of_title[place] for i, place in enumerate(places)))


def queries_to_learn_from(pairs: Iterable[Pair], tagger: Tagger) -> Iterator[Tagged]:
    """The projected queries of pairs; a query of which less than half stands in the title says nothing about it."""
    for pair in pairs:
        found = sum(place != NOWHERE for place in aligned(pair.query, pair.title))
        if pair.query and 2 * found >= len(pair.query):
            yield projected(pair, tagger)
