"""Several corpora into one: the votes of the same query are added up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from caesura.corpus.corpus import Corpus, Entry
from caesura.corpus.duplicates import Duplicates
from caesura.corpus.machines import Machine
from caesura.corpus.query import Query
from caesura.corpus.votes import Vote, Votes
from caesura.foundation import InputError
from caesura.shapes import Shape, Words


@dataclass(frozen=True)
class Merged:
    """The merged corpus and what was noticed on the way."""

    corpus: Corpus
    shared_queries: int
    repeated_annotations: tuple[tuple[str, str], ...]  # (query id, annotator)
    identical_entries: tuple[str, ...]  # query ids whose votes came twice, the same each time

    @property
    def notes(self) -> list[str]:
        notes = (
            [f"{self.shared_queries} queries were in more than one corpus, their votes are added up"] if self.shared_queries else []
        )
        if self.repeated_annotations:
            some = ", ".join(f"{who} on {query}" for query, who in self.repeated_annotations[:3])
            notes.append(f"{len(self.repeated_annotations)} annotations by someone who had annotated the query before ({some})")
        if self.identical_entries:
            some = ", ".join(self.identical_entries[:3])
            notes.append(
                f"{len(self.identical_entries)} queries came with the very same votes twice ({some}): is it the same corpus?"
            )
        return notes


def merge_corpora(corpora: Sequence[Corpus], duplicates: Duplicates = Duplicates.LAST) -> Merged:
    """Queries are the same if their words are. The first corpus's ids win; an id with two texts is an error."""
    ids: dict[Words, str] = {}
    texts: dict[str, Words] = {}
    queries: dict[str, Query] = {}
    votes: dict[str, list[Votes]] = {}
    outputs: dict[str, dict[str, Shape]] = {}
    machines = _Machines()
    for corpus in corpora:
        for entry in corpus:
            words = entry.query.words
            query_id = ids.setdefault(words, entry.query.id)
            if texts.setdefault(query_id, words) != words:
                raise InputError(
                    f"query id {query_id} is '{' '.join(texts[query_id])}' in one corpus and '{entry.query.text}' in {corpus.name}",
                    cure="give different queries different ids",
                )
            known = queries.setdefault(query_id, entry.query)
            if known.tags is None and entry.query.tags is not None:
                queries[query_id] = Query(query_id, known.text, entry.query.tags)
            votes.setdefault(query_id, []).append(entry.votes)
            for name, machine in corpus.machines.items():
                if entry.query.id in machine.answers:
                    machines.add(name, machine, query_id, machine.answers[entry.query.id])
            for name, of in corpus.outputs.items():
                if (
                    entry.query.id in of
                    and outputs.setdefault(name, {}).setdefault(query_id, of[entry.query.id]) != of[entry.query.id]
                ):
                    raise InputError(f"'{name}' has two outputs for query {query_id}", cure="rename one of the algorithms")
    repeated: list[tuple[str, str]] = []
    entries = []
    for query_id, query in queries.items():
        added, twice = _added(votes[query_id], duplicates)
        repeated += [(query_id, who) for who in twice]
        entries.append(Entry(query, added))
    several = {query_id: of for query_id, of in votes.items() if len(of) > 1}
    identical = tuple(query_id for query_id, of in several.items() if any(one == other and one.all for one, other in pairwise(of)))
    name = "+".join(corpus.name for corpus in corpora)
    return Merged(Corpus(name, tuple(entries), outputs, machines.all), len(several), tuple(repeated), identical)


class _Machines:
    """Machine annotators of several corpora by name; one name must not stand for two of them."""

    def __init__(self) -> None:
        self.all: dict[str, Machine] = {}
        self._answers: dict[str, dict[str, Votes]] = {}

    def add(self, name: str, machine: Machine, query_id: str, votes: Votes) -> None:
        known = self.all.get(name)
        if known is not None and (known.kind is not machine.kind or known.about != machine.about):
            raise InputError(f"two different machine annotators are called '{name}'", cure="annotate again with another --as NAME")
        answers = self._answers.setdefault(name, {})
        self.all.setdefault(name, replace(machine, answers=answers))
        if answers.setdefault(query_id, votes) != votes:
            raise InputError(f"'{name}' has two answers for query {query_id}", cure="keep one of the two")


def _added(parts: Sequence[Votes], duplicates: Duplicates) -> tuple[Votes, list[str]]:
    """Votes of one query from several corpora, and the annotators who came more than once."""
    named: list[tuple[Shape, str | None, tuple[str, ...]]] = []
    unnamed: dict[tuple[Shape, tuple[str, ...]], int] = {}
    for part in parts:
        for vote in part:
            if vote.annotators:
                named += [(vote.shape, who, vote.types) for who in vote.annotators]
            else:
                unnamed[vote.shape, vote.types] = unnamed.get((vote.shape, vote.types), 0) + vote.count
    kept: dict[str | None, tuple[Shape, str | None, tuple[str, ...]]] = {}
    twice = []
    for annotation in named:
        if annotation[1] in kept:
            twice.append(str(annotation[1]))
            if duplicates is Duplicates.FIRST:
                continue
        kept[annotation[1]] = annotation
    counted = Votes.count(named if duplicates is Duplicates.ALL else kept.values())
    votes: dict[tuple[Shape, tuple[str, ...]], Vote] = {(vote.shape, vote.types): vote for vote in counted}
    for (shape, types), count in unnamed.items():
        # Where only some of a shape's annotators are known the names are dropped: a list with holes misleads.
        before = votes.get((shape, types))
        votes[shape, types] = Vote(shape, count + (before.count if before else 0), (), types)
    return Votes(tuple(votes.values())), twice
