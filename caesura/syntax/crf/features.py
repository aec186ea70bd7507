"""What the CRF looks at, as row numbers of its table of weights (Pinter et al. 2016, section 4).

For the place before a word: words up to two away and their pairs up to one away, parts of speech up to two away alone and in pairs,
word and tag together up to one away, and how far the word is from either end, alone and with word and tag. Features are hashed: a
row number is all that remains of a word, so shipped weights hold no word list. Beyond the paper: what the learned segmenter thinks
of the place and of those beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from caesura.shapes import fold
from caesura.syntax.crf.evidence import evidence_features
from caesura.tagging import feature_row

# Stands for what lies outside the query.
_OUTSIDE = "\t"
# Distances beyond this are all one.
_FAR = 6


def break_features(words: Sequence[str], tags: Sequence[str], shares: Sequence[float] = ()) -> list[list[str]]:
    """For each word but the first, the features of the place before it; `shares` are the learned segmenter's, where it is asked."""
    w = (_OUTSIDE, _OUTSIDE, *map(fold, words), _OUTSIDE, _OUTSIDE)
    t = (_OUTSIDE, _OUTSIDE, *tags, _OUTSIDE, _OUTSIDE)
    features = []
    for at in range(3, len(words) + 2):
        before = min(at - 2, _FAR)
        behind = min(len(words) + 1 - at, _FAR)
        word, tag = w[at], t[at]
        shared = _share_features(shares, at - 3, t[at - 1], tag) if shares else ()
        features.append(
            [
                *shared,
                "bias",
                *[f"w{i} {w[at + i]}" for i in (-2, -1, 0, 1, 2)],
                *[f"ww{i} {w[at + i]} {w[at + i + 1]}" for i in (-1, 0)],
                *[f"t{i} {t[at + i]}" for i in (-2, -1, 0, 1, 2)],
                *[f"tt{i} {t[at + i]} {t[at + i + 1]}" for i in (-2, -1, 0, 1)],
                *[f"wt{i} {w[at + i]} {t[at + i]}" for i in (-1, 0, 1)],
                f"s {before}",
                f"sw {before} {word}",
                f"st {before} {tag}",
                f"swt {before} {word} {tag}",
                f"e {behind}",
                f"ew {behind} {word}",
                f"et {behind} {tag}",
                f"ewt {behind} {word} {tag}",
            ]
        )
    return features


def _share_features(shares: Sequence[float], at: int, before: str, tag: str) -> tuple[str, ...]:
    """How likely a break is here and beside, in eighths, alone and with the tags around it."""
    here = _eighth(shares[at])
    left = _eighth(shares[at - 1]) if at else "x"
    right = _eighth(shares[at + 1]) if at + 1 < len(shares) else "x"
    return (f"p {here}", f"pl {left} {here}", f"pr {here} {right}", f"pt {here} {before} {tag}", f"plr {left} {here} {right}")


def _eighth(share: float) -> str:
    return str(min(int(8 * share), 7))


def break_rows(
    words: Sequence[str], tags: Sequence[str], shares: Sequence[float] = (), evidence: Sequence[str] = ()
) -> list[list[int]]:
    """As `break_features`, with further kinds of evidence, as rows of the table."""
    places = break_features(words, tags, shares)
    if evidence:
        places = [[*place, *more] for place, more in zip(places, evidence_features(words, tags, evidence), strict=True)]
    return [[feature_row(feature) for feature in place] for place in places]
