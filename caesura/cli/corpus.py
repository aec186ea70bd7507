"""`caesura corpus`: look at corpora, convert, sample and merge them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from caesura.cli.annotators_option import AnnotatorsOption, counted
from caesura.cli.choices import choice
from caesura.cli.corpus_annotate import annotate
from caesura.cli.output import Format, FormatOption, print_facts

if TYPE_CHECKING:
    from caesura.corpus import Corpus, CorpusFacts, IsTitle, Tagger

app = typer.Typer(no_args_is_help=True, help="Look at corpora, convert, sample and merge them; let machines annotate.")

app.command(
    epilog="Example:  caesura corpus annotate queries.txt -o machine.jsonl --endpoint http://127.0.0.1:8080/v1 --model small"
)(annotate)

CorpusPath = Annotated[str, typer.Argument(metavar="CORPUS", help="A corpus file or folder in any known format; - is stdin.")]
FromOption = Annotated[
    str | None, choice("corpus:FORMATS", "--from", metavar="FORMAT", help="Its format, if the content is ambiguous")
]
LenientOption = Annotated[bool, typer.Option("--lenient", help="Skip malformed lines and report how many.")]
ToOption = Annotated[
    str | None, choice("corpus:FORMATS", "--to", metavar="FORMAT", help="Format to write, if the file name does not say")
]
OutputOption = Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Where to write; - is stdout.")]


@app.command(epilog="Example:  caesura corpus info my-corpus.jsonl --format json")
def info(
    corpus: CorpusPath,
    from_format: FromOption = None,
    lenient: LenientOption = False,
    format: FormatOption = Format.TABLE,
    plot: Annotated[Path | None, typer.Option(help="Draw the votes' distribution (v1, v2) as SVG or PNG into this file.")] = None,
    figures: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Draw nominal, segmented and safe queries by length, as SVG files in this folder."),
    ] = None,
    titles: Annotated[
        str | None,
        typer.Option(metavar="LEXICON", help="Also count queries with overlapping titles of this lexicon, or of `default`."),
    ] = None,
    tag: Annotated[bool, typer.Option("--tag", help="Tag queries without tags, to count nominal ones.")] = False,
) -> None:
    """Describe a corpus: lengths, safe and unsafe queries, top votes, nominal queries, and their cross tables."""
    from caesura.cli.corpus_tables import print_tables
    from caesura.corpus import corpus_facts, facts_report

    read = load(corpus, from_format, lenient)
    facts = corpus_facts(read, _tagger() if tag else None, None if titles is None else _titles(titles))
    if figures is not None:
        _draw_figures(facts, figures)
    if plot is not None:
        from caesura.corpus import draw_votes

        draw_votes(facts, plot)
    if format is Format.TABLE:
        print_tables(read, facts)
    else:
        print_facts(facts_report(read, facts), format)


@app.command(epilog="Example:  caesura corpus convert webis-qsec-10 corpus.jsonl")
def convert(
    source: CorpusPath,
    target: Annotated[
        str, typer.Argument(metavar="TARGET", help="File or folder to write; its ending names the format; - is stdout.")
    ],
    from_format: FromOption = None,
    to_format: ToOption = None,
    lenient: LenientOption = False,
    annotators: AnnotatorsOption = None,
) -> None:
    """Write a corpus in another format; a note says what that format cannot keep."""
    read = load(source, from_format, lenient)
    save(counted(read, annotators) if annotators else read, target, to_format)


@app.command(epilog="Example:  caesura corpus sample corpus.jsonl -n 500 --seed 1 -o sample.jsonl")
def sample(
    corpus: CorpusPath,
    size: Annotated[int, typer.Option("--size", "-n", help="How many queries to draw.")],
    output: OutputOption,
    seed: Annotated[int, typer.Option(help="Same seed, same sample.")] = 1,
    rest: Annotated[str | None, typer.Option(metavar="FILE", help="Also write the queries that were not drawn.")] = None,
    keep: Annotated[
        str, typer.Option(help="Facts whose proportions to keep: length, nominal, segmented, safe; or none.")
    ] = "length",
    from_format: FromOption = None,
    to_format: ToOption = None,
    lenient: LenientOption = False,
) -> None:
    """Draw a smaller corpus that keeps the proportions of the larger one."""
    from caesura.corpus import split_corpus

    facts = () if keep == "none" else tuple(keep.split(","))
    drawn, others = split_corpus(load(corpus, from_format, lenient), size, seed, facts)
    save(drawn, output, to_format)
    if rest is not None:
        save(others, rest, to_format)


@app.command(epilog="Example:  caesura corpus merge first.jsonl second.jsonl -o both.jsonl")
def merge(
    corpora: Annotated[list[str], typer.Argument(metavar="CORPUS...", help="Two or more corpora in any known format.")],
    output: OutputOption,
    duplicates: Annotated[
        str, typer.Option(help="Which of one annotator's annotations of a query counts: last, first or all.")
    ] = "last",
    from_format: FromOption = None,
    to_format: ToOption = None,
    lenient: LenientOption = False,
) -> None:
    """Add up the votes of the same queries; annotators and whole queries that come twice are reported."""
    from caesura.corpus import duplicates_rule, merge_corpora

    rule = duplicates_rule(duplicates)
    merged = merge_corpora([load(path, from_format, lenient) for path in corpora], rule)
    for note in merged.notes:
        typer.echo(f"note: {note}", err=True)
    save(merged.corpus, output, to_format)


def _titles(lexicon: str) -> IsTitle:
    from caesura.cli.lexicon_option import opened_lexicon

    return opened_lexicon(None if lexicon == "default" else lexicon).is_title


def _draw_figures(facts: CorpusFacts, folder: Path) -> None:
    from caesura.corpus import LENGTH_FIGURES, draw_by_length

    folder.mkdir(parents=True, exist_ok=True)
    for figure, (fact, title) in LENGTH_FIGURES.items():
        if facts.cross["length", fact]:
            draw_by_length(facts, fact, folder / f"length-{fact}.svg", title=f"{title.capitalize()} by length (figure {figure})")
        else:
            typer.echo(f"note: no figure {figure}: nothing is known about {fact} queries", err=True)


def _tagger() -> Tagger:
    from caesura.tagging import default_tagger

    return default_tagger()


def load(path: str, from_format: str | None, lenient: bool, *, annotated: bool = False) -> Corpus:
    """Read a corpus for a command and say on stderr what lenient reading skipped."""
    from caesura.corpus import read_counted

    read, skipped = read_counted(path, from_format, lenient=lenient, annotated=annotated)
    if skipped:
        typer.echo(f"note: skipped {len(skipped)} line(s), the first: {skipped[0]}", err=True)
    return read


def save(corpus: Corpus, path: str, to_format: str | None) -> None:
    """Write a corpus for a command and say on stderr what the format could not keep."""
    from caesura.corpus import write_corpus

    if lost := write_corpus(corpus, path, to_format):
        typer.echo(f"note: this format does not keep {', '.join(lost)}", err=True)
    if path != "-":
        typer.echo(f"{len(corpus)} queries written to {path}", err=True)
