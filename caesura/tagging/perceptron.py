"""The tagger that ships with Caesura: an averaged perceptron over hashed features, in plain Python.

All tags are scored at once: a row of weights is one long integer with sixteen bits per tag, so adding rows adds the weights of
every tag, and no array library needs to be loaded. A weight is stored as one byte, 128 standing for zero.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from caesura.foundation import ArtifactKind, InputError
from caesura.shapes import fold
from caesura.tagging import features
from caesura.tagging.marks import PUNCTUATION, without_marks
from caesura.tagging.tagger import Tags

TAGGER = ArtifactKind("tagger", 2, cure="train it again: python -m caesura.tagging.training", unchecked=1)

# Bits per tag while adding up: some twenty rows of bytes stay far below 2^16.
_LANE = 2


class PerceptronTagger:
    """`tagger(("new", "york"))` -> `("PROPN", "PROPN")`: universal parts of speech, tagged from left to right.

    One tag per word as typed. Marks are split off first, so `cat?` has the tag of `cat`; a word of marks alone is `PUNCT`, and its
    neighbours are tagged as if it were not there.
    """

    def __init__(self, tags: Tags, weights: bytes, card: dict[str, Any]) -> None:
        if len(weights) != features.FEATURE_ROWS * len(tags):
            raise InputError(f"{len(weights)} weights for {len(tags)} tags", cure="train the tagger again")
        self.tags = tags
        self.card = card
        spread = bytearray(_LANE * len(weights))
        spread[::_LANE] = weights
        self._spread = bytes(spread)
        self._size = _LANE * len(tags)
        # Words repeat: most of a log is answered from these.
        self._own = lru_cache(maxsize=1 << 16)(lambda word: self._sum(features.own(word)))
        self._left = lru_cache(maxsize=1 << 16)(lambda word: self._sum(features.left(word)))
        self._right = lru_cache(maxsize=1 << 16)(lambda word: self._sum(features.right(word)))
        self._farther = lru_cache(maxsize=1 << 16)(lambda before, behind: self._sum(features.farther(before, behind)))
        self._tagged = lru_cache(maxsize=1 << 16)(lambda *context: self._sum(features.tagged(*context)))

    def __call__(self, words: Sequence[str], /) -> Tags:
        bare = [without_marks(word) for word in words]
        if all(bare):
            return self._tags_of([fold(word) for word in bare])
        tags = iter(self._tags_of([fold(word) for word in bare if word]))
        return tuple(next(tags) if word else PUNCTUATION for word in bare)

    def _tags_of(self, words: Sequence[str]) -> Tags:
        context = (features.OUTSIDE, features.OUTSIDE, *words, features.OUTSIDE, features.OUTSIDE)
        before, before_that = features.OUTSIDE, features.OUTSIDE
        tags = []
        for at in range(2, len(words) + 2):
            word, previous, following = context[at], context[at - 1], context[at + 1]
            score = (
                self._own(word)
                + self._left(previous)
                + self._right(following)
                + self._farther(context[at - 2], context[at + 2])
                + self._sum(features.pairs(previous, word, following))
                + self._tagged(word, before, before_that)
            )
            lanes = memoryview(score.to_bytes(self._size, "little")).cast("H").tolist()
            before_that, before = before, self.tags[lanes.index(max(lanes))]
            tags.append(before)
        return tuple(tags)

    @property
    def weights(self) -> bytes:
        """One byte per feature and tag, for a kernel."""
        return self._spread[::_LANE]

    def tag_many(self, queries: Iterable[Sequence[str]]) -> list[Tags]:
        return [self(words) for words in queries]

    def _sum(self, rows: list[int]) -> int:
        spread, size, read = self._spread, self._size, int.from_bytes
        return sum([read(spread[row * size : row * size + size], "little") for row in rows])

    def __reduce__(self) -> tuple[Callable[[], PerceptronTagger], tuple[()]] | str:
        return default_tagger, ()


def pack_tagger(tags: Tags, weights: bytes, card: dict[str, Any]) -> bytes:
    """A tagger as one file: the tags and the model card in its head, then the weights, compressed."""
    return TAGGER.pack({"tags": list(tags), **card}, zlib.compress(weights, 9))


def unpack_tagger(raw: bytes, source: str) -> PerceptronTagger:
    card, body = TAGGER.unpack(raw, source)
    try:
        return PerceptronTagger(tuple(card.pop("tags")), zlib.decompress(body), card)
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise TAGGER.damaged(source) from error


@cache
def default_tagger() -> PerceptronTagger:
    """The tagger for English queries, read once."""
    return unpack_tagger((files("caesura.tagging") / "english.weights").read_bytes(), "english.weights")
