"""`caesura labels listqa`: from questions, answer patterns and TREC documents to gold paragraphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from caesura.cli.choices import choice
from caesura.cli.labels_options import DuplicatesOption, FoldsOption, GoldOption, SeedOption
from caesura.foundation import InputError, one_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from caesura.papers import listqa

app = typer.Typer(no_args_is_help=True, help="Paragraphs that support the answers of list questions: find, judge, select.")

CandidatesPath = Annotated[str, typer.Argument(metavar="CANDIDATES", help="What `listqa candidates` wrote.")]
OutputOption = Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Where to write; - is stdout.")]


@app.command(epilog="Example:  caesura labels listqa candidates docs.sgml --questions q.tsv --patterns p.txt -o candidates.jsonl")
def candidates(
    documents: Annotated[list[str], typer.Argument(metavar="DOCUMENTS...", help="Files in TREC form, plain or gzip.")],
    questions: Annotated[str, typer.Option(help="Lines id<TAB>question, or TREC's file of targets.")],
    patterns: Annotated[str, typer.Option(help="Lines id pattern: regular expressions of the answers.")],
    output: OutputOption,
    links: Annotated[str | None, typer.Option(help="Which documents belong to which question: id document, or qrels.")] = None,
    case: Annotated[bool, typer.Option(help="Patterns distinguish upper and lower case.")] = False,
) -> None:
    """Find the paragraphs in which an answer occurs."""
    from caesura.papers import listqa

    def read() -> Iterator[listqa.Article]:
        for file in documents:
            yield from listqa.read_documents(file)

    candidates_ = listqa.find_candidates(
        read(),
        listqa.read_questions(questions),
        listqa.read_patterns(patterns, ignore_case=not case),
        None if links is None else listqa.read_links(links),
    )
    typer.echo(f"{listqa.write_candidates(candidates_, output)} paragraphs", err=True)


@app.command(epilog="Example:  caesura labels listqa tasks candidates.jsonl -o tasks.csv")
def tasks(candidates: CandidatesPath, output: OutputOption) -> None:
    """Write pairs for people to judge: id, question, paragraph, as caesura campaign create and batch take them.

    Pass --task judgement to both; caesura campaign template judgement writes the page for a platform.
    """
    from caesura.papers import listqa

    typer.echo(f"{listqa.write_tasks(listqa.read_candidates(candidates), output)} pairs to judge", err=True)


@app.command(epilog="Example:  caesura labels listqa judgements results.csv -o labels.csv")
def judgements(
    results: Annotated[str, typer.Argument(metavar="RESULTS", help="The batch's results as CSV.")],
    output: OutputOption,
    duplicates: DuplicatesOption = "last",
) -> None:
    """Read a platform's judgements as labels (task, worker, label), for infer, compare, workers and simulate."""
    from caesura.campaign.platforms import read_results, write_label_rows

    collected = read_results(results).settled(duplicates)
    if collected.task != "judgement":
        raise InputError(f"results of the task {collected.task}", cure="give those of the task judgement", file=results)
    write_label_rows(collected.annotations, output)
    facts = collected.document()
    typer.echo(f"{facts['annotations']} labels of {facts['items']} pairs by {facts['workers']} workers", err=True)


@app.command(epilog="Example:  caesura labels listqa select candidates.jsonl labels.csv --model glad -o paragraphs.txt")
def select(
    candidates: CandidatesPath,
    file: Annotated[str, typer.Argument(metavar="LABELS", help="CSV with the columns task, worker, label.")],
    output: OutputOption,
    model: Annotated[str, choice("labels:MODELS", help="The model that learns the true labels")] = "glad",
    supports: Annotated[
        str, typer.Option(help="The label that says a paragraph supports its answers; 1 and yes mean the same.")
    ] = "1",
    gold: GoldOption = None,
    duplicates: DuplicatesOption = "last",
    folds: FoldsOption = 20,
    seed: SeedOption = 1,
) -> None:
    """Learn which paragraphs support their answers and print them: question, paragraph, answers, text."""
    from caesura import labels
    from caesura.papers import listqa

    table = listqa.as_judgements(labels.read_labels(file, duplicates=duplicates))
    known = None if gold is None else {task: listqa.verdict(label) for task, label in labels.read_gold(gold).items()}
    wanted = one_of("label", listqa.verdict(supports), map(str, table.classes))
    fitted = labels.label_model(model, seed=seed, **({"folds": folds} if model == "naive-bayes" else {}))
    inferred = labels.infer(fitted, table, known, rule=duplicates)
    if not fitted.converged_:
        typer.echo(f"note: {model} did not converge in {fitted.iterations_} iterations", err=True)
    pairs = listqa.read_candidates(candidates)
    unjudged = sum(pair.task not in inferred.labels for pair in pairs)
    if unjudged:
        typer.echo(f"note: {unjudged} of {len(pairs)} pairs have no judgement", err=True)
    count = listqa.write_paragraphs((pair for pair in pairs if inferred.labels.get(pair.task) == wanted), output)
    right = "" if inferred.accuracy is None else f"; accuracy against gold {inferred.accuracy.value:.3f}"
    typer.echo(f"{count} of {len(pairs)} paragraphs support their answers{right}", err=True)
