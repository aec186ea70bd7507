"""What the annotators of one query said, as evaluation needs it: flat, each segmentation once, safe or not."""

from __future__ import annotations

from dataclasses import dataclass

from caesura.corpus import Entry, Vote, Votes
from caesura.foundation import InputError
from caesura.shapes import Flat


@dataclass(frozen=True, slots=True)
class QueryVotes:
    """`safe` is a property of the query: it stays as it is when one of the annotators is left out."""

    votes: Votes
    safe: bool

    @classmethod
    def of(cls, entry: Entry) -> QueryVotes:
        votes = flat_votes(entry)
        return cls(votes, votes.is_safe)

    def without(self, left_out: Vote) -> QueryVotes:
        """The others, when one of those who chose `left_out` is away."""
        rest = tuple(Vote(vote.shape, vote.count - (vote == left_out)) for vote in self.votes if vote != left_out or vote.count > 1)
        return QueryVotes(Votes(rest), self.safe)


def flat_votes(entry: Entry) -> Votes:
    """Votes without segment types: two annotators who cut alike but name the parts differently agree here."""
    if not entry.votes.all:
        raise InputError(f"query {entry.query.id} has no votes", cure="evaluation needs annotations: leave the query out")
    groups: dict[Flat, list[Vote]] = {}
    for vote in entry.votes:
        shape = vote.shape
        if not isinstance(shape, Flat):
            raise InputError(
                f"query {entry.query.id} has {type(shape).__name__.lower()} annotations, evaluation takes flat ones",
                cure="cut the trees into flat segmentations first",
            )
        groups.setdefault(shape, []).append(vote)
    if len(groups) == len(entry.votes):
        return entry.votes
    return Votes(tuple(_merged(shape, votes) for shape, votes in groups.items()))


def _merged(shape: Flat, votes: list[Vote]) -> Vote:
    known = all(vote.annotators for vote in votes)
    who = tuple(name for vote in votes for name in vote.annotators) if known else ()
    return Vote(shape, sum(vote.count for vote in votes), who)
