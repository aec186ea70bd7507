"""`caesura syntax cues`: pairs in, segmented queries out, and what became of each pair."""

from __future__ import annotations

import contextlib
from collections import Counter
from typing import Annotated

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


def cues(
    pairs: PairsArgument = None,
    questions: QuestionsOption = None,
    source: SourceOption = None,
    seed: DrawSeedOption = 1,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write the segmented queries here, one a line, as a|b c.")
    ] = None,
    checked: Annotated[
        str | None, typer.Option("--checked", metavar="FILE", help="Queries segmented by hand, as a b|c or hash<TAB>2 1.")
    ] = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Segment queries by what their titles say: reordered parts, and words that intrude. Real and made pairs are counted apart."""
    from caesura.foundation import written
    from caesura.shapes import print_pipe
    from caesura.syntax import WAYS, CheckedCues, CueCounts, made_pairs, segmented_by_cues
    from caesura.tagging import default_tagger

    something_given(pairs, questions)
    counts = {"real": CueCounts(), "made": CueCounts()}
    ways: Counter[str] = Counter()
    made = (pair for _, pair in made_pairs(given_questions(questions, source), default_tagger(), seed=seed, counts=ways))
    check = None if checked is None else CheckedCues.read(checked)
    with written(output) if output is not None else contextlib.nullcontext() as stream:
        for kind, some in (("real", given_pairs(pairs)), ("made", made)):
            for one in segmented_by_cues(some, counts[kind]):
                if stream is not None:
                    stream.write(print_pipe(one.words, one.flat) + "\n")
                if check is not None:
                    check.add(one, kind)
    facts: dict[str, object] = {kind: found.as_json() for kind, found in counts.items()}
    facts["ways"] = {way.name: {"share": way.share, "pairs": ways[way.name]} for way in WAYS}
    if check is not None:
        facts["checked"] = check.as_json()
    if format in (Format.JSON, Format.JSONL):
        print_facts(facts, format)
        return
    _print(counts["real"].as_json(), counts["made"].as_json(), format)
    if questions is not None:
        rows = [{"way": way.name, "share": way.share, "pairs": ways[way.name], "what": way.description} for way in WAYS]
        print_rows(rows, format, title="How the made pairs were made")
    if check is not None:
        found = check.as_json()
        by_kind = [{"pairs": kind, **found[kind]} for kind in ("real", "made")]
        print_rows(by_kind, format, title=f"Against {found['queries']} queries segmented by hand")


def _print(real: dict[str, object], made: dict[str, object], format: Format) -> None:
    rows = []
    for name, value in real.items():
        if isinstance(value, dict):
            other = made[name]
            rows += [
                {"count": f"{'turned away by ' if name == 'turned_away' else ''}{part}", "real": number, "made": other[part]}
                for part, number in value.items()
                if isinstance(other, dict)
            ]
        else:
            rows.append({"count": name.replace("_", " "), "real": value, "made": made[name]})
    print_rows(rows, format, title="Cues")
