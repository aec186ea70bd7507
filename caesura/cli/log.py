"""`caesura log`: from a query log to a corpus, and the two control sets, random queries and sentences."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.log_rules import log_rules, whole_range
from caesura.cli.output import Format, FormatOption, print_facts, print_json, print_rows
from caesura.cli.progress import progress
from caesura.cli.shared_options import with_options
from caesura.foundation import InputError, check_writable, input_name, is_stdout, one_of, without_compression, written

if TYPE_CHECKING:
    from caesura.corpus import Corpus, LogRules

app = typer.Typer(
    no_args_is_help=True, help="Filter and sample query logs, suggest corrections; generate random queries, draw control sentences."
)

Logs = Annotated[
    list[str],
    typer.Argument(metavar="LOG...", help="AOL-style logs: user, query, time[, rank, address], separated by tabs; - is stdin."),
]
Output = Annotated[
    str, typer.Option("--output", "-o", metavar="FILE", help="Where to write; - is stdout, and counts then go to stderr.")
]
Seed = Annotated[int, typer.Option(help="Same seed, same draw.")]
Lenient = Annotated[bool, typer.Option("--lenient", help="Skip malformed lines and count them.")]


@app.command(name="filter", epilog="Example:  caesura log filter aol.tsv.gz -o kept.tsv.gz")
@with_options("rules", log_rules)
def filter_command(
    logs: Logs, rules: LogRules, output: Output = "-", lenient: Lenient = False, format: FormatOption = Format.TABLE
) -> None:
    """Keep the lines of a log that are worth annotating, as they are, and say how many were dropped at each step."""
    from caesura.corpus import Steps, filter_files, filter_report, log_passes, logs_on_disk, total_bytes

    steps = Steps()
    with (
        logs_on_disk(logs) as files,
        progress("filtering", log_passes(rules) * total_bytes(files), unit="bytes") as advance,
        written(output) as out,
    ):
        kept = filter_files(files, rules, steps, lenient=lenient, advance=advance)
        out.writelines(f"{user}\t{query}\t{time}{clicks}\n" for user, query, time, clicks in kept)
    _report(filter_report(steps, rules), format, output)


@app.command(epilog="Example:  caesura log sample aol.tsv.gz -n 5000 --seed 1 -o corpus.jsonl")
@with_options("rules", log_rules)
def sample(
    logs: Logs,
    count: Annotated[int, typer.Option("-n", "--count", help="How many distinct queries to draw.")],
    rules: LogRules,
    output: Output = "-",
    seed: Seed = 1,
    spelling: Annotated[
        str | None, typer.Option(metavar="FILE", help="Correct the drawn queries by a file wrong<TAB>right.")
    ] = None,
    by: Annotated[
        str, typer.Option(help="What is drawn: line (frequent queries are likelier), or query (each distinct one as likely).")
    ] = "line",
    lenient: Lenient = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Filter a log and draw distinct queries: lengths keep their shares; frequent queries are likelier unless --by query."""
    from caesura.corpus import log_passes, logs_on_disk, read_corrections, sample_files, sample_report, total_bytes

    one_of("way to draw", by, ("line", "query"))
    speller = None if spelling is None else read_corrections(spelling)
    write = _writer(output)
    with logs_on_disk(logs) as files, progress("filtering", log_passes(rules) * total_bytes(files), unit="bytes") as advance:
        drawn = sample_files(
            files, count, seed=seed, rules=rules, speller=speller, by_line=by == "line", lenient=lenient, advance=advance
        )
    write(drawn.corpus)
    _report(sample_report(drawn, rules, count=count, seed=seed, by=by, spelling=spelling), format, output)
    for note in drawn.notes:
        _note(note)


@app.command(epilog="Example:  caesura log random kept.tsv -n 250 --order 3 --lengths 4:50,5:100,6:100 -o random.tsv")
def random(
    logs: Annotated[
        list[str], typer.Argument(metavar="LOG...", help="Logs, or lists of queries one per line (last tab column); - is stdin.")
    ],
    count: Annotated[
        int | None, typer.Option("-n", "--count", help="How many to generate; by default as many as --lengths names, or 250.")
    ] = None,
    order: Annotated[int, typer.Option(help="Length of the n-grams: 1, 2 or 3 (up to 5).")] = 3,
    lengths: Annotated[
        str | None,
        typer.Option(help="Lengths wanted, as 4:10,5:20 or as a corpus file with that distribution; by default the log's."),
    ] = None,
    unseen: Annotated[bool, typer.Option("--unseen", help="Leave out queries of the log.")] = False,
    output: Output = "-",
    seed: Seed = 1,
    lenient: Lenient = False,
) -> None:
    """Generate random queries with an n-gram model of a log (filter the log first if it holds addresses and the like)."""
    from caesura.corpus import generate_queries, learn_ngrams, logs_on_disk, numbered_corpus, read_queries, total_bytes

    write, wanted = _writer(output), _lengths(lengths)
    count = (sum(wanted.values()) if lengths is not None and ":" in lengths and wanted else 250) if count is None else count
    with logs_on_disk(logs) as files:
        with progress("learning", total_bytes(files), unit="bytes") as advance:
            queries = (query for file in files for query in read_queries(file, lenient=lenient, advance=advance))
            model = learn_ngrams(queries, order, remember=unseen)
        with progress("making", count) as advance:
            made = generate_queries(model, count, seed=seed, lengths=wanted, unseen=unseen, advance=advance)
    write(numbered_corpus(input_name(logs[0]), made))


