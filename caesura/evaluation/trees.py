"""How right a tree is against the trees of many annotators: brackets, and the distances d1 and d2.

A tree's brackets are the spans of its inner nodes. The span of the whole query is in every tree and left out, or it would only lift
every figure. Trees here are strictly binary, so two trees over the same words have equally many brackets and precision equals
recall; both are given because figures elsewhere come in pairs. A query of one or two words has one tree only: nothing can be
wrong, its bracket figures are 1. A one-word query has no boundaries and takes no part in d1 and d2.

Which annotator is right is answered in three ways: `mean` compares with all of them, each as much as its votes; `bestfit` with the
one that shares the most brackets with the prediction (more votes first among equals); `popular` with the one most chose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from caesura.corpus import Entry, Vote, Votes
from caesura.foundation import InputError, Registry
from caesura.shapes import Nested, Span, distance

#: Per query. Bracket F is not here: it is made from the two means, as segment F is.
TREE_LEVELS = ("query", "bracket_precision", "bracket_recall", "d1", "d2")

#: A query's value on each level; None where it takes no part.
TreeValues = Mapping[str, Fraction | None]


def tree_votes(entry: Entry) -> Votes:
    """The votes of a query, known to be trees."""
    if not entry.votes.all:
        raise InputError(f"query {entry.query.id} has no votes", cure="evaluation needs annotations: leave the query out")
    for vote in entry.votes:
        nested_of(vote)
    return entry.votes


def nested_of(vote: Vote) -> Nested:
    if not isinstance(vote.shape, Nested):
        raise InputError(
            f"{type(vote.shape).__name__.lower()} annotations are not trees", cure="use a corpus of nested annotations"
        )
    return vote.shape


def brackets_of(nested: Nested) -> frozenset[Span]:
    """The spans of all inner nodes but the root."""
    return frozenset(nested.spans) - {(0, nested.size)}


def compare_trees(reference: Nested, prediction: Nested) -> TreeValues:
    """One tree against one other."""
    expected, predicted = brackets_of(reference), brackets_of(prediction)
    common = len(expected & predicted)
    apart = {f"d{power}": distance(reference, prediction, power) if reference.heights else None for power in (1, 2)}
    return {
        "query": Fraction(reference == prediction),
        "bracket_precision": Fraction(common, len(predicted)) if predicted else Fraction(1),
        "bracket_recall": Fraction(common, len(expected)) if expected else Fraction(1),
        **apart,
    }


def _all(votes: Votes, _prediction: Nested) -> Sequence[tuple[Nested, int]]:
    return [(nested_of(vote), vote.count) for vote in votes]


def _bestfit(votes: Votes, prediction: Nested) -> Sequence[tuple[Nested, int]]:
    predicted = brackets_of(prediction)
    # max() keeps the first of equals: the one with more votes, or earlier in the file.
    return [(max((nested_of(vote) for vote in votes.ranked), key=lambda tree: len(brackets_of(tree) & predicted)), 1)]


def _popular(votes: Votes, _prediction: Nested) -> Sequence[tuple[Nested, int]]:
    return [(nested_of(votes.top), 1)]


@dataclass(frozen=True)
class TreeMeasure:
    """A way to choose the trees a prediction is compared with, and how much each of them counts."""

    name: str
    description: str
    references: Callable[[Votes, Nested], Sequence[tuple[Nested, int]]]

    def score(self, votes: Votes, prediction: Nested) -> TreeValues:
        """One query, in fractions."""
        references = self.references(votes, prediction)
        return _weighted([(compare_trees(reference, prediction), weight) for reference, weight in references])

    def person(self, votes: Votes) -> TreeValues | None:
        """The annotators of one query, each against the others; None where nobody has a peer."""
        if votes.total < 2:
            return None
        return _weighted([(self.score(_without(votes, vote), nested_of(vote)), vote.count) for vote in votes])


TREE_MEASURES = Registry.of(
    "measure of trees",
    TreeMeasure("mean", "against every annotator, each as much as its votes", _all),
    TreeMeasure("bestfit", "against the annotator whose tree shares most brackets with the prediction", _bestfit),
    TreeMeasure("popular", "against the tree most annotators chose", _popular),
)


def tree_measure(name: str) -> TreeMeasure:
    """The measure of that name, or an error that lists the names."""
    return TREE_MEASURES[name]


def _weighted(scored: Sequence[tuple[TreeValues, int]]) -> TreeValues:
    total = sum(weight for _, weight in scored)
    result: dict[str, Fraction | None] = {}
    for level in TREE_LEVELS:
        values = [(values[level], weight) for values, weight in scored]
        # Whether a query takes part depends on its words alone, so all values are None or none is.
        known = [(value, weight) for value, weight in values if value is not None]
        result[level] = sum((value * weight for value, weight in known), Fraction(0)) / total if known else None
    return result


def _without(votes: Votes, left_out: Vote) -> Votes:
    """The others, when one of those who chose `left_out` is away."""
    return Votes(tuple(Vote(v.shape, v.count - (v == left_out)) for v in votes if v != left_out or v.count > 1))
