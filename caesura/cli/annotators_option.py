"""`--annotators`: whose annotations of a corpus count. People's do; machines' only by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from caesura.corpus import Corpus

AnnotatorsOption = Annotated[
    str | None,
    typer.Option(
        "--annotators", metavar="NAME", help="Whose annotations count: people (the default), machines by name, or people,NAME."
    ),
]
MachinesOption = Annotated[
    str | None,
    typer.Option("--annotators", metavar="A,B", help="Also score these machine annotators of the corpus, like methods."),
]


def names_in(names: str | None) -> list[str]:
    """`people,gpt` as an option has it; people where it is not given."""
    from caesura.corpus import PEOPLE

    return [name.strip() for name in names.split(",")] if names else [PEOPLE]


def counted(corpus: Corpus, names: str | None) -> Corpus:
    """The corpus with the annotations of those who were asked for as its votes."""
    from caesura.corpus import annotated_by
    from caesura.foundation import InputError

    kept = annotated_by(corpus, names_in(names))
    if corpus.machines and not any(entry.votes for entry in kept):
        some = ", ".join(corpus.machines)
        raise InputError(
            f"all annotations of {corpus.name} are by machines ({some})",
            cure=f"machines count only if asked by name: --annotators {','.join(corpus.machines)}",
        )
    return kept


def answered_by(corpus: Corpus, names: Iterable[str]) -> Corpus:
    """The queries that all of these machine annotators answered; what that leaves out is reported."""
    from caesura.corpus import machine_named

    machines = {name: machine_named(corpus, name) for name in names}
    entries = [entry for entry in corpus if all(machine.answers.get(entry.query.id) for machine in machines.values())]
    if len(entries) == len(corpus):
        return corpus
    typer.echo(f"note: {len(corpus) - len(entries)} queries that {' or '.join(machines)} did not answer are left out", err=True)
    return corpus.restricted(entries)
