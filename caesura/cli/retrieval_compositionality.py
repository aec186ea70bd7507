"""`caesura retrieval compositionality`: how much more a query means than its words."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from caesura.cli.output import Format, FormatOption, print_json, print_rows
from caesura.cli.progress import progress
from caesura.cli.retrieval_index import IndexFolder
from caesura.foundation import InputError


def compositionality(
    folder: IndexFolder,
    query: Annotated[str | None, typer.Argument(help="One query.")] = None,
    queries: Annotated[
        str | None, typer.Option("--queries", metavar="F", help="A file of id<TAB>query lines, or of TREC topics; - is stdin.")
    ] = None,
    synonyms: Annotated[str | None, typer.Option(metavar="FILE", help="Synonyms, one set per line; WordNet's by default.")] = None,
    width: Annotated[int, typer.Option(min=1, max=1000, help="Number of words on each side that form a word's context.")] = 10,
    query_stopwords: Annotated[
        str, typer.Option(metavar="none|english|FILE", help="Words to leave out of the queries only.")
    ] = "english",
    changes: Annotated[
        bool, typer.Option("--changes", help="Also print every exchange of a word for a synonym, with its distance.")
    ] = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Exchange each word for its synonyms and measure how far the contexts move, by Good-Turing models and by ATC vectors.

    The higher a figure, the less the query is the sum of its words; the least compositional queries come first.
    """
    from caesura.retrieval import InCollection, Index, read_synonyms, read_topics, stop_words

    if (query is None) == (queries is None):
        raise InputError("one query or a file of them is needed, not both", cure="write the query, or --queries FILE")
    index = Index.open(folder)
    left_out = stop_words(query_stopwords)
    asked = [("1", query)] if query is not None else read_topics(queries or "-")
    figures = InCollection(index, synonyms=None if synonyms is None else read_synonyms(synonyms), width=width)
    rows: list[dict[str, Any]] = []
    exchanged: list[dict[str, Any]] = []
    with progress("comparing contexts", len(asked), unit="queries") as advance:
        for name, text in asked:
            words = tuple(word for word in index.analysis.cut(text) if word not in left_out)
            measured = figures(words)
            rows.append({"id": name, "words": " ".join(words), "good_turing": measured.good_turing, "atc": measured.atc})
            for changed, apart in figures.changes(words) if changes else ():
                row = {"id": name, "words": " ".join(words), "changed": " ".join(changed)}
                exchanged.append(row | {"good_turing": apart.good_turing, "atc": apart.atc})
            advance(1)
    rows.sort(key=lambda row: -1.0 if row["good_turing"] is None else row["good_turing"], reverse=True)
    if changes and format is Format.JSON:
        print_json({"queries": rows, "changes": exchanged})
        return
    print_rows(exchanged if changes and format is not Format.TABLE else rows, format)
    if changes and format is Format.TABLE:
        print_rows(exchanged, format, title="One word exchanged")
    if unknown := sum(row["good_turing"] is None for row in rows):
        typer.echo(f"note: {unknown} of {len(rows)} queries have a word without contexts or no word with a synonym here", err=True)
