"""`caesura drift`: today's queries against earlier ones."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from caesura.cli.lexicon_option import lexicon_for
from caesura.cli.model_option import ModelOption
from caesura.cli.output import Format, FormatOption, print_rows
from caesura.cli.progress import progress

app = typer.Typer()

_COLUMNS = (
    *("log", "queries", "known_words", "known_pairs", "seen_words", "seen_pairs"),
    *("breaks", "break_entropy", "mean_confidence", "confidence_divergence"),
)


@app.command(epilog="Example:  caesura drift spring.tsv today.tsv --report drift.html")
def drift(
    old: Annotated[str, typer.Argument(help="The earlier log, such as the one the lexicon was built from.")],
    new: Annotated[str, typer.Argument(help="Today's log: a query log, or one query per line.")],
    lexicon: Annotated[
        str | None, typer.Option("--lexicon", "-l", help="Counts and titles; without it, Caesura's own lexicon.")
    ] = None,
    model: ModelOption = None,
    report: Annotated[str | None, typer.Option(metavar="FILE.html", help="Also write an HTML report, in one file.")] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Compare two logs: how much of each the lexicon and the earlier log cover, and how certain the segmenter is."""
    from caesura.corpus import logs_on_disk, read_queries, total_bytes
    from caesura.lexicon import default_lexicon
    from caesura.segmenters import compare_logs, segmenter, write_drift_page

    opened = lexicon_for("learned", lexicon, model) or default_lexicon()
    given: dict[str, Any] = {} if model is None else {"model": model}
    method = segmenter("learned", lexicon=opened, **given)
    with logs_on_disk([old, new]) as files, progress("comparing", total_bytes(files), unit="bytes") as advance:
        before, today = (read_queries(file, advance=advance) for file in files)
        rows = compare_logs(before, today, method, opened, names=(files[0].name, files[1].name))
    if report is not None:
        write_drift_page(rows, report)
    print_rows(rows, format, title=f"{files[1].name} against {files[0].name}", columns=_COLUMNS if format is Format.TABLE else None)
