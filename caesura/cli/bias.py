"""`caesura bias`: the shared habits of annotators, next to chance and to a second corpus."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.agreement import count_trees
from caesura.cli.annotators_option import AnnotatorsOption, counted
from caesura.cli.output import Format, FormatOption, print_facts, print_rows

if TYPE_CHECKING:
    from caesura.corpus import Corpus, Tagger

app = typer.Typer()

_COLUMNS = ("bias", "habit", "where", "queries", "observed", "expected", "effect", "p")
_AGAINST = ("other", "other_effect", "other_p")


@app.command(epilog="Example:  caesura bias crowd.jsonl --against gold.jsonl --report habits.html")
def bias(
    corpus: Annotated[str, typer.Argument(metavar="CORPUS", help="Annotated queries, flat or nested, in any known format.")],
    nested: Annotated[str | None, typer.Option(metavar="CORPUS", help="Trees for the second bias, if CORPUS is flat.")] = None,
    against: Annotated[str | None, typer.Option(metavar="OTHER", help="A second corpus: gold, or random queries.")] = None,
    against_nested: Annotated[
        str | None, typer.Option(metavar="OTHER", help="Trees of the second corpus, if that is flat.")
    ] = None,
    annotators: AnnotatorsOption = None,
    tags: Annotated[
        str, typer.Option(help="corpus (its own tags; the built-in tagger where they are missing), tagger, or none.")
    ] = "corpus",
    report: Annotated[str | None, typer.Option(metavar="FILE", help="Write a page with tables and figures; - is stdout.")] = None,
    trials: Annotated[int, typer.Option(min=100, help="Trials of the permutation tests.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same p-values.")] = 1,
    format: FormatOption = Format.TABLE,
) -> None:
    """Count the habits of Ramanath et al. 2013: halves, balanced trees, breaks around verb phrases and prepositions.

    With --annotators MACHINE, the machine's habits are shown beside people's, or beside those of --against.
    """
    from caesura.agreement import DRAWS, Distance, bias_report, write_bias_page
    from caesura.corpus import read_corpus
    from caesura.foundation import one_of

    one_of("source of tags", tags, ("corpus", "tagger", "none"))
    tagger = None if tags == "none" else _tagger()

    def read(path: str) -> Corpus:
        corpus = read_corpus(path)
        return _without_tags(corpus) if tags == "tagger" else corpus

    everyone, all_trees = read(corpus), None if nested is None else read(nested)
    given, trees = counted(everyone, annotators), None if all_trees is None else counted(all_trees, annotators)
    beside, trees_beside = None if against is None else read(against), None if against_nested is None else read(against_nested)
    if annotators and against is None and against_nested is None and given is not everyone and everyone.kind is not None:
        beside, trees_beside = everyone, all_trees
    count_trees(given if trees is None else trees, list(Distance), DRAWS, seed)
    result = bias_report(
        given,
        nested=trees,
        against=beside,
        against_nested=trees_beside,
        tagger=tagger,
        trials=trials,
        seed=seed,
    )
    if report is not None:
        write_bias_page(result, report)
        if report == "-":
            return
    if format in (Format.JSON, Format.JSONL):
        print_facts(result.as_document(), format)
        return
    rows: list[dict[str, Any]] = [asdict(row) for row in result.findings]
    columns = (*_COLUMNS, *_AGAINST) if result.against else _COLUMNS
    print_rows(rows, format, title=f"Habits of the annotators of {result.corpus}", columns=columns)
    if format is Format.TABLE:
        for sentence in result.sentences:
            typer.echo(sentence)
        typer.echo(f"signature: {result.signature}")


def _tagger() -> Tagger:
    from caesura.tagging import default_tagger

    return default_tagger()


def _without_tags(corpus: Corpus) -> Corpus:
    from caesura.corpus import Corpus, Entry, Query

    return Corpus(corpus.name, tuple(Entry(Query(entry.query.id, entry.query.text), entry.votes) for entry in corpus))
