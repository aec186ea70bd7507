"""`ngram<TAB>count`, one per line: plain lists and the files of Web 1T (Brants & Franz 2006).

N-grams with a mark that is not a word (`<S>`, `</S>`, `<UNK>`) are left out.
"""

from __future__ import annotations

import re
from collections import Counter

import numpy as np

from caesura.lexicon.formats.blocks import Batch, LineBlock, counted, folded_lines
from caesura.lexicon.protocol import LARGEST_COUNT
from caesura.lexicon.records import Numbers, Small, hash_counted, hash_ngrams, words_of

_MARKED = re.compile(rb"^(?:[^\t\n]* )?(?:<s>|</s>|<unk>)(?: [^\t\n]*)?\t[^\n]*(?:\n|\Z)", re.MULTILINE)
MARKS = frozenset(("<s>", "</s>", "<unk>"))
MARK = "marks that are not words"


def read_counts(block: LineBlock, seed: int) -> Batch:
    """Records of one block."""
    data = folded_lines(block)
    skipped: Counter[str] = Counter()
    cleaned = data
    if b"<s>" in data or b"</s>" in data or b"<unk>" in data:
        cleaned, skipped[MARK] = _MARKED.subn(b"", data)
    hashed = hash_counted(cleaned, seed)
    if hashed is None:
        # Something in this block is not as it should be, or unusual: go through it line by line.
        hashed = _hash_checked(block, data, seed)
    return counted(*hashed, skipped)


def _hash_checked(block: LineBlock, data: bytes, seed: int) -> tuple[Numbers, Numbers, Small, Numbers]:
    """As `hash_counted`; empty lines are skipped, and one that is not `ngram<TAB>count` is an error that names it."""
    ngrams, counts = [], []
    for index, line in enumerate(data.split(b"\n")):
        ngram, tab, number = line.removesuffix(b"\r").partition(b"\t")
        if not tab and not words_of(ngram):
            continue
        if not tab or not words_of(ngram):
            raise block.wrong("is not an n-gram, a tab and a count", index, "write each line as: new york<TAB>120")
        if not number.isdigit() or int(number) > LARGEST_COUNT:
            shown = number[:40].decode("utf-8", "replace")
            raise block.wrong(f"the count '{shown}' is not a whole number up to 2^64-1", index, "give logarithms with --log10")
        if not _MARKED.match(line):
            ngrams.append(ngram)
            counts.append(int(number))
    return *hash_ngrams(b"\n".join(ngrams), seed), np.array(counts, np.uint64)
