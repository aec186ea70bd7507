"""How far today's queries are from earlier ones: how much of them the lexicon covers, and how certain the segmenter is.

For each log: the share of words, and of pairs of neighbouring words, that the lexicon has, and that the earlier log has (for that
log itself: in another of its queries). The share of places with a break, and the entropy of breaks: the mean, over all places, of
-p log2 p - (1-p) log2 (1-p), which is 0 where the segmenter is certain everywhere and 1 where it might toss a coin. The
probabilities of its segments of two and more words, in ten bins; the Jensen-Shannon divergence between the bins of both logs is 0
where they are alike and 1 bit at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import log2
from typing import Any

from caesura.foundation import InputError, fingerprint, signature
from caesura.lexicon import LexiconLike, lexicon_fact
from caesura.segmenters.predicting import segmenter_facts
from caesura.segmenters.probabilities import KnowsSegments
from caesura.segmenters.registry import Segmenter
from caesura.shapes import MAX_WORDS, Words, fold

BINS = 10

Pair = tuple[str, str]


@dataclass
class _Tally:
    """What is summed up over a log."""

    words: int = 0
    known_words: int = 0
    seen_words: int = 0
    pairs: int = 0
    known_pairs: int = 0
    seen_pairs: int = 0
    breaks: int = 0
    bits: float = 0.0
    confidence: float = 0.0
    histogram: list[int] = field(default_factory=lambda: [0] * BINS)


@dataclass
class Vocabulary:
    """In how many queries of a log each word and each pair stands."""

    words: Counter[str] = field(default_factory=Counter)
    pairs: Counter[Pair] = field(default_factory=Counter)

    def add(self, words: Words) -> None:
        self.words.update(set(words))
        self.pairs.update(set(pairwise(words)))


def compare_logs(
    old: Iterable[str], new: Iterable[str], method: Segmenter, lexicon: LexiconLike, *, names: tuple[str, str] = ("old", "new")
) -> list[dict[str, Any]]:
    """One row of figures for each log; the second also says how far its confidence is from the first's."""
    if not isinstance(method, KnowsSegments):
        raise InputError(f"the method {method.name} has no probabilities", cure="choose one that has them, such as learned")
    logs = [_split(old, names[0]), _split(new, names[1])]
    before = Vocabulary()
    for words in logs[0]:
        before.add(words)
    rows = [
        _facts(name, queries, method, lexicon, before, 1 if number == 0 else 0)
        for number, (name, queries) in enumerate(zip(names, logs, strict=True))
    ]
    rows[0]["confidence_divergence"] = 0.0
    rows[1]["confidence_divergence"] = divergence(rows[0]["confidence"], rows[1]["confidence"])
    facts = {**segmenter_facts(method), "lexicon": lexicon_fact(lexicon)}
    named = [f"{name}#{fingerprint(' '.join(words) for words in queries)}" for name, queries in zip(names, logs, strict=True)]
    for row, log in zip(rows, named, strict=True):
        row["signature"] = signature(log=log, against=named[0], method=method.name, **facts)
    return rows


def divergence(one: Sequence[int], other: Sequence[int]) -> float:
    """Jensen-Shannon divergence between two histograms, in bits; 0 where one is empty."""
    if not sum(one) or not sum(other):
        return 0.0
    total = 0.0
    for left, right in zip(one, other, strict=True):
        p, q = left / sum(one), right / sum(other)
        total += sum(share * log2(share / ((p + q) / 2)) / 2 for share in (p, q) if share)
    return max(total, 0.0)


def _split(log: Iterable[str], name: str) -> list[Words]:
    """The folded words of each query; lines without words, and pasted text, are left out."""
    queries = [tuple(map(fold, words)) for text in log if 0 < len(words := text.split()) <= MAX_WORDS]
    if not queries:
        raise InputError("no queries", cure="name a log, or a file with one query per line", file=name)
    return queries


def _facts(
    name: str, queries: Sequence[Words], method: KnowsSegments, lexicon: LexiconLike, before: Vocabulary, itself: int
) -> dict[str, Any]:
    """`itself` is 1 for the queries of the earlier log, which must not count as seen because of themselves."""
    tally = _Tally()
    for words in queries:
        pairs = list(pairwise(words))
        tally.words += len(words)
        tally.known_words += sum(lexicon.count([word]) > 0 for word in words)
        tally.seen_words += sum(before.words[word] > itself for word in words)
        tally.pairs += len(pairs)
        tally.known_pairs += sum(lexicon.count(pair) > 0 for pair in pairs)
        tally.seen_pairs += sum(before.pairs[pair] > itself for pair in pairs)
        if pairs:
            _read(method, words, tally)
    return {
        "log": name,
        "queries": len(queries),
        "words": tally.words,
        "known_words": _share(tally.known_words, tally.words),
        "known_pairs": _share(tally.known_pairs, tally.pairs),
        "seen_words": _share(tally.seen_words, tally.words),
        "seen_pairs": _share(tally.seen_pairs, tally.pairs),
        "breaks": _share(tally.breaks, tally.pairs),
        "break_entropy": _share(tally.bits, tally.pairs),
        "mean_confidence": _share(tally.confidence, sum(tally.histogram)),
        "confidence": tally.histogram,
    }


def _read(method: KnowsSegments, words: Words, tally: _Tally) -> None:
    """Add the breaks of one query, its entropy, and how likely its segments are."""
    chain = method.chain(words)
    shares: Sequence[float] | None = getattr(chain, "shares", None)
    if shares is None:
        raise InputError("your own phrases are certain, so there is nothing to compare", cure="compare without them")
    start = 0
    for end in (*(place + 1 for place, share in enumerate(shares) if share > 0.5), len(words)):
        if end - start > 1:
            chance = chain.segment(start, end)
            tally.histogram[min(int(chance * BINS), BINS - 1)] += 1
            tally.confidence += chance
        start = end
    tally.breaks += sum(share > 0.5 for share in shares)
    tally.bits -= sum(p * log2(p) for share in shares for p in (share, 1 - share) if p > 0)


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None
