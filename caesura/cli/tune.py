"""`caesura tune`: the PMI threshold that does best on a corpus."""

from __future__ import annotations

from typing import Annotated

import typer

from caesura.cli.annotators_option import AnnotatorsOption, counted
from caesura.cli.choices import choice
from caesura.cli.lexicon_option import opened_lexicon
from caesura.cli.output import Format, FormatOption, print_facts

app = typer.Typer()


@app.command(epilog="Example:  caesura tune my-corpus.jsonl --lexicon my.lexicon --measure newbreak")
def tune(
    corpus: Annotated[str, typer.Argument(help="A corpus with annotations, in any format Caesura reads.")],
    lexicon: Annotated[
        str | None, typer.Option("--lexicon", "-l", help="Counts of words and pairs; without it, Caesura's own lexicon.")
    ] = None,
    measure: Annotated[str, choice("evaluation:MEASURES", "--measure", help="The measure to optimise, one of")] = "newbreak",
    level: Annotated[
        str | None, typer.Option("--level", help="query, segment_precision, segment_recall or break; newbreak has only one figure.")
    ] = None,
    folds: Annotated[int, typer.Option("--folds", help="Also measure on unseen queries, in this many folds; 0 for none.")] = 10,
    annotators: AnnotatorsOption = None,
    format: FormatOption = Format.TABLE,
) -> None:
    """Find the best threshold of the method pmi on a corpus."""
    from caesura.corpus import read_corpus
    from caesura.foundation import signature
    from caesura.lexicon import lexicon_fact
    from caesura.segmenters import measured, tune_in_folds, tune_pmi

    read = counted(read_corpus(corpus), annotators)
    entries = [entry for entry in read if len(entry.votes) and len(entry.query.words) > 1]
    level = level or ("value" if measure == "newbreak" else "query")
    value = measured(measure, level)
    with opened_lexicon(lexicon) as opened:
        tuned = tune_pmi(entries, opened, value)
        unseen = float(tune_in_folds(entries, opened, value, folds)) if folds else None
        signed = signature(
            data=read.signature, method="pmi", lexicon=lexicon_fact(opened), measure=measure, level=level, folds=folds or "none"
        )
    facts = {
        "method": "pmi",
        "threshold": tuned.threshold,
        "measure": measure,
        "level": level,
        "queries": len(entries),
        "value": float(tuned.value),
        **({"folds": folds, "value_unseen": unseen} if folds else {}),
        "signature": signed,
    }
    print_facts(facts, format, title="PMI threshold")
