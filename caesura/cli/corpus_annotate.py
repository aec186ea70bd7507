"""`caesura corpus annotate`: queries annotated by a machine, as a corpus that says so."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from caesura.cli.campaign_platforms import ColumnOption, FromOption, IdColumnOption, read_items
from caesura.cli.choices import choice
from caesura.cli.machine_options import MachineChoice
from caesura.cli.option_groups import takes_options_of
from caesura.foundation import InputError, check_writable

if TYPE_CHECKING:
    from caesura.campaign import Item
    from caesura.campaign.machines import Asked
    from caesura.corpus import Corpus, Machine


@takes_options_of(MachineChoice)
def annotate(
    queries: Annotated[
        str, typer.Argument(metavar="QUERIES", help="Text, a table or a corpus; people's votes in it are kept; - is stdin.")
    ],
    output: Annotated[str, typer.Option("--output", "-o", metavar="OUT", help="Where to write; - is stdout.")],
    machine: MachineChoice,
    task: Annotated[str, choice("campaign:TASKS", help="The kind of task")] = "flat",
    from_format: FromOption = None,
    column: ColumnOption = None,
    id_column: IdColumnOption = None,
) -> None:
    """Let a language model, a program or a segmenter annotate queries; its answers stay apart from people's votes.

    An interrupted run resumes where it left off. For judgements QUERIES has the columns id, question and paragraph, and OUT is a
    table of labels.
    """
    from caesura.campaign.machines import machine_from
    from caesura.cli.corpus import save

    called = machine.called
    check_writable(output)
    corpus, items = _read(queries, task, from_format, column, id_column)
    if corpus is not None and called in corpus.machines:
        raise InputError(f"{corpus.name} has a machine annotator '{called}' already", cure="give another name with --as")
    with machine.asking(task, items) as asking:
        if asking is None:
            return
        asked = machine.ask(asking, items)
        made = machine_from(asked, asking)
    if corpus is None:
        _write_labels(asked, called, machine.votes, made, output)
    else:
        save(type(corpus)(corpus.name, corpus.entries, corpus.outputs, {**corpus.machines, called: made}), output, None)
    machine.check_failures(asked)


def _read(
    path: str, task: str, from_format: str | None, column: str | None, id_column: str | None
) -> tuple[Corpus | None, list[Item]]:
    """The corpus to which answers are added (None for judgements), and what is asked."""
    from caesura.campaign import TASKS, Item, Role
    from caesura.corpus import Corpus, Entry, Query
    from caesura.foundation import kept_on_disk

    if task == "judgement":
        return None, read_items(path, task, None, Role.ORDINARY, column, id_column)
    file = str(kept_on_disk(path))
    corpus = None if column or id_column else _known_corpus(file, from_format)
    if corpus is None:
        try:
            picked = read_items(file, task, None, Role.ORDINARY, column, id_column)
            corpus = Corpus("queries", tuple(Entry(Query(item.name, item.text)) for item in picked))
        except InputError as error:
            corpus = None if column or id_column else _ids_and_queries(file)
            if corpus is None:
                raise error.at(path, error.line) from None
    items, left_out = [], 0
    for entry in corpus:
        try:
            TASKS[task].check(entry.query.text, "")
        except InputError:
            left_out += 1
            continue
        items.append(Item(entry.query.id, entry.query.text))
    if left_out:
        typer.echo(f"note: {left_out} queries do not suit the task {task} (one word, or too many) and are not asked", err=True)
    if not items:
        raise InputError("there is nothing to annotate", cure="give a file with queries of two words or more", file=path)
    return corpus, items


def _known_corpus(path: str, from_format: str | None) -> Corpus | None:
    """A corpus in one of the formats; None for lists and tables of queries, which are read as campaigns read them."""
    from caesura.corpus import detect_format, read_corpus

    if from_format is None:
        try:
            detect_format(path)
        except InputError:
            return None
    return read_corpus(path, from_format)


def _ids_and_queries(path: str) -> Corpus | None:
    """`id<TAB>query` without headings; None where it might be something else, such as queries with their counts."""
    from caesura.corpus import read_corpus

    try:
        corpus = read_corpus(path, "queries")
    except InputError:
        return None
    is_sure = all(" " not in entry.query.id for entry in corpus) and any(" " in entry.query.text for entry in corpus)
    return corpus if is_sure else None


def _write_labels(asked: Asked, name: str, samples: int, machine: Machine, output: str) -> None:
    from caesura.corpus import sample_name
    from caesura.foundation import is_stdout, write_csv, written

    rows = [
        (each.item.name, sample_name(name, each.sample, samples), each.answer, machine.kind.value)
        for each in asked.outcomes
        if each.answer is not None
    ]
    with written(output) as stream:
        write_csv(stream, ("task", "worker", "label", "kind"), rows)
    if not is_stdout(output):
        with written(f"{output}.about.json") as stream:
            stream.write(json.dumps({name: machine.about}, ensure_ascii=False, indent=1) + "\n")
