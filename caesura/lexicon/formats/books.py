"""Google Books n-grams (Michel et al. 2011), both layouts: counts are summed over the years.

Until 2012: `ngram<TAB>year<TAB>matches<TAB>volumes`, a line per year. Since 2020: `ngram<TAB>year,matches,volumes<TAB>...`, a
line per n-gram. N-grams with a part of speech (`run_VERB`, `_NOUN_`) or a mark (`_START_`) count the same text again and are
left out.
"""

from __future__ import annotations

import re
from collections import Counter

import numpy as np

from caesura.lexicon.formats.blocks import Batch, LineBlock, counted, folded_text
from caesura.lexicon.protocol import LARGEST_COUNT
from caesura.lexicon.records import hash_ngrams

_TAG = "NOUN|VERB|ADJ|ADV|PRON|DET|ADP|NUM|CONJ|PRT|X|\\."
_TAGGED = re.compile(rf"(?:^| )(?:_(?:{_TAG}|START|END|ROOT)_|\S+_(?:{_TAG}))(?: |$)")
TAGGED = "part of speech or mark"


def read_books(block: LineBlock, seed: int) -> Batch:
    """Records of one block."""
    sums: dict[str, int] = {}
    for index, line in enumerate(block.texts()):
        if not line.strip():
            continue
        ngram, *columns = line.split("\t")
        try:
            matches = sum(int(column.split(",")[1]) for column in columns) if "," in columns[0] else _of_a_year(columns)
        except (ValueError, IndexError):
            raise block.wrong("is not a line of Google Books n-grams", index, "choose another --counts-format") from None
        if not ngram.strip() or not 0 <= matches <= LARGEST_COUNT:
            raise block.wrong("has no n-gram, or an impossible count", index, "choose another --counts-format")
        sums[ngram] = sums.get(ngram, 0) + matches
    skipped: Counter[str] = Counter()
    for ngram in [ngram for ngram in sums if "_" in ngram and _TAGGED.search(ngram)]:
        del sums[ngram]
        skipped[TAGGED] += 1
    folded = "\n".join(map(folded_text, sums)).encode()
    return counted(*hash_ngrams(folded, seed), np.array(list(sums.values()), np.uint64), skipped)


def _of_a_year(columns: list[str]) -> int:
    year, matches, volumes = map(int, columns)
    if not 1000 <= year <= 2999 or volumes < 0:
        raise ValueError
    return matches
