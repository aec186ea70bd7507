"""`caesura lexicon`: build, merge, describe and ask a lexicon."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from caesura.cli.choices import choice
from caesura.cli.output import Format, FormatOption, print_facts, print_rows
from caesura.cli.progress import progress
from caesura.foundation import InputError, bytes_to_read, lines
from caesura.lexicon import DEFAULT_NAME, Lexicon, lexicon_path, open_lexicon

app = typer.Typer(no_args_is_help=True, help="Counts and titles in one file: build, merge and describe it, look things up.")

#: Word counts of Web 1T are on the scale of a million million words; so are logarithms unless the user says otherwise.
_SCALE = 10**12

Files = list[Path]

LexiconFile = Annotated[Path, typer.Argument(metavar="LEXICON", help="A lexicon file, or default: the one in the package.")]
Out = Annotated[Path, typer.Argument(metavar="OUT", help="The lexicon file to write.")]
Counts = Annotated[
    Files,
    typer.Option("--counts", metavar="F", help="ngram<TAB>count, Web 1T, Google Books or ARPA; a file or folder."),
]
Titles = Annotated[Files, typer.Option("--titles", metavar="F", help="A plain list, a Wikipedia dump, or redirect<TAB>target.")]
Log = Annotated[Files, typer.Option("--log", metavar="F", help="A query log, one query per line: its n-grams are counted.")]
Statistics = Annotated[
    bool,
    typer.Option(
        "--statistics/--no-statistics",
        help="Keep a log's statistics for models: which words begin, end or are whole queries, and which occur together.",
    ),
]
Text = Annotated[Files, typer.Option("--text", metavar="F", help="Any text: the n-grams within its lines are counted.")]
Log10 = Annotated[Files, typer.Option("--log10", metavar="F", help="N-grams with decimal logarithms: ngram<TAB>-4.2.")]
CountsFormat = Annotated[str, choice("lexicon:COUNTS_FORMATS", "--counts-format", metavar="NAME", help="auto, or one of")]
TitlesFormat = Annotated[str, choice("lexicon:TITLES_FORMATS", "--titles-format", metavar="NAME", help="auto, or one of")]
LogColumn = Annotated[
    int | None, typer.Option("--log-column", metavar="K", help="Which column of a log holds the query, counted from 1.")
]
LogScale = Annotated[
    int,
    typer.Option("--log-scale", metavar="S", help="The count of probability 1; 1 if the logarithms are of counts."),
]
Licence = Annotated[str, typer.Option("--licence", metavar="TEXT", help="Licence of the sources, kept in the lexicon.")]
Origin = Annotated[str, typer.Option("--origin", metavar="TEXT", help="Where the sources come from, kept in the lexicon.")]
MinCount = Annotated[int, typer.Option("--min-count", metavar="K", min=1, help="Leave out rarer n-grams; titles stay.")]
Total = Annotated[
    int | None,
    typer.Option("--total", metavar="N", min=0, help="The total number of words N; by default the sum of one-word counts."),
]
Seed = Annotated[int | None, typer.Option("--seed", min=0, max=2**64 - 1, help="Seed of the hash; rarely needed.")]
KeepRuns = Annotated[bool, typer.Option("--keep-runs", help="Keep the sorted run beside the lexicon, for merging.")]
Memory = Annotated[int, typer.Option("--memory", metavar="MB", min=1, help="Memory for sorting, in MB.")]


@app.command(epilog="Example:  caesura lexicon build web.lexicon --counts ngrams.tsv --titles titles.txt")
def build(
    out: Out,
    counts: Counts = [],  # noqa: B006 (typer makes a list of its own)
    titles: Titles = [],  # noqa: B006
    log: Log = [],  # noqa: B006
    text: Text = [],  # noqa: B006
    log10: Log10 = [],  # noqa: B006
    counts_format: CountsFormat = "auto",
    titles_format: TitlesFormat = "auto",
    log_column: LogColumn = None,
    statistics: Statistics = True,
    log_scale: LogScale = _SCALE,
    licence: Licence = "",
    origin: Origin = "",
    min_count: MinCount = 1,
    total: Total = None,
    seed: Seed = None,
    keep_runs: KeepRuns = False,
    memory: Memory = 1024,
    format: FormatOption = Format.TABLE,
) -> None:
    """Build a lexicon from any number of sources; counts of an n-gram add up. A stopped build resumes where it left off."""
    from caesura.lexicon import SEED, Source, build_lexicon

    shared: dict[str, Any] = {"licence": licence, "origin": origin}
    sources = [
        *(Source("counts", path, counts_format, scale=log_scale, **shared) for path in counts),
        *(Source("log10", path, scale=log_scale, **shared) for path in log10),
        *(Source("log", path, column=log_column, statistics=statistics, **shared) for path in log),
        *(Source("text", path, **shared) for path in text),
        *(Source("titles", path, titles_format, **shared) for path in titles),
    ]
    with progress(f"building {out}", bytes_to_read(file for source in sources for file in source.files()), unit="bytes") as advance:
        build_lexicon(
            out,
            sources,
            min_count=min_count,
            total=total,
            seed=SEED if seed is None else seed,
            keep_runs=keep_runs,
            memory=memory << 20,
            advance=advance,
        )
    _print_info(out, format)


@app.command(epilog="Example:  caesura lexicon merge both.lexicon web.lexicon log.lexicon")
def merge(
    out: Out,
    inputs: Annotated[list[Path], typer.Argument(metavar="LEXICON...", help="Lexicons built with --keep-runs.")],
    min_count: MinCount = 1,
    keep_runs: KeepRuns = False,
    memory: Memory = 1024,
    format: FormatOption = Format.TABLE,
) -> None:
    """Merge lexicons, adding up their counts. Each needs the sorted run that build --keep-runs kept beside it."""
    from caesura.lexicon import merge_lexicons

    merge_lexicons(out, inputs, min_count=min_count, keep_runs=keep_runs, memory=memory << 20)
    _print_info(out, format)


@app.command(epilog="Example:  caesura lexicon update shop.lexicon --log today.tsv --decay 0.95")
def update(
    lexicon: Annotated[Path, typer.Argument(metavar="LEXICON", help="A lexicon built with --keep-runs; it is replaced.")],
    log: Log = [],  # noqa: B006
    counts: Counts = [],  # noqa: B006
    titles: Titles = [],  # noqa: B006
    shard: Annotated[
        list[Path], typer.Option("--shard", metavar="LEXICON", help="A lexicon counted elsewhere, with its runs beside it.")
    ] = [],  # noqa: B006
    decay: Annotated[
        float, typer.Option("--decay", metavar="X", help="Multiply earlier counts by this; below 1, unused n-grams disappear.")
    ] = 1.0,
    log_column: LogColumn = None,
    statistics: Statistics = True,
    min_count: MinCount = 1,
    memory: Memory = 1024,
    format: FormatOption = Format.TABLE,
) -> None:
    """Add new logs to a lexicon, in place: it is replaced in one step, and a running server takes it with its next reload."""
    from caesura.lexicon import Source, update_lexicon

    sources = [
        *(Source("counts", path) for path in counts),
        *(Source("log", path, column=log_column, statistics=statistics) for path in log),
        *(Source("titles", path) for path in titles),
    ]
    todo = bytes_to_read(file for source in sources for file in source.files())
    with progress(f"updating {lexicon}", todo, unit="bytes") as advance:
        update_lexicon(lexicon, sources, shards=shard, decay=decay, min_count=min_count, memory=memory << 20, advance=advance)
    _print_info(lexicon, format)


@app.command(epilog="Example:  caesura lexicon info web.lexicon --verify")
def info(
    lexicon: LexiconFile = Path(DEFAULT_NAME),
    verify: Annotated[bool, typer.Option("--verify", help="Read every byte and compare the checksum.")] = False,
    format: FormatOption = Format.TABLE,
) -> None:
    """Show what a lexicon holds, and the origin and licence of each source."""
    path = lexicon_path(lexicon)
    if verify:
        with Lexicon.open(path) as opened, progress("reading", opened.header.file_bytes, unit="bytes") as advance:
            opened.verify(advance)
    _print_info(path, format)


@app.command(epilog='Example:  caesura lexicon lookup web.lexicon "new york" "times square"')
def lookup(
    lexicon: LexiconFile,
    ngrams: Annotated[list[str], typer.Argument(metavar="NGRAM...", help="What to look up; - reads one per line from stdin.")],
    format: FormatOption = Format.TABLE,
) -> None:
    """Print the count of n-grams and whether they are titles, as segmenters see them."""
    rows = []
    with open_lexicon(lexicon) as opened:
        for ngram in [line for _, line in lines("-")] if ngrams == ["-"] else ngrams:
            words = ngram.split()
            if not words:
                raise InputError("an n-gram without words", cure='look up something like "new york"')
            count, title = opened.lookup(words)
            rows.append({"ngram": ngram, "count": count, "title": title})
    print_rows(rows, format)


def _print_info(path: Path, format: Format) -> None:
    with Lexicon.open(path) as lexicon:
        facts = lexicon.info()
    if format in (Format.JSON, Format.JSONL):
        print_facts(facts, format)
        return
    sources = facts.pop("sources")
    facts["false_hit_probability"] = f"{facts['false_hit_probability']:.1e}"
    print_facts(facts, format, title=str(path))
    print_rows([source | {"skipped": _skips(source)} for source in sources], format, title="sources")


def _skips(source: dict[str, Any]) -> str:
    return ", ".join(f"{count} ({why})" for why, count in source.get("skipped", {}).items())
