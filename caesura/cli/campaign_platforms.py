"""`caesura campaign template|batch|results|import`: the same tasks on other platforms, and what people already have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.choices import choice
from caesura.cli.output import Format, FormatOption, print_facts
from caesura.foundation import InputError, without_compression

if TYPE_CHECKING:
    from caesura.campaign import Item
    from caesura.campaign.platforms import Collected

OutputOption = Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Where to write; - is stdout.")]
TaskOption = Annotated[str, choice("campaign:TASKS", "--task", help="The kind of task")]
LabelsOption = Annotated[str | None, typer.Option("--labels", metavar="FILE", help="Also write task, worker, label here.")]
RejectedOption = Annotated[bool, typer.Option("--rejected", help="Count rejected assignments, too.")]
DuplicatesOption = Annotated[str, typer.Option(help="Which of one worker's answers to one item counts: last, first or all.")]
LenientOption = Annotated[bool, typer.Option("--lenient", help="Skip answers that do not fit their query and report how many.")]
FromOption = Annotated[
    str | None, choice("corpus:FORMATS", "--from", metavar="FORMAT", help="The file's format, if it is ambiguous")
]
ColumnOption = Annotated[str | None, typer.Option("--column", metavar="NAME", help="The column of the queries in a table.")]
IdColumnOption = Annotated[str | None, typer.Option("--id-column", metavar="NAME", help="The column of their ids.")]
PLATFORMS = ("turkle", "label-studio", "potato")
PlatformOption = Annotated[str, typer.Option("--platform", metavar="NAME", help="turkle, label-studio or potato.")]
QueriesArgument = Annotated[
    str,
    typer.Argument(
        metavar="CORPUS", help="What is to be annotated: CSV, TSV, XLSX, JSONL, text, or a corpus in any format; - is stdin."
    ),
]


def template(
    task: Annotated[str, typer.Argument(metavar="TASK", help="flat, nested, options or judgement.")],
    output: OutputOption,
    title: Annotated[str, typer.Option(help="The heading that workers see.")] = "Search queries",
    instructions: Annotated[str | None, typer.Option(metavar="FILE", help="Further instructions for workers, in Markdown.")] = None,
    language: Annotated[str, typer.Option(help="The language of the page: en or de.")] = "en",
    platform: PlatformOption = "turkle",
) -> None:
    """Write a task as one HTML file for Turkle and other platforms that fill ${variables}, or as Label Studio's interface."""
    from caesura.campaign.platforms import label_studio_interface, task_template
    from caesura.foundation import one_of, written

    if one_of("platform", platform, PLATFORMS) == "potato":
        raise InputError("a project of Potato has its page inside", cure="run `caesura campaign batch --platform potato`")
    if platform == "label-studio":
        made = label_studio_interface(task)
    else:
        made = task_template(task, title=title, instructions=read_instructions(instructions), language=language)
    with written(output) as stream:
        stream.write(made)


def batch(
    queries: QueriesArgument,
    output: OutputOption,
    task: TaskOption = "flat",
    per_hit: Annotated[int | None, typer.Option(min=1, max=100, help="Items on a page; by default what suits the task.")] = None,
    from_format: FromOption = None,
    column: ColumnOption = None,
    id_column: IdColumnOption = None,
    platform: PlatformOption = "turkle",
) -> None:
    """Write queries as a batch for the template of the same task: CSV, one page a row.

    For Label Studio it is a JSON file of tasks, for Potato the folder of a whole project. For judgements CORPUS is a CSV file with
    the columns id, question and paragraph.
    """
    from caesura.campaign import Role
    from caesura.campaign.platforms import write_batch, write_label_studio, write_potato
    from caesura.foundation import one_of

    one_of("platform", platform, PLATFORMS)
    items = read_items(queries, task, from_format, Role.ORDINARY, column, id_column)
    if platform != "turkle":
        written = write_label_studio(items, task, output) if platform == "label-studio" else write_potato(items, task, output)
        typer.echo(f"{written} items", err=True)
        return
    pages = write_batch(items, task, output, per_page=per_hit)
    typer.echo(f"{len(items)} items on {pages} pages", err=True)


