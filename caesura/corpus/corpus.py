"""A corpus: queries, what annotators made of them, and what algorithms made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from caesura.corpus.machines import Machine
from caesura.corpus.query import Query
from caesura.corpus.votes import NO_VOTES, Votes
from caesura.foundation import InputError, fingerprint
from caesura.shapes import Flat, Forest, Nested, Shape, shown

Outputs = Mapping[str, Shape]


@dataclass(frozen=True, slots=True)
class Entry:
    """A query with its votes; a corpus without annotations has empty ones."""

    query: Query
    votes: Votes = NO_VOTES

    def __post_init__(self) -> None:
        size = len(self.query.words)
        for vote in self.votes:
            if vote.shape.size != size:
                raise InputError(
                    f"query {self.query.id} {shown(self.query.text)} has {size} words, a vote has {vote.shape.size}",
                    cure="a segmentation must print the query's words unchanged",
                )


@dataclass(frozen=True)
class Corpus:
    """Entries in the order of the file. `outputs` holds segmentations by algorithm and query id, `machines` the votes of machine
    annotators, which are never among the votes of the entries."""

    name: str
    entries: tuple[Entry, ...]
    outputs: Mapping[str, Outputs] = field(default_factory=dict)
    machines: Mapping[str, Machine] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "entries", tuple(self.entries))
        if len(self.by_id) != len(self.entries):
            seen: set[str] = set()
            twice = next(e.query.id for e in self.entries if e.query.id in seen or seen.add(e.query.id))  # type: ignore[func-returns-value]
            raise InputError(f"query id {twice} is used twice", cure="ids must differ; `caesura corpus merge` adds votes up")
        kinds = {type(vote.shape) for entry in self.entries for vote in entry.votes}
        if len(kinds) > 1:
            raise InputError("a corpus holds shapes of one kind", cure="keep flat, nested and syntactic annotations apart")
        self._check_machines()

    def _check_machines(self) -> None:
        for name, machine in self.machines.items():
            for query_id, votes in machine.answers.items():
                size = len(self[query_id].query.words)
                if any(vote.shape.size != size for vote in votes):
                    raise InputError(
                        f"query {query_id} has {size} words, an answer of {name} has another number",
                        cure="a segmentation must print the query's words unchanged",
                    )

    @cached_property
    def by_id(self) -> Mapping[str, Entry]:
        return {entry.query.id: entry for entry in self.entries}

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, query_id: str) -> Entry:
        try:
            return self.by_id[query_id]
        except KeyError:
            raise InputError(f"no query {query_id} in {self.name}") from None

    @cached_property
    def kind(self) -> type[Flat] | type[Nested] | type[Forest] | None:
        """The kind of its annotations; None where it has none."""
        return next((type(vote.shape) for entry in self.entries for vote in entry.votes), None)

    @cached_property
    def fingerprint(self) -> str:
        """Stands for the queries and votes in signatures, whatever the file was called."""
        return fingerprint(
            piece
            for entry in self.entries
            for piece in (entry.query.id, entry.query.text, *(f"{vote.count} {vote.shape!r}" for vote in entry.votes))
        )

    @cached_property
    def tags_fingerprint(self) -> str | None:
        """Stands for the part-of-speech tags in the signatures of figures that use them; None where it has none."""
        if all(entry.query.tags is None for entry in self.entries):
            return None
        return fingerprint(" ".join(entry.query.tags or ()) for entry in self.entries)

    @property
    def signature(self) -> str:
        """Name and fingerprint: what stands for this corpus in the signature of a figure."""
        return f"{self.name}#{self.fingerprint}"

    def restricted(self, entries: Sequence[Entry]) -> Corpus:
        """The same corpus with only these entries, and the outputs and machines' answers for them."""
        kept = {entry.query.id for entry in entries}
        outputs = {name: {i: shape for i, shape in of.items() if i in kept} for name, of in self.outputs.items()}
        machines = {name: machine.restricted(kept) for name, machine in self.machines.items()}
        return Corpus(self.name, tuple(entries), outputs, machines)
