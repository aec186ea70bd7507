"""`caesura log`: from a query log to a corpus, and the two control sets, random queries and sentences."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from caesura.cli.output import Format, FormatOption, print_json, print_rows
from caesura.cli.progress import progress
from caesura.foundation import InputError, check_writable, input_name, is_stdout, one_of, without_compression, written

if TYPE_CHECKING:
    from caesura.corpus import Corpus, LogRules

app = typer.Typer(no_args_is_help=True, help="Filter and sample query logs; make random queries and control sentences.")

Logs = Annotated[
    list[str],
    typer.Argument(
        metavar="LOG...", help="Logs of the AOL kind: user, query, time[, rank, address] between tabs; gzip too; - is stdin."
    ),
]
Output = Annotated[
    str, typer.Option("--output", "-o", metavar="FILE", help="Where to write; - is stdout, and counts then go to stderr.")
]
Seed = Annotated[int, typer.Option(help="Same seed, same draw.")]
Lenient = Annotated[bool, typer.Option("--lenient", help="Skip lines that do not fit, and count them.")]
WordsBand = Annotated[str, typer.Option("--words", metavar="FROM-TO", help="Words a query must have.")]
MostQueries = Annotated[int, typer.Option("--most-queries", min=0, help="Drop users with more queries than this; 0: drop none.")]
LongestAverage = Annotated[
    float, typer.Option("--longest-average", min=0, help="Drop users whose queries have more characters on average; 0: none.")
]
ShortestGap = Annotated[
    float, typer.Option("--shortest-gap", min=0, help="Drop users with fewer seconds between queries on average; 0: none.")
]
Language = Annotated[str, typer.Option("--language", metavar="english|any", help="Keep English queries only, or any.")]
AnyCharacters = Annotated[bool, typer.Option("--any-characters", help="Keep queries with other characters and addresses too.")]
Clicked = Annotated[bool, typer.Option("--clicked", help="Keep only lines with a click.")]
Frequency = Annotated[
    str | None, typer.Option("--frequency", metavar="FROM-TO", help="How often a query must have been asked; 5- has no upper end.")
]
Entropy = Annotated[float | None, typer.Option("--click-entropy", help="Keep queries whose click entropy is above this many bits.")]
Titles = Annotated[
    str | None, typer.Option("--titles", metavar="FILE", help="Keep queries with a multiword title of this list, one a line.")
]


@app.command(name="filter", epilog="Example:  caesura log filter aol.tsv.gz -o kept.tsv.gz")
def filter_command(
    logs: Logs,
    output: Output = "-",
    words: WordsBand = "3-10",
    most_queries: MostQueries = 10_000,
    longest_average: LongestAverage = 100,
    shortest_gap: ShortestGap = 1,
    language: Language = "english",
    any_characters: AnyCharacters = False,
    clicked: Clicked = False,
    frequency: Frequency = None,
    click_entropy: Entropy = None,
    titles: Titles = None,
    lenient: Lenient = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Keep the lines of a log that are worth annotating, as they are, and say how many fell at each step."""
    from caesura.corpus import Steps, filter_files, log_passes, logs_on_disk, total_bytes
    from caesura.foundation import signature

    rules = _rules(
        words, (most_queries, longest_average, shortest_gap), language, any_characters, clicked, frequency, click_entropy, titles
    )
    steps = Steps()
    with (
        logs_on_disk(logs) as files,
        progress("filtering", log_passes(rules) * total_bytes(files), unit="bytes") as advance,
        written(output) as out,
    ):
        kept = filter_files(files, rules, steps, lenient=lenient, advance=advance)
        out.writelines(f"{user}\t{query}\t{time}{clicks}\n" for user, query, time, clicks in kept)
    document = {
        "lines": steps.lines,
        "steps": steps.rows(),
        "remained": steps.remained,
        "signature": signature(log=steps.fingerprint, **rules.bounds),
    }
    _report(document, {"steps": steps.rows()}, format, output)


