"""What machines made of a corpus's queries, apart from people's votes: whatever counts votes counts these only if asked by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from caesura.foundation import InputError
from caesura.shapes import Shape

if TYPE_CHECKING:
    from caesura.corpus.corpus import Corpus
    from caesura.corpus.votes import Votes

#: The name under which a corpus's own votes are asked for, beside machines.
PEOPLE = "people"


class WorkerKind(StrEnum):
    """Who annotates."""

    PERSON = "person"
    LANGUAGE_MODEL = "language-model"
    SEGMENTER = "segmenter"


@dataclass(frozen=True)
class Machine:
    """One machine annotator: its kind, its votes by query id (several samples are several votes), and `about`: all that is needed
    to ask it again (model, settings, prompt, ...)."""

    kind: WorkerKind
    answers: Mapping[str, Votes]
    about: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.kind is WorkerKind.PERSON:
            raise InputError("a machine is not a person", cure="people's annotations are the votes of the query")

    @property
    def single(self) -> dict[str, Shape]:
        """One answer a query: the one it gave most often, the earlier of equal ones."""
        return {query_id: votes.top.shape for query_id, votes in self.answers.items() if votes}

    def restricted(self, query_ids: set[str]) -> Machine:
        return replace(self, answers={query_id: votes for query_id, votes in self.answers.items() if query_id in query_ids})


def machine_named(corpus: Corpus, name: str) -> Machine:
    """A machine annotator of the corpus; an error that lists them where it has none of this name."""
    if name not in corpus.machines:
        have = f"it has {', '.join(corpus.machines)}" if corpus.machines else "it has none; `caesura corpus annotate` asks one"
        raise InputError(f"{corpus.name} has no machine annotator '{name}'", cure=have)
    return corpus.machines[name]


def annotated_by(corpus: Corpus, names: Sequence[str]) -> Corpus:
    """The corpus with the annotations of these as its votes: `people`, machines by name, or both."""
    from caesura.corpus.corpus import Corpus, Entry
    from caesura.corpus.votes import Votes

    asked = {name: machine_named(corpus, name) for name in names if name != PEOPLE}
    if not names or set(names) == {PEOPLE}:
        return corpus
    entries = []
    for entry in corpus:
        single: list[tuple[Shape, str | None, tuple[str, ...]]] = []
        if PEOPLE in names:
            single = [(vote.shape, who, vote.types) for vote in entry.votes for who in vote.annotators or (None,) * vote.count]
        for name, machine in asked.items():
            votes = machine.answers.get(entry.query.id, Votes(()))
            shapes = [vote.shape for vote in votes for _ in range(vote.count)]
            single += [(shape, sample_name(name, place, len(shapes)), ()) for place, shape in enumerate(shapes, start=1)]
        entries.append(Entry(entry.query, Votes.count(single)))
    # Those who were asked for stay without answers, so that what they are is not forgotten.
    others = {name: replace(machine, answers={}) if name in asked else machine for name, machine in corpus.machines.items()}
    called = corpus.name if PEOPLE in names else f"{corpus.name} by {' and '.join(names)}"
    return Corpus(called, tuple(entries), corpus.outputs, others)


def without_annotator(corpus: Corpus, name: str) -> tuple[Corpus, dict[str, Shape]]:
    """The corpus without one of its annotators, and what they had said; of several annotations of a query the last."""
    from caesura.corpus.corpus import Entry
    from caesura.corpus.votes import Votes

    said: dict[str, Shape] = {}
    entries = []
    for entry in corpus:
        single = [(vote.shape, who, vote.types) for vote in entry.votes for who in vote.annotators or (None,) * vote.count]
        for shape, who, _ in single:
            if who == name:
                said[entry.query.id] = shape
        entries.append(Entry(entry.query, Votes.count(each for each in single if each[1] != name)))
    return (corpus.restricted(entries) if said else corpus), said


def sample_name(name: str, sample: int, samples: int) -> str:
    """What a machine's answer is called among annotators: `gpt`, or `gpt#2` for one of several samples."""
    return name if samples == 1 else f"{name}#{sample}"
