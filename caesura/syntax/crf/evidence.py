"""Evidence beyond the paper's features, in three kinds: what the learned segmenter thinks, what counts say, what the parser sees.

`shares`: how likely people break at a place, in twentieths. `counts`: how surprising the word behind is after those before it, and
the mutual information of the two words, both from the lexicon. `parser`: the edges that cross the place in a parse of the whole
query: their relations, directions and lengths. A model says in its card which kinds it was trained with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import log10

from caesura.lexicon import Lexicon
from caesura.shapes import Words, fold
from caesura.syntax.crf.shares import break_shares
from caesura.syntax.language_model import log_scores
from caesura.syntax.parsing.registry import default_parser

_MOST_SURPRISED = 12
_MOST_EDGES = 3
_FARTHEST = 4


def evidence_features(words: Sequence[str], tags: Sequence[str], kinds: Sequence[str]) -> list[list[str]]:
    """For each word but the first, the features of these kinds."""
    folded = tuple(map(fold, words))
    places: list[list[str]] = [[] for _ in folded[1:]]
    for kind in kinds:
        for features, more in zip(places, EVIDENCE[kind](folded, tags), strict=True):
            features += more
    return places


def _by_shares(words: Words, tags: Sequence[str]) -> list[list[str]]:
    twentieths = [min(int(20 * share), 19) for share in break_shares(words)]
    return [[f"q {here}", f"qt {here} {tags[at]}", f"qu {here} {tags[at + 1]}"] for at, here in enumerate(twentieths)]


def _by_counts(words: Words, tags: Sequence[str]) -> list[list[str]]:
    lexicon = _lexicon()
    features = []
    for at, score in enumerate(log_scores(lexicon, words)[1:], start=1):
        surprise, known = min(int(-1.5 * score), _MOST_SURPRISED), _information(lexicon, words, at)
        around = f"{tags[at - 1]} {tags[at]}"
        features.append(
            [f"lm {surprise}", f"lmt {surprise} {around}", f"pm {known}", f"pmt {known} {around}", f"pmlm {known} {surprise}"]
        )
    return features


def _information(lexicon: Lexicon, words: Words, at: int) -> str:
    """Mutual information of the words on both sides, in steps of two thirds of a common log; `x` where one was never counted."""
    pair, before, behind = (lexicon.count(words[start:end]) for start, end in ((at - 1, at + 1), (at - 1, at), (at, at + 1)))
    return str(int(1.5 * log10(pair * lexicon.total / (before * behind)))) if pair and before and behind else "x"


def _by_parser(words: Words, tags: Sequence[str]) -> list[list[str]]:
    parse = default_parser().parse(words)
    root = next((at for at, head in enumerate(parse.heads) if not head), 0)
    features = []
    for at in range(1, len(words)):
        crossing = [(word, head - 1) for word, head in enumerate(parse.heads) if head and (word < at) != (head - 1 < at)]
        here = [f"xn {min(len(crossing), _MOST_EDGES)}", f"xr {'R' if root >= at else 'L'} {tags[at - 1]} {tags[at]}"]
        kinds = []
        for word, head in crossing:
            kind = f"{'R' if word >= at else 'L'} {parse.labels[word]}"
            kinds.append(kind)
            here += [f"xl {kind}", f"xlt {kind} {tags[word]} {tags[head]}", f"xd {kind} {min(abs(word - head), _FARTHEST)}"]
        features.append([*here, "xs " + " ".join(sorted(kinds))])
    return features


#: Kind -> its features for each place.
EVIDENCE: dict[str, Callable[[Words, Sequence[str]], list[list[str]]]] = {
    "shares": _by_shares,
    "counts": _by_counts,
    "parser": _by_parser,
}


@cache
def _lexicon() -> Lexicon:
    from caesura.lexicon import default_lexicon

    return default_lexicon()