def results(
    file: Annotated[str, typer.Argument(metavar="RESULTS", help="The platform's results of a batch.")],
    output: OutputOption,
    labels: LabelsOption = None,
    rejected: RejectedOption = False,
    duplicates: DuplicatesOption = "last",
    lenient: LenientOption = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Read a platform's results of Caesura's tasks: a corpus with votes, or for judgements a CSV of labels.

    RESULTS is Turkle's CSV, Label Studio's JSON export, or the folder of a project of Potato.
    """
    from caesura.campaign.platforms import read_results

    _save(read_results(file, rejected=rejected, lenient=lenient), output, labels, duplicates, format)


def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An archive of a batch, or a table of annotations: CSV, TSV, JSONL.")],
    output: OutputOption,
    task: TaskOption = "flat",
    query: Annotated[str | None, typer.Option(metavar="COLUMN", help="The query's column; {n} stands for a number.")] = None,
    answer: Annotated[str | None, typer.Option(metavar="COLUMN", help="The answer's column; {n} stands for a number.")] = None,
    id: Annotated[str | None, typer.Option(metavar="COLUMN", help="The column of the query's id; {n} stands for a number.")] = None,
    worker: Annotated[str | None, typer.Option(metavar="COLUMN", help="The worker's column.")] = None,
    form: Annotated[str | None, typer.Option(help="How segmentations are written, if it is ambiguous: pipe or quotes.")] = None,
    labels: LabelsOption = None,
    rejected: RejectedOption = False,
    duplicates: DuplicatesOption = "last",
    lenient: LenientOption = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Build a corpus from existing annotations: archives of Mechanical Turk, or rows of query, worker, segmentation."""
    from caesura.campaign.platforms import ColumnNames, import_annotations

    named = ColumnNames(query, answer, id, worker, form)
    collected = import_annotations(file, task, named, rejected=rejected, lenient=lenient)
    _save(collected, output, labels, duplicates, format)


def read_instructions(path: str | None) -> str:
    """Further instructions for annotators: a text file, or nothing."""
    from caesura.foundation import lines

    return "\n".join(line for _, line in lines(path)) if path else ""


def read_items(
    path: str, task: str, from_format: str | None, role: Any, column: str | None = None, id_column: str | None = None
) -> list[Item]:
    """What is to be annotated, or known beforehand, out of a file. What is left out is said on standard error."""
    from caesura.campaign import Role, items_from, task_named
    from caesura.campaign.managing import pick_items, read_judgements
    from caesura.corpus import read_corpus, read_query_table

    if role is not Role.ORDINARY and task == "judgement":
        return read_judgements(path, role)
    is_treebank = task_named(task).takes_proposals and without_compression(path).endswith(".conllu")
    if role is not Role.ORDINARY or from_format is not None or is_treebank or _is_folder(path):
        return items_from(read_corpus(path, from_format), task, role=role)
    table = read_query_table(path)
    try:
        items, picked = pick_items(table, task, column, id_column)
    except InputError as error:
        cure = error.cure if column else f"{error.cure}; --column NAME says which" if "queries?" in error.problem else error.cure
        raise InputError(error.problem, cure=cure, file=path, line=error.line) from None
    if not items:
        why = "; ".join(f"{one.count} left out: {one.reason}" for one in picked.left_out)
        raise InputError(f"there is nothing to annotate ({why})", cure="give a file with queries", file=path)
    typer.echo(f"note: {table.kind}, {table.encoding}: {picked.sentence}", err=True)
    for note in table.notes:
        typer.echo(f"note: {note}", err=True)
    return items


def _is_folder(path: str) -> bool:
    from pathlib import Path

    return path != "-" and Path(path).is_dir()


def _save(collected: Collected, output: str, labels: str | None, duplicates: str, format: Format) -> None:
    from caesura.campaign.platforms import corpus_from, write_label_rows
    from caesura.corpus import write_corpus

    settled = collected.settled(duplicates)
    for one in settled.repeated[:5]:
        typer.echo(f"note: line {one.line}: {one.worker} had answered item {one.item} before", err=True)
    for error in settled.malformed[:5]:
        typer.echo(f"note: skipped: {error}", err=True)
    if settled.task == "judgement":
        write_label_rows(settled.annotations, output)
    else:
        write_corpus(corpus_from(settled), output)
    if labels is not None:
        write_label_rows(settled.annotations, labels)
    if "-" not in (output, labels):
        print_facts(settled.document(), format)
