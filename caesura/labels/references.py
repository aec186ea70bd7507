"""Which way of aggregating gives the best reference? Leave one annotator out and see who comes nearest to them.

Where the corpus knows its annotators, all of one person's annotations are left out, the rest is aggregated, and the result
compared with theirs. Where it does not, one vote of a query is left out at a time; models that must know who annotated
cannot be judged then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from caesura.corpus import Corpus, Entry, Vote, Votes
from caesura.foundation import Advance, InputError, signature, unwatched
from caesura.labels.aggregating import By, aggregate
from caesura.labels.annotations import Cut, cut, knows_annotators
from caesura.shapes import boundaries, distance

#: Ways that need no annotator ids, and those that do. Glad on whole structures is the slowest.
ANONYMOUS = (("structure", "majority"), ("break", "majority"), ("distance", "majority"))
NAMED = (
    *ANONYMOUS,
    ("structure", "weighted-majority"),
    ("structure", "one-coin"),
    ("structure", "glad"),
    ("break", "weighted-majority"),
    ("break", "one-coin"),
    ("break", "dawid-skene"),
    ("break", "glad"),
    ("distance", "weighted-majority"),
    ("distance", "one-coin"),
)


@dataclass(frozen=True)
class ReferenceScore:
    """One way of aggregating and how near it came: the means over queries (each query's annotators count together 1)."""

    by: str
    model: str
    queries: int
    compared: int
    #: How often the reference is the very segmentation of the person left out.
    same: float
    boundaries_right: float
    standard_error: float
    d1: float
    signature: str

    def row(self) -> dict[str, Any]:
        return {
            "by": self.by,
            "model": self.model,
            "queries": self.queries,
            "compared": self.compared,
            "same": self.same,
            "boundaries_right": self.boundaries_right,
            "standard_error": self.standard_error,
            "d1": self.d1,
            "signature": self.signature,
        }


def leave_one_out(
    corpus: Corpus,
    methods: Sequence[tuple[str, str]] | None = None,
    *,
    power: int = 1,
    advance: Advance = unwatched,
) -> list[ReferenceScore]:
    """Every way, best first by the share of boundaries that are as the person left out has them."""
    named = knows_annotators(corpus)
    used = methods if methods is not None else NAMED if named else ANONYMOUS
    usable = corpus.restricted([entry for entry in corpus if entry.votes.total > 1 and len(entry.query.words) > 1])
    if not len(usable):
        raise InputError("no query has two annotations or more", cure="use a corpus with several annotators per query")
    parts = _by_annotator(usable) if named else _by_vote(usable)
    scores: list[ReferenceScore] = []
    for by, model in used:
        tally = _Tally()
        for rest, left_out in parts:
            result = aggregate(rest, by, model, power=power)
            for query, shape, times in left_out:
                tally.add(query, cut(result[query].votes.top.shape), shape, times)
            advance(1)
        left = "annotators" if named else "votes"
        signed = signature(data=corpus.signature, by=by, model=model, distance=f"d{power}", left_out=left)
        scores.append(tally.score(by, model, signed))
    return sorted(scores, key=lambda score: (-round(score.boundaries_right, 9), score.d1))


def rounds(corpus: Corpus, methods: Sequence[tuple[str, str]] | None = None) -> int:
    """How often `leave_one_out` will aggregate: for a progress bar."""
    named = knows_annotators(corpus)
    parts = len({name for entry in corpus for vote in entry.votes for name in vote.annotators}) if named else 0
    most = max((len(entry.votes) for entry in corpus), default=0)
    return (parts if named else most) * len(methods if methods is not None else NAMED if named else ANONYMOUS)


_LeftOut = list[tuple[str, Cut, int]]
_Parts = list[tuple[Corpus, _LeftOut]]


def _by_annotator(corpus: Corpus) -> _Parts:
    names = dict.fromkeys(name for entry in corpus for vote in entry.votes for name in vote.annotators)
    parts: _Parts = []
    for name in names:
        entries, left_out = list[Entry](), _LeftOut()
        for entry in corpus:
            own = [vote for vote in entry.votes if name in vote.annotators]
            left_out += [(entry.query.id, cut(vote.shape), vote.annotators.count(name)) for vote in own]
            entries.append(Entry(entry.query, Votes(tuple(filter(None, (_without(vote, name) for vote in entry.votes))))))
        kept = {entry.query.id for entry in entries if len(entry.votes)}
        left_out = [each for each in left_out if each[0] in kept]
        if left_out:
            parts.append((Corpus(corpus.name, tuple(entry for entry in entries if entry.query.id in kept)), left_out))
    return parts


def _without(vote: Vote, name: str) -> Vote | None:
    rest = tuple(other for other in vote.annotators if other != name)
    return Vote(vote.shape, len(rest), rest) if rest else None


def _by_vote(corpus: Corpus) -> _Parts:
    """Part k leaves out one vote for each query's k-th segmentation; it stands for all who chose that one."""
    parts: _Parts = []
    for number in range(max(len(entry.votes) for entry in corpus)):
        entries, left_out = list[Entry](), _LeftOut()
        for entry in corpus:
            if number < len(entry.votes):
                voted = entry.votes.all[number]
                rest = tuple(
                    vote if vote is not voted else Vote(vote.shape, vote.count - 1)
                    for vote in entry.votes
                    if vote is not voted or vote.count > 1
                )
                entries.append(Entry(entry.query, Votes(rest)))
                left_out.append((entry.query.id, cut(voted.shape), voted.count))
        parts.append((Corpus(corpus.name, tuple(entries)), left_out))
    return parts


class _Tally:
    """Sums per query, so that every query counts the same."""

    def __init__(self) -> None:
        self.sums: dict[str, list[float]] = {}

    def add(self, query: str, reference: Cut, person: Cut, times: int) -> None:
        one, other = boundaries(reference), boundaries(person)
        right = sum(a == b for a, b in zip(one, other, strict=True)) / len(one)
        values = (1.0, float(reference == person), right, float(distance(reference, person)))
        sums = self.sums.setdefault(query, [0.0] * 4)
        for place, value in enumerate(values):
            sums[place] += times * value

    def score(self, by: str, model: str, signed: str) -> ReferenceScore:
        size = len(self.sums)
        same, right, far = (sum(sums[place] / sums[0] for sums in self.sums.values()) / size for place in (1, 2, 3))
        variance = sum((sums[2] / sums[0] - right) ** 2 for sums in self.sums.values()) / size
        compared = round(sum(sums[0] for sums in self.sums.values()))
        return ReferenceScore(str(By(by)), model, size, compared, same, right, (variance / size) ** 0.5, far, signed)
