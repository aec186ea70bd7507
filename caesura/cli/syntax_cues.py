"""`caesura syntax cues`: pairs in, segmented queries out, and what became of each pair."""

from __future__ import annotations

import contextlib
from typing import Annotated, Any

import typer

from caesura.cli.output import Format, FormatOption, print_facts, print_rows
from caesura.cli.syntax_pairs_options import (
    DrawSeedOption,
    PairsArgument,
    QuestionsOption,
    SourceOption,
    given_pairs,
    given_questions,
    something_given,
)

Row = dict[str, Any]


def cues(
    pairs: PairsArgument = None,
    questions: QuestionsOption = None,
    source: SourceOption = None,
    seed: DrawSeedOption = 1,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write the segmented queries here, one per line, as a|b c.")
    ] = None,
    checked: Annotated[
        str | None, typer.Option("--checked", metavar="FILE", help="Queries segmented by hand, as a b|c or hash<TAB>2 1.")
    ] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Segment queries by cues from their titles: reordered parts and intruding words. Counts real and synthetic pairs apart."""
    from caesura.foundation import written
    from caesura.shapes import print_pipe
    from caesura.syntax import CheckedSample, cue_report

    something_given(pairs, questions)
    sample = None if checked is None else CheckedSample.read(checked)
    with written(output) if output is not None else contextlib.nullcontext() as stream:
        report = cue_report(
            given_pairs(pairs),
            given_questions(questions, source),
            seed=seed,
            checked=sample,
            write=None if stream is None else lambda query: stream.write(print_pipe(query.words, query.flat) + "\n"),
        )
    if format in (Format.JSON, Format.JSONL):
        print_facts(report, format)
        return
    _print(report["real"], report["synthetic"], format)
    if questions is not None:
        rows = [{"shortening": name, **facts} for name, facts in report["shortenings"].items()]
        print_rows(rows, format, title="Shortenings of the synthetic pairs")
    if sample is not None:
        by_kind = [{"pairs": kind, **report["checked"][kind]} for kind in ("real", "synthetic")]
        print_rows(by_kind, format, title=f"Against {report['checked']['queries']} queries segmented by hand")


def _print(real: Row, synthetic: Row, format: Format) -> None:
    rows: list[Row] = []
    for name, value in real.items():
        if isinstance(value, dict):
            rows += [
                {
                    "count": f"{'rejected by ' if name == 'rejected' else ''}{part}",
                    "real": number,
                    "synthetic": synthetic[name][part],
                }
                for part, number in value.items()
            ]
        else:
            rows.append({"count": name.replace("_", " "), "real": value, "synthetic": synthetic[name]})
    print_rows(rows, format, title="Cues")
