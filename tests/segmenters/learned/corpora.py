"""A small corpus with votes for training, made of invented words and rules, so that there is something to learn."""

from __future__ import annotations

import random

from caesura.corpus import Corpus, Entry, Query, Vote, Votes
from caesura.lexicon import MemoryLexicon
from caesura.shapes import Flat

PAIRS = ("blue harbour", "iron kettle", "north meadow", "paper lantern", "silver birch", "stone bridge")
OTHERS = ("cheap", "hotels", "in", "map", "of", "pictures", "recipe", "repair", "weather", "zorblatt")

LEXICON = MemoryLexicon(
    dict.fromkeys(PAIRS, 500) | {word: 4000 for pair in PAIRS for word in pair.split()} | dict.fromkeys(OTHERS, 9000),
    titles=PAIRS,
)


def invented_corpus(queries: int = 60, seed: int = 3) -> Corpus:
    """Pairs stay together for eight of ten annotators, everything else is broken by nine of ten."""
    draw = random.Random(seed)
    entries = []
    for number in range(queries):
        parts = draw.sample([*draw.sample(PAIRS, 2), *draw.sample(OTHERS, 2)], draw.randint(2, 3))
        words = " ".join(parts).split()
        usual, every = Flat.from_lengths(len(part.split()) for part in parts), Flat((1,) * (len(words) - 1))
        votes = (Vote(usual, 8), Vote(every, 2)) if usual != every else (Vote(usual, 10),)
        entries.append(Entry(Query(str(number), " ".join(words)), Votes(votes)))
    return Corpus("invented", tuple(entries))
