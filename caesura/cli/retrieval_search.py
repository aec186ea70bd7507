"""`caesura retrieval search`: one query with what it finds, or a file of queries with a run file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from caesura.cli.choices import choice
from caesura.cli.output import Format, FormatOption, print_rows
from caesura.cli.progress import progress
from caesura.cli.retrieval_index import IndexFolder
from caesura.foundation import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from caesura.retrieval import Hit, Index, Query

_FEW = 10
_RUN_DEPTH = 1000


def search(
    folder: IndexFolder,
    query: Annotated[str | None, typer.Argument(help="One query: words, or the query language.")] = None,
    queries: Annotated[
        str | None, typer.Option("--queries", metavar="F", help="A file of id<TAB>query lines, or of TREC topics; - is stdin.")
    ] = None,
    model: Annotated[str, choice("retrieval:RANKING_MODELS", help="The ranking model")] = "ql",
    mu: Annotated[float | None, typer.Option(help="For ql: the weight of the collection; 2500 by default.")] = None,
    lambda_: Annotated[float | None, typer.Option("--lambda", help="For jm: the collection's share; 0.4 by default.")] = None,
    k1: Annotated[float | None, typer.Option(help="For bm25; 0.9 by default.")] = None,
    b: Annotated[float | None, typer.Option(help="For bm25; 0.4 by default.")] = None,
    query_stopwords: Annotated[
        str, typer.Option(metavar="none|english|FILE", help="Words to leave out of the queries only.")
    ] = "none",
    limit: Annotated[int | None, typer.Option(min=1, help="Documents per query; 10 for one query, 1000 for a file.")] = None,
    output: Annotated[str, typer.Option("--output", "-o", metavar="RUN", help="With --queries: the run file; - is stdout.")] = "-",
    tag: Annotated[str, typer.Option(help="The name of the run, its last column.")] = "caesura",
    format: FormatOption = Format.TABLE,
) -> None:
    """Search an index. One query prints a table of documents; a file of queries gives a TREC run."""
    from caesura.retrieval import Index, ranking_model, read_topics, stop_words, write_run

    if (query is None) == (queries is None):
        raise InputError("one query or a file of them is needed, not both", cure="write the query, or --queries FILE")
    given = {"mu": mu, "lambda_": lambda_, "k1": k1, "b": b}
    ranking = ranking_model(model, **{name: value for name, value in given.items() if value is not None})
    opened = Index.open(folder)
    left_out = stop_words(query_stopwords)
    if query is not None:
        asked = opened.query(query, without=left_out)
        _print_found(opened, asked, opened.search(asked, ranking, limit or _FEW), format)
        return
    topics = read_topics(queries or "-")
    unanswered = 0

    def answers() -> Iterator[tuple[str, list[Hit]]]:
        nonlocal unanswered
        with progress("searching", len(topics), unit="queries") as advance:
            for name, text in topics:
                try:
                    hits = opened.search(opened.query(text, without=left_out), ranking, limit or _RUN_DEPTH)
                except InputError as error:
                    raise InputError(f"query {name}: {error.problem}", cure=error.cure, file=queries) from None
                unanswered += not hits
                yield name, hits
                advance(1)

    write_run(output, answers(), tag)
    if unanswered:
        typer.echo(f"note: {unanswered} of {len(topics)} queries found nothing", err=True)


def _print_found(index: Index, query: Query, hits: list[Hit], format: Format) -> None:
    from caesura.retrieval import snippet, weighted_parts

    if not hits:
        typer.echo("note: nothing found", err=True)
        if format is Format.TABLE:
            return
    wanted = {word for part in weighted_parts(query) for word in part.words}
    rows = []
    for rank, (document, score) in enumerate(hits, start=1):
        number = index.document_number(document)
        title, text = ("", "") if number is None else (index.title(number), index.text(number))
        excerpt = snippet(text, wanted, index.analysis.terms)
        rows.append({"rank": rank, "document": document, "score": round(score, 5), "title": title, "snippet": excerpt})
    titled = any(row["title"] for row in rows)
    print_rows(rows, format, columns=("rank", "document", "score", *(["title"] if titled else []), "snippet"))
