"""What a query log says beyond counts: which words begin or end queries, which are whole queries, which meet in any order.

They are entries of the lexicon's table like any n-gram, behind a first word that nobody can type (it holds a character at which
text is split), so they are merged, updated, decayed and looked up as counts are, and older files lack them. Their kind is 0, no
number of words: they are not n-grams in `info`. As with n-grams, only hashes are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from caesura.lexicon.hashing import encoded, extended, ngram_hash, word_hash
from caesura.lexicon.lexicon import Lexicon, builder_twin

if TYPE_CHECKING:
    from caesura.lexicon.protocol import LexiconLike
    from caesura.lexicon.records import Records

#: Longer lines of a log are seldom queries: their n-grams are counted, nothing else.
LONGEST_QUERY = 12

#: The first words of the entries. A unit separator is a space to `str.split`, so no text has such words.
_QUERIES, _WHOLE, _START, _END, _HOLDING, _TOGETHER = range(6)
_FIRST_WORDS = tuple(f"\x1f{name}".encode() for name in ("queries", "whole", "start", "end", "holding", "together"))

#: What a lexicon's list of sources says of a log whose statistics were kept.
STATISTICS_KEY = "statistics"


def log_records(block: bytes, seed: int) -> Records:
    """The statistics of folded queries, one per line."""
    # Only building needs numpy: looking them up belongs to every start of `segment`.
    import numpy as np

    from caesura.lexicon.records import Records, lines_of, second_seed, words_of

    seeds = seed, second_seed(seed)
    first_words = [_first_words(each) for each in seeds]
    if (twin := builder_twin()) is not None:
        arrays = [np.array(each, np.uint64) for each in first_words]
        first, second = twin.hash_log(block, *seeds, *arrays, LONGEST_QUERY)
    else:
        rows = [row for line in lines_of(block) for row in _entries(words_of(line), seeds, first_words)]
        first, second = np.ascontiguousarray(np.array(rows, np.uint64).reshape(-1, 2).T)
    return Records(first, second, np.ones(len(first), np.uint64), np.zeros(len(first), np.uint8))


def _first_words(seed: int) -> tuple[int, ...]:
    return tuple(word_hash(word, seed) for word in _FIRST_WORDS)


def _entries(words: Sequence[bytes], seeds: tuple[int, int], first_words: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Both hashes of each entry of one query; words that meet stand in the order of their first hashes."""
    if not 0 < len(words) <= LONGEST_QUERY:
        return []
    hashes = [tuple(word_hash(word, seed) for seed in seeds) for word in words]
    distinct = sorted(set(hashes))
    runs = [
        (_QUERIES, []),
        (_WHOLE, hashes),
        *((_START, hashes[:size]) for size in (1, 2) if size <= len(words)),
        *((_END, hashes[-size:]) for size in (1, 2) if size <= len(words)),
    ]
    for at, word in enumerate(distinct):
        runs += [(_HOLDING, [word]), *((_TOGETHER, [word, other]) for other in distinct[at + 1 :])]
    return [tuple(ngram_hash([first_words[side][kind], *(word[side] for word in run)]) for side in (0, 1)) for kind, run in runs]


class LogCounts:
    """The statistics in an open lexicon; words are folded already."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._first_words = _first_words(lexicon.header.seed)
        self.hash = lru_cache(maxsize=65536)(lambda word: word_hash(encoded(word), lexicon.header.seed))
        self.queries = self._count(self._first_words[_QUERIES])

    def whole(self, hashes: Sequence[int]) -> int:
        """How many queries are these words and nothing else. All runs are given by the `hash` of each word."""
        return self._run(_WHOLE, hashes)

    def starts(self, hashes: Sequence[int]) -> int:
        """How many queries begin with these words, one or two."""
        return self._run(_START, hashes)

    def ends(self, hashes: Sequence[int]) -> int:
        """How many queries end with these words, one or two."""
        return self._run(_END, hashes)

    def holding(self, word: int) -> int:
        """How many queries hold the word."""
        return self._run(_HOLDING, (word,))

    def together(self, one: int, other: int) -> int:
        """How many queries hold both words, in any order and anywhere."""
        return self.holding(one) if one == other else self._run(_TOGETHER, (one, other) if one < other else (other, one))

    def _run(self, kind: int, hashes: Sequence[int]) -> int:
        state = self._first_words[kind]
        for word in hashes:
            state = extended(state, word)
        return self._count(state)

    def _count(self, hashed: int) -> int:
        entry = self._lexicon.table.probe(hashed)
        return 0 if entry is None else entry[0]


def log_counts(lexicon: LexiconLike) -> LogCounts | None:
    """The statistics of the logs that a lexicon was built from; None where it has none."""
    if not isinstance(lexicon, Lexicon) or not any(source.get(STATISTICS_KEY) for source in lexicon.header.sources):
        return None
    return LogCounts(lexicon)