@app.command(epilog="Example:  caesura log sample aol.tsv.gz -n 5000 --seed 1 -o corpus.jsonl")
def sample(
    logs: Logs,
    count: Annotated[int, typer.Option("-n", "--count", help="How many distinct queries to draw.")],
    output: Output = "-",
    seed: Seed = 1,
    spelling: Annotated[
        str | None, typer.Option(metavar="FILE", help="Correct the drawn queries by a file wrong<TAB>right.")
    ] = None,
    words: WordsBand = "3-10",
    most_queries: MostQueries = 10_000,
    longest_average: LongestAverage = 100,
    shortest_gap: ShortestGap = 1,
    language: Language = "english",
    any_characters: AnyCharacters = False,
    clicked: Clicked = False,
    frequency: Frequency = None,
    click_entropy: Entropy = None,
    titles: Titles = None,
    lenient: Lenient = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Filter a log and draw distinct queries: lengths keep their shares, and frequent queries are likelier."""
    from caesura.corpus import log_passes, logs_on_disk, read_corrections, sample_files, total_bytes
    from caesura.foundation import signature

    rules = _rules(
        words, (most_queries, longest_average, shortest_gap), language, any_characters, clicked, frequency, click_entropy, titles
    )
    speller = None if spelling is None else read_corrections(spelling)
    write = _writer(output)
    with logs_on_disk(logs) as files, progress("filtering", log_passes(rules) * total_bytes(files), unit="bytes") as advance:
        found = sample_files(files, count, seed=seed, rules=rules, speller=speller, lenient=lenient, advance=advance)
    write(found.corpus)
    lengths = [
        {"length": stratum.length, "lines": stratum.lines, "wanted": stratum.wanted, "drawn": stratum.drawn}
        for stratum in found.drawn.strata
    ]
    tables: dict[str, Sequence[Mapping[str, Any]]] = {"steps": found.steps.rows(), "lengths": lengths}
    document: dict[str, Any] = {"lines": found.steps.lines, **tables, "wanted": count, "drawn": len(found.drawn.queries)}
    if found.spelling is not None:
        tables["spelling"] = found.spelling.steps.rows()
        document |= {"spelling": tables["spelling"], "corrected": found.spelling.changed}
    document |= {
        "queries": len(found.corpus),
        "signature": signature(log=found.steps.fingerprint, **rules.bounds, n=count, seed=seed, spelling=spelling),
    }
    _report(document, tables, format, output)
    for stratum in found.drawn.short:
        _note(f"of {stratum.wanted} queries of {stratum.length} words wanted there are only {stratum.drawn} distinct ones")
    if not found.drawn.strata:
        _note("no line of the log remained, nothing was drawn")


@app.command(epilog="Example:  caesura log random kept.tsv -n 250 --order 3 --lengths 4:50,5:100,6:100 -o random.tsv")
def random(
    logs: Annotated[
        list[str], typer.Argument(metavar="LOG...", help="Logs, or lists of queries one a line (last tab column); - is stdin.")
    ],
    count: Annotated[
        int | None, typer.Option("-n", "--count", help="How many to make; by default as many as --lengths names, or 250.")
    ] = None,
    order: Annotated[int, typer.Option(help="Length of the n-grams: 1, 2 or 3 (up to 5).")] = 3,
    lengths: Annotated[
        str | None,
        typer.Option(help="Lengths wanted, as 4:10,5:20 or as a corpus file with that distribution; by default the log's."),
    ] = None,
    unseen: Annotated[bool, typer.Option("--unseen", help="Never make a query that is in the log.")] = False,
    output: Output = "-",
    seed: Seed = 1,
    lenient: Lenient = False,
) -> None:
    """Make random queries by an n-gram model of a log (filter the log first if it holds addresses and the like)."""
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
        list[str], typer.Argument(metavar="TEXT...", help="Plain text, paragraphs parted by blank lines; gzip too; - is stdin.")
    ],
    count: Annotated[int, typer.Option("-n", "--count", help="How many distinct sentences to draw.")] = 300,
    words: Annotated[str, typer.Option("--words", metavar="FROM-TO", help="Words a sentence must have.")] = "5-15",
    as_queries: Annotated[bool, typer.Option("--as-queries", help="Lower-case them and drop the punctuation.")] = False,
    output: Output = "-",
    seed: Seed = 1,
    format: FormatOption = Format.TABLE,
) -> None:
    """Draw well-formed sentences from plain text, as a control set for queries."""
    from caesura.corpus import Steps, as_query, draw_sentences, logs_on_disk, numbered_corpus, paragraphs, total_bytes
    from caesura.foundation import signature

    band, steps, write = _whole_band("--words", words), Steps(), _writer(output)
    with logs_on_disk(texts) as files, progress("reading", total_bytes(files), unit="bytes") as advance:
        pieces = (piece for file in files for piece in paragraphs(file.path, advance=advance))
        drawn = draw_sentences(pieces, count, seed=seed, words=band, steps=steps)
    write(numbered_corpus(input_name(texts[0]), [as_query(one) for one in drawn] if as_queries else drawn, "s"))
    document = {
        "sentences": steps.lines,
        "steps": steps.rows(),
        "wanted": count,
        "drawn": len(drawn),
        "signature": signature(words=words, n=count, seed=seed),
    }
    _report(document, {"steps": steps.rows()}, format, output)
    if len(drawn) < count:
        _note(f"of {count} sentences wanted there are only {len(drawn)} distinct ones")


def _rules(
    words: str,
    user_bounds: tuple[int, float, float],
    language: str,
    any_characters: bool,
    clicked: bool,
    frequency: str | None,
    click_entropy: float | None,
    titles: str | None,
) -> LogRules:
    from caesura.corpus import LogRules, UserRules, is_english, read_titles

    one_of("language", language, ("english", "any"))  # in Python the filter takes any function
    band = _whole_band("--words", words)
    return LogRules(
        users=UserRules(user_bounds[0] or None, user_bounds[1] or None, user_bounds[2] or None),
        words=band,
        url=not any_characters,
        characters=not any_characters,
        language=is_english if language == "english" else None,
        clicked=clicked,
        titles=None if titles is None else read_titles(titles, longest=band[1]),
        frequency=None if frequency is None else _band("--frequency", frequency),
        click_entropy=click_entropy,
    )


def _band(option: str, text: str) -> tuple[int | None, int | None]:
    least, dash, most = text.partition("-")
    if not dash or not (least + most).isdecimal() or not (least + most).isascii():
        raise InputError(f"{option} {text} is not a band", cure="write for example 3-10")
    return int(least) if least else None, int(most) if most else None


def _whole_band(option: str, text: str) -> tuple[int, int]:
    least, most = _band(option, text)
    if not least or most is None or least > most:
        raise InputError(
            f"{option} {text} is not a band of words", cure="write for example 3-10, the smaller number first, from 1 on"
        )
    return least, most


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


def _report(document: Mapping[str, Any], tables: Mapping[str, Sequence[Mapping[str, Any]]], format: Format, output: str) -> None:
    """On stdout, unless the queries themselves went there."""
    with contextlib.redirect_stdout(sys.stderr) if is_stdout(output) else contextlib.nullcontext():
        if format is Format.JSON:
            print_json(document)
        else:
            for title, rows in tables.items():
                print_rows(rows, format, title=title)


def _note(text: str) -> None:
    typer.echo(f"note: {text}", err=True)
