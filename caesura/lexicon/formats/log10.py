"""`ngram<TAB>x`, one per line, where x is the decimal logarithm of a probability (or of a count).

The count is 10^x times a stated scale, rounded, and at least 1: what is listed stays known. With a scale above 1 the values are
probabilities; one that is not below 0 says nothing (services write 0.0 for "no value") and is left out. With scale 1 they are
logarithms of counts.
"""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

from caesura.foundation import InputError
from caesura.lexicon.formats.blocks import Batch, LineBlock, counted, folded_text
from caesura.lexicon.protocol import LARGEST_COUNT
from caesura.lexicon.records import Numbers, hash_ngrams

Logs = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

#: About the number of words in Web 1T (1.02 * 10^12), so that web logarithms and web counts share a scale.
SCALE = 10**12

NO_VALUE = "no probability"


def read_log10(block: LineBlock, seed: int, scale: int) -> Batch:
    """Records of one block."""
    ngrams, exponents = [], []
    skipped: Counter[str] = Counter()
    for index, line in enumerate(block.texts()):
        if not line.strip():
            continue
        ngram, _, number = line.partition("\t")
        try:
            exponent = float(number)
        except ValueError:
            exponent = math.nan
        if not ngram.strip() or not exponent <= 19:
            raise block.wrong(
                "is not an n-gram, a tab and a logarithm of at most 19", index, "write each line as: new york<TAB>-4.2"
            )
        if exponent >= 0 and scale > 1:
            skipped[NO_VALUE] += 1
            continue
        ngrams.append(folded_text(ngram))
        exponents.append(exponent)
    hashed = hash_ngrams("\n".join(ngrams).encode(), seed)
    return counted(*hashed, scaled(np.array(exponents, np.float64), scale), skipped)


def scaled(exponents: Logs, scale: int) -> Numbers:
    """10^x * scale, rounded, at least 1."""
    counts: Logs = np.maximum(np.rint(np.power(10.0, exponents) * scale), 1)
    return counts.astype(np.uint64)


def checked_scale(scale: int) -> int:
    if not 1 <= scale <= LARGEST_COUNT // 2:
        raise InputError(f"the scale {scale} is not possible", cure="give a whole number from 1 to 2^63")
    return scale