@app.command(epilog="Example:  caesura log sentences book.txt -n 300 --as-queries -o sentences.tsv")
def sentences(
    texts: Annotated[
        list[str], typer.Argument(metavar="TEXT...", help="Plain text, paragraphs separated by blank lines; - is stdin.")
    ],
    count: Annotated[int, typer.Option("-n", "--count", help="How many distinct sentences to draw.")] = 300,
    words: Annotated[str, typer.Option("--words", metavar="FROM-TO", help="Words a sentence must have.")] = "5-15",
    as_queries: Annotated[bool, typer.Option("--as-queries", help="Lower-case them and drop the punctuation.")] = False,
    output: Output = "-",
    seed: Seed = 1,
    format: FormatOption = Format.TABLE,
) -> None:
    """Draw well-formed sentences from plain text, as a control set for queries."""
    from caesura.corpus import (
        Steps,
        as_query,
        draw_sentences,
        logs_on_disk,
        numbered_corpus,
        paragraphs,
        sentences_report,
        total_bytes,
    )

    band, steps, write = whole_range("--words", words), Steps(), _writer(output)
    with logs_on_disk(texts) as files, progress("reading", total_bytes(files), unit="bytes") as advance:
        pieces = (piece for file in files for piece in paragraphs(file.path, advance=advance))
        drawn = draw_sentences(pieces, count, seed=seed, words=band, steps=steps)
    write(numbered_corpus(input_name(texts[0]), [as_query(one) for one in drawn] if as_queries else drawn, "s"))
    _report(sentences_report(steps, len(drawn), words=band, count=count, seed=seed), format, output)
    if len(drawn) < count:
        _note(f"{count} sentences were wanted, there are only {len(drawn)} distinct ones")


@app.command(epilog="Example:  caesura log spelling kept.tsv -o corrections.tsv")
def spelling(
    logs: Annotated[
        list[str], typer.Argument(metavar="LOG...", help="Logs, or lists of queries one per line (last tab column); - is stdin.")
    ],
    output: Output = "-",
    lexicon: Annotated[str | None, typer.Option("--lexicon", "-l", help="Counts; without it, Caesura's own lexicon.")] = None,
    ratio: Annotated[float | None, typer.Option(help="How many times stronger the right word must be.")] = None,
    fit: Annotated[float | None, typer.Option(help="How many times better it must fit the words beside it.")] = None,
    lenient: Lenient = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Suggest corrections, as wrong<TAB>right lines for `log sample --spelling`. Review them: four in ten are wrong."""
    from dataclasses import asdict, replace

    from caesura.cli.lexicon_option import opened_lexicon
    from caesura.corpus import SpellingSettings, logs_on_disk, read_queries, suggest_corrections

    usual, counts = SpellingSettings(), opened_lexicon(lexicon)
    settings = replace(usual, ratio=usual.ratio if ratio is None else ratio, fit=usual.fit if fit is None else fit)
    with logs_on_disk(logs) as files, progress("looking words up", None, unit="words") as advance:
        queries = (query for file in files for query in read_queries(file, lenient=lenient))
        suggestions = suggest_corrections(queries, counts.count, counts.total, settings, advance)
    with written(output) as out:
        out.writelines(f"{one.wrong}\t{one.right}\n" for one in suggestions)
    if not is_stdout(output):
        print_rows([asdict(one) for one in suggestions], format)
    _note(f"{len(suggestions)} suggestions; delete the lines that are wrong before using the file")


@app.command(epilog="Example:  caesura log domain queries.txt")
def domain(
    logs: Annotated[
        list[str], typer.Argument(metavar="LOG...", help="Logs, or lists of queries one per line (last tab column); - is stdin.")
    ],
    count: Annotated[int, typer.Option("-n", "--count", min=1, help="Look at this many queries at most.")] = 10_000,
    lenient: Lenient = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Report which shipped profile a log looks like: web, shop or keywords."""
    from itertools import islice

    from caesura.corpus import logs_on_disk, read_queries
    from caesura.segmenters import log_domain
    from caesura.tagging import default_tagger

    with logs_on_disk(logs) as files, progress("reading", count, unit="queries") as advance:
        queries = (query for file in files for query in read_queries(file, lenient=lenient))
        looks_like = log_domain(islice(_watched(queries, advance), count), default_tagger())
    print_facts({"queries": looks_like.queries, "profile": looks_like.profile, **looks_like.shares}, format, title="looks like")


def _watched(queries: Iterable[str], advance: Callable[[int], object]) -> Iterator[str]:
    for query in queries:
        advance(1)
        yield query


def _lengths(text: str | None) -> dict[int, int] | None:
    if text is None:
        return None
    if ":" in text and not Path(text).exists():
        from caesura.corpus import parse_lengths

        return parse_lengths(text)
    from collections import Counter

    from caesura.corpus import read_corpus

    return Counter(len(entry.query.words) for entry in read_corpus(text))


def _writer(output: str) -> Callable[[Corpus], None]:
    """Found before the work begins: a wrong name must not cost a long run. `id<TAB>text` or JSONL, by the ending."""
    from caesura.corpus import write_corpus

    name = without_compression(output)
    if not is_stdout(output) and not name.endswith((".tsv", ".txt", ".jsonl")):
        raise InputError("the ending names no format for queries", cure="end the name in .tsv or .jsonl", file=output)
    check_writable(output)

    def write(corpus: Corpus) -> None:
        write_corpus(corpus, output, "jsonl" if name.endswith(".jsonl") else "queries")

    return write


def _report(document: Mapping[str, Any], format: Format, output: str) -> None:
    """On stdout, unless the queries themselves went there; a table for each list of rows."""
    with contextlib.redirect_stdout(sys.stderr) if is_stdout(output) else contextlib.nullcontext():
        if format is Format.JSON:
            print_json(document)
        else:
            for title, rows in document.items():
                if isinstance(rows, list):
                    print_rows(rows, format, title=title)


def _note(text: str) -> None:
    typer.echo(f"note: {text}", err=True)
