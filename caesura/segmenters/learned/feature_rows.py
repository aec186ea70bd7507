"""The features of many queries as arrays: by the kernel where it can run, by `features.places` everywhere else."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from caesura.lexicon import LexiconLike
from caesura.segmenters.learned.compiled import feature_kernel
from caesura.segmenters.learned.features import AROUND, BACKGROUND, NUMBERS, places
from caesura.segmenters.learned.log_features import LOG_NUMBERS, LogFeatures
from caesura.segmenters.learned.tag_classes import OUTSIDE, tag_class
from caesura.segmenters.learned.vectors import DIMENSIONS, default_vectors
from caesura.segmenters.separators import Separators
from caesura.shapes import Words, fold
from caesura.tagging import Tagger, Tags

if TYPE_CHECKING:
    from caesura.segmenters.kernel._learned import LearnedKernel

Classes = npt.NDArray[np.uint8]

#: Of one query: numbers, tags and vectors of its places as bytes, and where it breaks whatever they are.
_Described = tuple[bytes, bytes, bytes, Separators]

#: Stands for the class of a tag that is not known.
NO_CLASS = 255


@dataclass(frozen=True)
class FeatureRows:
    """One row per place, queries one after the other; `given` are the classes of tags that came with the queries."""

    numbers: npt.NDArray[np.float64]
    tags: Classes
    vectors: npt.NDArray[np.int8]
    given: Classes | None

    def picked(self, rows: npt.NDArray[np.int64]) -> FeatureRows:
        return FeatureRows(
            self.numbers[rows], self.tags[rows], self.vectors[rows], None if self.given is None else self.given[rows]
        )

    def joined(self, other: FeatureRows) -> FeatureRows:
        """These rows and then the others, neither of which have given tags."""
        return FeatureRows(
            np.concatenate((self.numbers, other.numbers)),
            np.concatenate((self.tags, other.tags)),
            np.concatenate((self.vectors, other.vectors)),
            None,
        )


def feature_rows(
    queries: Sequence[Words],
    lexicon: LexiconLike,
    tagger: Tagger,
    background: LexiconLike | None,
    given: Sequence[Tags | None] | None = None,
    log_features: LogFeatures | None = None,
) -> FeatureRows:
    """Features of queries of two and more words, by a kernel where one can run. `log_features` describe the places once more, by a
    log's statistics."""
    rows, _ = described_rows(queries, lexicon, tagger, background, feature_kernel(lexicon, tagger, background is not None))
    numbers = rows.numbers
    if log_features is not None:
        by_log = [row for words in queries for row in log_features.rows([fold(word) for word in words])]
        numbers = np.hstack([numbers, np.array(by_log, np.float64).reshape(-1, len(LOG_NUMBERS))])
    return FeatureRows(numbers, rows.tags, rows.vectors, None if given is None else _given_classes(queries, given))


def described_rows(
    queries: Sequence[Words], lexicon: LexiconLike, tagger: Tagger, background: LexiconLike | None, kernel: LearnedKernel | None
) -> tuple[FeatureRows, list[Separators]]:
    """The features of queries of two and more words, and where each query breaks whatever they are. What the kernel leaves to
    Python is described by the plain path, and everything without a kernel."""
    numbers, tags, vectors = bytearray(), bytearray(), bytearray()
    breaks = []
    for words in queries:
        described = _by_kernel(kernel, words) or _plainly(words, lexicon, tagger, background)
        numbers += described[0]
        tags += described[1]
        vectors += described[2]
        breaks.append(described[3])
    width = len(NUMBERS) + (len(BACKGROUND) if background is not None else 0)
    rows = FeatureRows(
        np.frombuffer(numbers, np.float64).reshape(-1, width),
        np.frombuffer(tags, np.uint8).reshape(-1, len(AROUND)),
        np.frombuffer(vectors, np.int8).reshape(-1, len(AROUND) * DIMENSIONS),
        None,
    )
    return rows, breaks


def words_around(sizes: Sequence[int]) -> npt.NDArray[np.int64]:
    """For each place of queries of this many words the numbers of the words around it, counted through all queries; the number
    behind the last word where there is none."""
    outside, rows, first = sum(sizes), [], 0
    for size in sizes:
        for place in range(size - 1):
            rows.append([first + place + at if 0 <= place + at < size else outside for at in AROUND])
        first += size
    return np.array(rows, np.int64).reshape(-1, len(AROUND))


def _by_kernel(kernel: LearnedKernel | None, words: Words) -> _Described | None:
    described = None if kernel is None else kernel.features(" ".join(words))
    if described is None:
        return None
    numbers, tags, vectors, sure = described
    return numbers, tags, vectors, Separators(sure)


def _plainly(words: Words, lexicon: LexiconLike, tagger: Tagger, background: LexiconLike | None) -> _Described:
    described = places(words, lexicon, tagger(words), None, default_vectors(), background)
    return (
        b"".join(array("d", row).tobytes() for row in described.numbers),
        b"".join(map(bytes, described.tags)),
        b"".join(array("b", row).tobytes() for row in described.vectors),
        described.separators,
    )


def _given_classes(queries: Sequence[Words], given: Sequence[Tags | None]) -> Classes:
    """The classes around each place; no class that there is where a query came without tags."""
    rows = []
    for words, tags in zip(queries, given, strict=True):
        size = len(words)
        known = tags is not None and len(tags) == size
        classes = [tag_class(tag) for tag in tags] if tags is not None and known else []
        for place in range(size - 1):
            around = (
                [classes[place + at] if 0 <= place + at < size else OUTSIDE for at in AROUND] if known else [NO_CLASS] * len(AROUND)
            )
            rows.append(around)
    return np.array(rows, np.uint8).reshape(-1, len(AROUND))
