"""What the tagger looks at, as row numbers of its table of weights.

Features are hashed: a row number is all that remains of a word, so the shipped weights hold no word list. Everything about a
word that does not depend on its neighbours' tags is in `own`, `left` and `right`, which can be computed once per word.
"""

from __future__ import annotations

from zlib import crc32

#: Rows of the table of weights; a power of two.
FEATURE_ROWS = 1 << 18

#: Stands before the first and after the last word.
OUTSIDE = "\t"


def feature_row(feature: str) -> int:
    """The row of a feature; the same on every machine and in every run."""
    return crc32(feature.encode("utf-8", "surrogatepass")) & FEATURE_ROWS - 1


def own(word: str) -> list[int]:
    """The word itself, how it begins and ends, what it is made of."""
    shape = "".join(sorted({"9" if c.isdigit() else "a" if c.isalpha() else c for c in word}))[:4]
    features = ["bias", f"w {word}", f"shape {shape}", f"length {min(len(word), 12)}"]
    features += [f"s{size} {word[-size:]}" for size in range(1, 5) if len(word) >= size]
    features += [f"p{size} {word[:size]}" for size in range(1, 4) if len(word) > size]
    return [feature_row(feature) for feature in features]


def left(word: str) -> list[int]:
    """What the word before says."""
    return [feature_row(f"l {word}"), feature_row(f"ls {word[-3:]}")]


def right(word: str) -> list[int]:
    """What the word behind says."""
    return [feature_row(f"r {word}"), feature_row(f"rs {word[-3:]}")]


def farther(before: str, behind: str) -> list[int]:
    """The words two places away."""
    return [feature_row(f"ll {before}"), feature_row(f"rr {behind}")]


def pairs(before: str, word: str, behind: str) -> list[int]:
    """The word with either neighbour."""
    return [feature_row(f"lw {before} {word}"), feature_row(f"wr {word} {behind}")]


def tagged(word: str, tag_before: str, tag_before_that: str) -> list[int]:
    """What the tags given so far say."""
    return [
        feature_row(f"t {tag_before}"),
        feature_row(f"tt {tag_before_that} {tag_before}"),
        feature_row(f"tw {tag_before} {word}"),
        feature_row(f"ts {tag_before} {word[-3:]}"),
    ]
